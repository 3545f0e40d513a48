// Collapses loops over rows that do nothing per row into one loop over all entries, which are contiguous.
//
//   for j in 0 .. size                      for p in pos[0] .. pos[size]
//     for p in pos[j] .. pos[j + 1]           count[crd[p]] += 1
//       count[crd[p]] += 1
//
// Entries are visited in the same order. The end of a row is unpredictable for a processor, and nearly empty matrices
// have more rows than entries. The loop that counts entries before an operand is converted is of this kind.
//
//   in, out   the body of a function
//   true afterwards: no sequential loop over all rows does nothing but run over their entries without using the row
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// The body of a function with such loops collapsed, inner ones first.
loop::Block collapse_row_loops(const loop::Block& body);

}  // namespace scorchc::passes
