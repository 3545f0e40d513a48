// Splits the zeros of rows without terms off the loop over rows of a dense result. The loop over all rows then has no
// condition in its vector lanes, so that several rows can run at a time (passes/analyses/row_blocks.h), or the nest can
// be a matrix product (passes/offload_matmul.h).
//
//   for i in 0 .. m                                       for i in 0 .. m
//     for k in 0 .. n vector                                for k in 0 .. n vector
//       ...                                                   ...
//       Y[i * n + k] = pos[i] < pos[i + 1] ? t : 0            Y[i * n + k] = t
//                                                         for i in 0 .. m
//                                                           if not pos[i] < pos[i + 1]
//                                                             for k in 0 .. n
//                                                               Y[i * n + k] = 0
//
// The same for sums in memory that begin with zeros: `if pos[i] < pos[i + 1]` around `Y[i * n + k] += ...`.
//
//   in, out   a module that verifies
//   true afterwards: whether a row has terms is no condition inside vector loops that compute all of a dense result
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

loop::Module split_unstored_rows(loop::Module module);

}  // namespace scorchc::passes
