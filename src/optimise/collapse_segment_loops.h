// Loops over segments that nothing is done for become one loop over what they consist of.
//
//   while (p < end) {                                   for (q = p; q < end; ++q) {
//     i = crd[p]                                          i = crd[q]
//     segment = p + 1                                     ...
//     while (segment < end && crd[segment] == i) ...    }
//     for (q = p; q < segment; ++q) ...
//     p = segment
//   }
//
// A coordinate is read for each entry, and no end of a segment is looked for, which a processor cannot foresee.
#pragma once

#include "ir/loop.h"

namespace scorchc::optimise {

/// The body of a function with such loops joined, the inner ones first.
loop::Block collapse_segment_loops(const loop::Block& body);

}  // namespace scorchc::optimise
