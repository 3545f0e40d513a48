// Chooses loops that leave a product of dense matrices to the user's BLAS (`--blas=cblas`). The product gets loops of
// its own, which can become one call; the rest of the statement runs before or after them.
#pragma once

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// `reorder(j, i, k)`. Empty if there is no such product, or if the statement is nothing but the product: then any
/// loops do.
Commands choose_blas(const Kernel& kernel, Decisions& decisions);

}  // namespace scorchc::schedule
