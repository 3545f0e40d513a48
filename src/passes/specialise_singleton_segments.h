// Specialises loops over segments for segments of a single entry. It applies if the work for a segment could be done
// for each of its entries, and would only repeat loads that the segment shares. If few entries share a coordinate at
// run time, each entry is treated as a segment, and no ends are searched.
//
//   while p < end                               if p < end and crd[end - 1] - crd[p] < (end - p) / 16
//     i64 i = crd[p]                              while p < end
//     i64 segment := p + 1                          ...
//     while segment < end and crd[segment] == i else
//       segment += 1                              for q in p .. end
//     for k in 0 .. n vector                        i64 i = crd[q]
//       for q in p .. segment                       for k in 0 .. n vector
//         C[crd2[q] * n + k] += A[q] * B[i * n + k]   C[crd2[q] * n + k] += A[q] * B[i * n + k]
//     p = segment
//
// Every component is added to in the same order, so results are bitwise the same. If lengths vary between one and two,
// the branch at the end of a segment is unpredictable. Without a test, if the work does not read the coordinate.
//
//   in, out   the body of a function, run once
//   true afterwards: outermost loops over segments whose work could be done for each entry have a version that does so
#pragma once

#include <cstdint>

#include "ir/loop.h"

namespace scorchc::passes {

/// The body of a function in which the ends of segments are only searched where that pays: where segments have at least
/// `entries_per_segment` entries on average.
loop::Block specialise_singleton_segments(const loop::Block& body, std::int64_t entries_per_segment);

}  // namespace scorchc::passes
