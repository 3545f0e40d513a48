// Runs the first call of a plan, which may never finish, in a separate process that can be killed.
#pragma once

#include "driver/call.h"

namespace scorchc::driver {

enum class SandboxedOutcome : std::int32_t { ok, too_slow, failed };

struct SandboxedRun {
  SandboxedOutcome ending = SandboxedOutcome::ok;
  double seconds = 0;  // duration of the call
};

/// Makes one call on one thread, since the thread pool of a library does not survive a fork. The call is killed after
/// `most_seconds`, and may allocate at most half of the machine's memory. Signals that terminate this process terminate
/// it, too.
SandboxedRun run_sandboxed(const Runner& runner, const KernelCall& call, double most_seconds);

}  // namespace scorchc::driver
