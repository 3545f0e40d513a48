// Tiles products of dense operands for caches: if one operand is read again for each row of the other and exceeds L1,
// the lanes are split into blocks, and the operand is copied block by block.
#pragma once

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// `split(k: 64); split(i: 64); convert(B(j,k_block,k_in): k_block, j, k_in)` and the loop order, or nothing. Logs the
/// reason for each product of dense matrices.
Commands choose_tiles(const Kernel& kernel, Decisions& decisions);

}  // namespace scorchc::schedule
