// What the data of --data tell the cost model.
#pragma once

#include <vector>

#include "driver/sources.h"
#include "ir/kernel.h"
#include "support/decisions.h"

namespace scorchc::driver {

/// The kernel with statistics of the tensors that `data` names, and the extents of these data as hints: no extent is
/// fixed by them, so the code stays right for all data. Every tensor must have its format. Failures: those of reading
/// and packing the data, extent_clash, unknown_extent.
Kernel with_counts(const Kernel& kernel, const std::vector<Binding>& data, Decisions& decisions);

}  // namespace scorchc::driver
