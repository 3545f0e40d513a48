// Runs Clang on a deep stack. Clang traverses expressions recursively: about ten thousand terms overflow an ordinary
// stack, and fewer the small stack of a thread.
#pragma once

#include <functional>

namespace scorchc::clang_plugin {

/// Calls `function` on a thread with a stack of 256 MiB and waits for it; only touched pages take memory. If no such
/// thread can be created, calls it on the current thread.
void call_on_deep_stack(const std::function<void()>& function);

}  // namespace scorchc::clang_plugin
