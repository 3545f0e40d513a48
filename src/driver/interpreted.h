// A kernel run by the loop IR interpreter in place of compiled code.
#pragma once

#include "driver/compile.h"
#include "driver/load.h"

namespace scorchc::driver {

/// The n-th allocation of a call finds no memory: 1 is the first, 0 none.
struct FailedAllocation {
  std::int64_t number = 0;
};

/// What behaves as the kernel's loaded runner does, and watches every access.
Runner interpreted(const CompiledKernel& compiled, FailedAllocation failed = {});

}  // namespace scorchc::driver
