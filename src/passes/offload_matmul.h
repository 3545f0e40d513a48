// Offloads products of dense matrices to the user's BLAS (`--blas=cblas`).
//
//   for i in 0 .. n                       for i in 0 .. n matmul
//     for k in 0 .. m                       for k in 0 .. m
//       for j in 0 .. l                       for j in 0 .. l
//         C[i * l + j] += ...                   C[i * l + j] += ...
//
//   in, out   a module that verifies
//   true afterwards: each nest that ir/loop_matmul.h recognises and that BLAS may compute is marked (For::product)
#pragma once

#include "ir/loop.h"
#include "support/decisions.h"

namespace scorchc::passes {

/// Marks the loop nests that are products of dense matrices (For::product), and records them in `decisions`. A nest
/// must be outermost, or inside sequential loops over a batch.
loop::Module offload_matmul(loop::Module module, Decisions& decisions);

}  // namespace scorchc::passes
