// From data to what a kernel is called with.
#pragma once

#include <vector>

#include "driver/call.h"
#include "driver/extents.h"
#include "driver/sources.h"
#include "ir/kernel.h"

namespace scorchc::driver {

/// Everything that the kernel, whose formats are complete, is called with: files that were read, then random
/// components, which need every extent. `extents` are those known beside the data. A result without a source starts
/// from nothing.
KernelCall prepare_call(const Kernel& kernel, std::vector<Source> sources, Extents extents);

}  // namespace scorchc::driver
