// Clang walks an expression by recursion: one of some ten thousand terms ends the process on an ordinary stack, or on
// the small one of a thread.
#pragma once

#include <functional>

namespace scorchc::clang_plugin {

/// Calls `function` on a thread with a stack of 256 MiB, of which only what is touched takes memory, and waits for it.
/// Where no such thread can be had it is called on this one.
void call_on_deep_stack(const std::function<void()>& function);

}  // namespace scorchc::clang_plugin
