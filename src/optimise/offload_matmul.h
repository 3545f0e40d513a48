// Dense products that are left to the user's BLAS (`--blas=cblas`).
#pragma once

#include "ir/loop.h"
#include "support/decisions.h"

namespace scorchc::optimise {

/// Marks the loops that are products of dense matrices and stand for themselves, or in loops over a batch of them that
/// no threads share out, and says so.
loop::Module offload_matmul(loop::Module module, Decisions& decisions);

}  // namespace scorchc::optimise
