// Counts the data of --data for the cost model.
#pragma once

#include <vector>

#include "driver/sources.h"
#include "ir/kernel.h"
#include "support/decisions.h"

namespace scorchc::driver {

/// Returns the kernel with statistics of the tensors in `data`, and their extents as hints. No extent is fixed, so the
/// code stays correct for all data. Every tensor must have a format. Fails as reading and packing do, and with
/// extent_clash or unknown_extent.
Kernel with_statistics(const Kernel& kernel, const std::vector<Binding>& data, Decisions& decisions);

}  // namespace scorchc::driver
