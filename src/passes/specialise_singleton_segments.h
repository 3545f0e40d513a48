// Specialises loops over segments for segments of a single entry. It applies if the work for a segment could be done
// for each of its entries, and would only repeat loads that the segment shares. If few entries share a coordinate at
// run time, each entry is treated as a segment, and no ends are searched.
//
//   while (p < end)                                       if (crd[end - 1] - crd[p] < (end - p) / 16)
//     i = crd[p]                                            while (p < end) ...
//     segment = p + 1                                     else
//     while (segment < end && crd[segment] == i) ...        for q in p .. end
//     for k in lanes                                          i = crd[q]
//       for q in p .. segment                                 for k in lanes
//         C[crd2[q] * size + k] += A[q] * B[i * size + k]       C[crd2[q] * size + k] += A[q] * B[i * size + k]
//
// Every component is added to in the same order, so results are bitwise the same. If lengths vary between one and two,
// the branch at the end of a segment is unpredictable.
#pragma once

#include <cstdint>

#include "ir/loop.h"

namespace scorchc::passes {

/// The body of a function in which the ends of segments are only searched where that pays: where segments have at least
/// `entries_per_segment` entries on average.
loop::Block specialise_singleton_segments(const loop::Block& body, std::int64_t entries_per_segment);

}  // namespace scorchc::passes
