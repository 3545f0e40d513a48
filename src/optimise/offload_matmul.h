// Offloads products of dense matrices to the user's BLAS (`--blas=cblas`).
#pragma once

#include "ir/loop.h"
#include "support/decisions.h"

namespace scorchc::optimise {

/// Replaces the loop nests that are products of dense matrices by loop::Matmul, and records them in `decisions`. A nest
/// must be outermost, or inside sequential loops over a batch.
loop::Module offload_matmul(loop::Module module, Decisions& decisions);

}  // namespace scorchc::optimise
