// Packs a dense operand into panels if entries of another operand select its rows, the rows are long, and each is read
// often. What one tile of lanes reads then fits a cache and is contiguous.
#pragma once

#include "ir/cin.h"
#include "ir/schedule.h"
#include "schedule/estimate/sizes.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// Commands that replace the chosen ones: `pack(B(j,k), k: 64)` with the loop over panels outermost. Empty if panels do
/// not pay or the operands' sizes are not given. `program` must have its vector loops and prefetches, which show whose
/// rows are selected.
Commands choose_panels(const Kernel& kernel, const Commands& chosen, const cin::Program& program, const Sizes& sizes,
                       Decisions& decisions);

}  // namespace scorchc::schedule
