// Loops over rows, all coordinates of a dense level, that do nothing for a row without entries, outside of all others
// but those over threads' shares. Most rows may have none: to come to each of them, and to find out by a branch that
// nobody can foretell, takes longer than the entries do. Such loops are marked with the positions that tell
// (For::occupancy):
//
//   for i in 0 .. i_size
//     x_value = x[i]
//     for p in pos[i] .. pos[i + 1]
//       y[crd[p]] += A[p] * x_value
//
// Of a union that is the positions of all operands together: each tells of the loops over its own entries.
//
// What only sets something of the row to a value, as its part of a dense array to zero, or the position where it ends,
// is left to do for rows that are passed over (For::left).
//
// They stay what they are. Emitted code looks at 64 rows at once, and comes to those alone that have entries, where
// these are few.
#pragma once

#include "ir/loop.h"

namespace scorchc::optimise {

/// The module with such loops marked.
loop::Module skip_empty_rows(loop::Module module);

}  // namespace scorchc::optimise
