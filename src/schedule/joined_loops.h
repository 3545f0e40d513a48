// Loops over a run of coordinate levels that are emitted as one loop over the entries of the list, because nothing is
// done for a segment alone (optimise/collapse_segment_loops.h): no end of a segment is looked for.
#pragma once

#include "ir/cin.h"
#include "schedule/cardinality.h"

namespace scorchc::schedule {

/// Whether any tensor has two coordinate levels, one below the other.
bool has_coordinate_runs(const Kernel& kernel);

/// Whether the loop, which walks so where `around` is bound, and those over the levels below become one.
bool joins_loops_inside(const cin::Forall& loop, const CardinalityEstimator::Walk& walk, Bound around,
                        const Kernel& kernel, const CardinalityEstimator& patterns);

/// Whether the ends of an outermost loop's segments are not looked for because few entries share a coordinate, and each
/// of them is added in lanes by itself (optimise/specialise_singleton_segments.h).
bool specialises_singleton_segments(const cin::Forall& loop, const CardinalityEstimator::Walk& walk, Bound around,
                                    const Kernel& kernel, const CardinalityEstimator& patterns);

}  // namespace scorchc::schedule
