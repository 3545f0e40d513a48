// Collapses loops over rows that do nothing per row into one loop over all entries, which are contiguous.
//
//   for (j = 0; j < size; ++j)                            for (p = pos[0]; p < pos[size]; ++p)
//     for (p = pos[j]; p < pos[j + 1]; ++p)                 ++count[crd[p]]
//       ++count[crd[p]]
//
// Entries are visited in the same order. The end of a row is unpredictable for a processor, and nearly empty matrices
// have more rows than entries. The loop that counts entries before an operand is converted is of this kind.
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// The body of a function with such loops collapsed, inner ones first.
loop::Block collapse_row_loops(const loop::Block& body);

}  // namespace scorchc::passes
