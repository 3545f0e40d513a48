// Decides in which form loops run, from concrete index notation. Passes make the forms, which the cost model prices.
//
//   over segments or over entries   In a coordinate list, a loop over segments searches for the end of each. A loop
//                                   over entries does not (passes/collapse_segment_loops,
//                                   specialise_singleton_segments; they also see what assembly does per segment).
//   over all rows or some           Rows without entries are skipped (passes/skip_empty_rows, batch_sums).
#pragma once

#include "ir/cin.h"

namespace scorchc::schedule {

/// Whether a tensor has two adjacent coordinate levels, so that loops may run over segments.
bool has_segments(const Kernel& kernel);

/// Whether the loop, and those over the levels below, become one loop over the entries of a list: each of them walks
/// that list alone, and does nothing but run the next one.
bool collapses_segments(const cin::Forall& loop, const Kernel& kernel);

/// Whether the loop does nothing per segment but run vector loops, each of which adds up all entries of the segment. An
/// entry may then be added by vector loops of its own, which pays off if few entries share a coordinate.
bool can_specialise_singleton_segments(const cin::Forall& loop, const Kernel& kernel);

/// Whether the loop over rows skips those without entries: it stores nothing by rows, or sums many rows at once. A sum
/// that continues from row to row is neither.
bool skips_empty_rows(const cin::Forall& rows);

}  // namespace scorchc::schedule
