// Orders loops so that a product of dense matrices has a nest of its own (`--blas=cblas`), which the pass
// `offload-matmul` replaces by a call of the user's BLAS.
#pragma once

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// `reorder(j, i, k)`. Empty if there is no such product, or if the statement is the product alone: then any order
/// qualifies.
Commands choose_blas(const Kernel& kernel, Decisions& decisions);

}  // namespace scorchc::schedule
