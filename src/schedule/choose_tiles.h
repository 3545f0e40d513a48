// Tiles for caches: where a product of dense operands reads one of them again for each row of the other, and that is
// more than the first caches hold, the lanes are walked in blocks, and the operand is stored again block by block.
#pragma once

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// `split(k: 64); split(i: 64); convert(B(j,k_block,k_in): k_block, j, k_in)` and the order of the loops, or nothing.
/// Says why for products that it knows.
Commands choose_tiles(const Kernel& kernel, Decisions& decisions);

}  // namespace scorchc::schedule
