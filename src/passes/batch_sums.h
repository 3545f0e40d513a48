// Forms the sums of several iterations together, where each iteration adds up one sum in a vector loop and does little
// else. One sum alone would leave lanes empty, or wait for its own additions.
//
// 1. Sums over coordinates (SDDMM):
//
//   for p in pos[i] .. pos[i + 1]            ->  for p in pos[i] .. pos[i + 1] batched t
//     i64 j = crd[p]                               i64 j = crd[p]
//     f32 t := 0                                   f32 t := 0
//     for k in 0 .. k_size vector f32 ...          for k in 0 .. k_size vector f32 ...
//       t += X[i * k_size + k] * Y[j * k_size + k]   t += X[i * k_size + k] * Y[j * k_size + k]
//     D[p] = S[p] * t                              D[p] = S[p] * t
//
// 2. Sums over positions, where the segments of successive iterations are adjacent (SpMV):
//
//   for i in 0 .. i_size                     ->  for i in 0 .. i_size batched t
//     f32 t := 0                                   f32 t := 0
//     for p in pos[i] .. pos[i + 1] vector f32 ... for p in pos[i] .. pos[i + 1] vector f32 ...
//       t += A[p] * x[crd[p]]                        t += A[p] * x[crd[p]]
//     y[i] = t                                     y[i] = t
//
//   in, out   a module that verifies
//   true afterwards: no loop has one of these forms, but for a form 2 over part of a level, which
//   may have few iterations
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// Replaces such loops in all functions by loop::BatchedSums.
loop::Module batch_sums(loop::Module module);

}  // namespace scorchc::passes
