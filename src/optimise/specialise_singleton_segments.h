// Segments that need not be whole: what is done for one could be done for each of its entries, and would only read
// again what is read once for all of them. Their ends are not looked for where few entries share a coordinate: then
// each is a segment.
//
//   while (p < end)                                       if (crd[end - 1] - crd[p] < (end - p) / 16)
//     i = crd[p]                                            while (p < end) ...
//     segment = p + 1                                     else
//     while (segment < end && crd[segment] == i) ...        for q in p .. end
//     for k in lanes                                          i = crd[q]
//       for q in p .. segment                                 for k in lanes
//         C[crd2[q] * size + k] += A[q] * B[i * size + k]       C[crd2[q] * size + k] += A[q] * B[i * size + k]
//
// Every component is added to in the same order, so bits are the same. Segments of one or two entries are as good as
// random: where each ends is mispredicted every other time.
#pragma once

#include "ir/loop.h"

namespace scorchc::optimise {

/// The body of a function in which such ends are looked for where they are worth it.
loop::Block specialise_singleton_segments(const loop::Block& body);

}  // namespace scorchc::optimise
