// Blocks loops over rows whose vector loop reads the same data in every row: several rows run together, so that shared
// operands are loaded once.
//
//   for i in 0 .. i_size                             ->  for i in 0 .. i_size blocked own b
//     f32 b = bias[i]                                      f32 b = bias[i]
//     for k in 0 .. k_size vector f32 ...                  for k in 0 .. k_size vector f32 ...
//       f32 t := 0                                           f32 t := 0
//       for j in 0 .. j_size                                 for j in 0 .. j_size
//         t += A[i * j_size + j] * B[j * k_size + k]           t += A[i * j_size + j] * B[j * k_size + k]
//       C[i * k_size + k] = t + b                            C[i * k_size + k] = t + b
//
// Every component is computed by the same operations, in the same order, as one row at a time.
//
//   in, out   a module that verifies
//   true afterwards: no For without chunks has this form
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// Replaces such loops in all functions by loop::RowBlock.
loop::Module block_rows(loop::Module module);

}  // namespace scorchc::passes
