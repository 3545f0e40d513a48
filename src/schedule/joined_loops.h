// Loops over a run of coordinate levels that are emitted as one loop over the entries of the list, because nothing is done for a
// segment alone (optimise/join_segments.h): no end of a segment is looked for.
#pragma once

#include "ir/cin.h"
#include "schedule/patterns.h"

namespace scorchc::schedule {

/// Whether any tensor has two coordinate levels, one below the other.
bool has_coordinate_runs(const Kernel& kernel);

/// Whether the loop, which walks so where `around` is bound, and those over the levels below become one.
bool joins_loops_inside(const cin::Forall& loop, const Patterns::Walk& walk, Bound around, const Kernel& kernel, const Patterns& patterns);

/// Whether the ends of an outermost loop's segments are not looked for because few entries share a coordinate, and each of them
/// is added in lanes by itself (optimise/single_entries.h).
bool takes_single_entries(const cin::Forall& loop, const Patterns::Walk& walk, Bound around, const Kernel& kernel, const Patterns& patterns);

}  // namespace scorchc::schedule
