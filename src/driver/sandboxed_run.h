// The first call of a plan that may take for ever: in a process of its own, which can be ended.
#pragma once

#include "driver/call.h"

namespace scorchc::driver {

enum class SandboxedEnding : std::int32_t { ok, too_slow, failed };

struct SandboxedRun {
  SandboxedEnding ending = SandboxedEnding::ok;
  double seconds = 0;  // that it took
};

/// One call, on one thread: what a library has done with threads does not survive into another process. It is ended
/// after `most_seconds`, and gets no memory beyond half of the machine's. Signals that end this process end it, too.
SandboxedRun try_out(const Runner& runner, const KernelCall& call, double most_seconds);

}  // namespace scorchc::driver
