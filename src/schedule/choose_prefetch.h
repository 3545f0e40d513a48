// The prefetch chooser: where loops run along rows of an operand that the entries of another one pick, which is what
// caches cannot guess: vector loops along rows of a dense one, or loops over the entries of a sparse one's rows.
#pragma once

#include "ir/cin.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// `prefetch(B(j,k): 8)`, or nothing. Sees the loops with their vectors.
Commands choose_prefetch(const cin::Program& program, Decisions& decisions);

}  // namespace scorchc::schedule
