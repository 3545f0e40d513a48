// Tiles for caches: where a product of dense operands reads one of them again in each iteration of the outermost loop, and that
// is more than the first cache holds.
#pragma once

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// `tile(i: 64, k: 768, j: 8)` and the order of its loops, or nothing. Of a batch the same as `split`, and an operand whose lanes
/// do not stand side by side is stored again in blocks. Says why for products that it knows.
Commands choose_tiles(const Kernel& kernel, Decisions& decisions);

}  // namespace scorchc::schedule
