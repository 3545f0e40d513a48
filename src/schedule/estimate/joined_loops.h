// Predicts which loops over consecutive coordinate levels become one loop over the entries of the list, because no work
// is done per segment (passes/collapse_segment_loops.h). Such a loop does not search for ends of segments.
#pragma once

#include "ir/cin.h"
#include "schedule/estimate/cardinality.h"

namespace scorchc::schedule {

/// Whether a tensor has two adjacent coordinate levels.
bool has_coordinate_runs(const Kernel& kernel);

/// Whether the loop and those over the levels below collapse into one. `walk` is the loop's walk where `around` is
/// bound.
bool joins_loops_inside(const cin::Forall& loop, const CardinalityEstimator::Walk& walk, Bound around,
                        const Kernel& kernel, const CardinalityEstimator& patterns);

/// Whether an outermost loop skips the search for ends of segments because few entries share a coordinate: each entry
/// is then added by a vector loop of its own (passes/specialise_singleton_segments.h).
bool specialises_singleton_segments(const cin::Forall& loop, const CardinalityEstimator::Walk& walk, Bound around,
                                    const Kernel& kernel, const CardinalityEstimator& patterns);

}  // namespace scorchc::schedule
