// Panels: where entries pick rows of a dense operand that are long, and each row often, a copy of it in panels makes
// what is read for one tile of lanes small enough for a cache, and contiguous.
#pragma once

#include "ir/cin.h"
#include "ir/schedule.h"
#include "schedule/sizes.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// What takes the place of the commands that were chosen, with `pack(B(j,k), k: 64)` among them and the loops over
/// panels outermost; nothing where panels do not pay, or nobody says how large the operands are. Sees the loops with
/// their vectors and prefetches: what is asked for ahead is what entries pick.
Commands choose_panels(const Kernel& kernel, const Commands& chosen, const cin::Program& program, const Sizes& sizes,
                       Decisions& decisions);

}  // namespace scorchc::schedule
