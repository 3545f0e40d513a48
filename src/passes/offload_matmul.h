// Offloads products of dense matrices to the user's BLAS (`--blas=cblas`).
#pragma once

#include "ir/loop.h"
#include "support/decisions.h"

namespace scorchc::passes {

/// Marks the loop nests that are products of dense matrices (For::product), and records them in `decisions`. A nest
/// must be outermost, or inside sequential loops over a batch.
loop::Module offload_matmul(loop::Module module, Decisions& decisions);

}  // namespace scorchc::passes
