// Collapses loops over segments that do nothing per segment into one loop over their entries.
//
//   while (p < end) {                                   for (q = p; q < end; ++q) {
//     i = crd[p]                                          i = crd[q]
//     segment = p + 1                                     ...
//     while (segment < end && crd[segment] == i) ...    }
//     for (q = p; q < segment; ++q) ...
//     p = segment
//   }
//
// The loop reads a coordinate for each entry, but it searches for no end of a segment, which a processor cannot
// predict.
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// The body of a function with such loops collapsed, inner ones first.
loop::Block collapse_segment_loops(const loop::Block& body);

}  // namespace scorchc::passes
