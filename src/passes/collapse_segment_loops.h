// Collapses loops over segments that do nothing per segment into one loop over their entries.
//
//   i64 p := 0                                          for q in 0 .. end
//   while p < end                                         i64 i = crd[q]
//     i64 i = crd[p]                                      ...
//     i64 segment := p + 1
//     while segment < end and crd[segment] == i
//       segment += 1
//     for q in p .. segment
//       ...
//     p = segment
//
// The loop reads a coordinate for each entry, but it searches for no end of a segment, which a processor cannot
// predict. A statement that only notes that there is a segment runs once, after the loop.
//
//   in, out   the body of a function
//   true afterwards: no loop over segments does nothing but run over the entries of each
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// The body of a function with such loops collapsed, inner ones first.
loop::Block collapse_segment_loops(const loop::Block& body);

}  // namespace scorchc::passes
