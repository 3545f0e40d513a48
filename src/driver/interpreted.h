// A kernel run by the loop IR interpreter in place of compiled code.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "driver/compile.h"
#include "driver/load.h"

namespace scorchc::driver {

/// The n-th allocation of a call finds no memory (1 is the first, 0 none), or neither does any that follows.
struct FailedAllocation {
  std::int64_t number = 0;
  enum class Reach { one, all_that_follow } reach = Reach::one;
};

/// What a call did: how often each comment of the loops was passed (lower/options.h marks bodies), and the bytes of all
/// elements that were touched, each once. Of a sparse result's steps `compute` counts, whose loops are those of them
/// all; the result's own arrays count whatever step touches them.
struct Counts {
  std::map<std::string, std::int64_t> passed;
  std::int64_t bytes = 0;
};

/// What behaves as the kernel's loaded runner does, and watches every access.
Runner interpreted(const CompiledKernel& compiled, FailedAllocation failed = {});
/// The same, and each call fills `counts`.
Runner counted(const CompiledKernel& compiled, std::shared_ptr<Counts> counts);

}  // namespace scorchc::driver
