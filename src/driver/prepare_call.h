// Prepares a kernel's arguments from its data.
#pragma once

#include <vector>

#include "driver/call.h"
#include "driver/extents.h"
#include "driver/sources.h"
#include "ir/kernel.h"

namespace scorchc::driver {

/// Returns the call of a kernel with complete formats. Packs the files that were read, then draws random components,
/// which need every extent. `extents` are those known from other sources. A result without data starts empty.
KernelCall prepare_call(const Kernel& kernel, std::vector<Source> sources, Extents extents);

}  // namespace scorchc::driver
