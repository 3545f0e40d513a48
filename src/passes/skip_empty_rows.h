// Finds loops over rows that do nothing for rows without entries, so that emitted code can skip empty rows by an
// occupancy mask. Such a loop runs over all coordinates of a dense level. It is outermost, or directly inside a loop
// over threads' chunks. Most rows may be empty: visiting each of them, with an unpredictable branch, takes longer than
// the entries do. loop::ForNonempty replaces it. It names the arrays of positions that tell which rows have entries:
//
//   for i in 0 .. i_size                     ->  for nonempty i in 0 .. i_size of pos
//     x_value = x[i]                                 x_value = x[i]
//     for p in pos[i] .. pos[i + 1]                  for p in pos[i] .. pos[i + 1]
//       y[crd[p]] += A[p] * x_value                    y[crd[p]] += A[p] * x_value
//
// For a union these are the positions of all operands, since each tells only of the loops over its own entries.
//
// Statements that only set something of a row to a value remain for skipped rows (SkippedBody): part of a dense array
// to zero, for example, or the position where the row ends.
//
// The body does not change. Emitted code tests 64 rows at a time, and visits only rows with entries if these are few.
//
//   in, out   a module that verifies
//   true afterwards: no such loop is a For
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// Replaces such loops in all functions. Parallel loops are divided among threads before (divide_among_threads.h).
loop::Module skip_empty_rows(loop::Module module);

}  // namespace scorchc::passes
