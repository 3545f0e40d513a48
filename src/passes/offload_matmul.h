// Offloads products of dense matrices to the user's BLAS (`--blas=cblas`).
//
//   for i in 0 .. n                       matmul f32 C[0] by l += A[0] by m times B[0] by l ...
//     for k in 0 .. m                       for i in 0 .. n
//       for j in 0 .. l                       for k in 0 .. m
//         C[i * l + j] += ...                   ...
//
//   in, out   a module that verifies
//   true afterwards: each nest that passes/analyses/dense_product.h recognises and that BLAS may compute is in a
//   loop::Matmul
#pragma once

#include "ir/loop.h"
#include "support/decisions.h"

namespace scorchc::passes {

/// Replaces the loop nests that are products of dense matrices by loop::Matmul, and records them in `decisions`. A nest
/// must be outermost, or inside sequential loops over a batch.
loop::Module offload_matmul(loop::Module module, Decisions& decisions);

}  // namespace scorchc::passes
