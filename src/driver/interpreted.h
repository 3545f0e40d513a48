// Runs a kernel in the loop IR interpreter instead of compiled code.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "driver/compile.h"
#include "driver/load.h"

namespace scorchc::driver {

/// Makes the n-th allocation of a call fail (1 is the first, 0 none), and optionally all that follow.
struct FailedAllocation {
  std::int64_t number = 0;
  enum class Reach { one, all_that_follow } reach = Reach::one;
};

/// Counts of a call: how often each comment of the loops was passed (lower/options.h marks bodies), and the bytes of
/// all touched elements, each counted once. In the split form only `compute` counts, since its loops are those of all
/// steps; the result's own arrays count in every step.
struct Counts {
  std::map<std::string, std::int64_t> passed;
  std::int64_t bytes = 0;
};

/// Returns a runner that behaves like the kernel's loaded runner and checks every access.
Runner interpreted(const CompiledKernel& compiled, FailedAllocation failed = {});
/// The same; each call also fills `counts`.
Runner counted(const CompiledKernel& compiled, std::shared_ptr<Counts> counts);

}  // namespace scorchc::driver
