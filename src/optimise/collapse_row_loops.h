// Loops over rows that nothing is done for become one loop over the rows' entries, which lie one behind the other.
//
//   for (j = 0; j < size; ++j)                            for (p = pos[0]; p < pos[size]; ++p)
//     for (p = pos[j]; p < pos[j + 1]; ++p)                 ++count[crd[p]]
//       ++count[crd[p]]
//
// The entries are met in the same order. Where a row ends a processor cannot foresee, and nearly empty matrices have
// more rows than entries. What is counted before an operand is stored again by another index is such a loop.
#pragma once

#include "ir/loop.h"

namespace scorchc::optimise {

/// The body of a function with such loops joined, the inner ones first.
loop::Block collapse_row_loops(const loop::Block& body);

}  // namespace scorchc::optimise
