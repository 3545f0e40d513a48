// Loops that leave a product of dense matrices to the user's BLAS (`--blas=cblas`): those of the product stand for
// themselves, so that they can be a call, and what else the statement has comes before or behind them, in loops of its
// own.
#pragma once

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// `reorder(j, i, k)`, or nothing: where the product is all that the statement is, any loops do.
Commands choose_blas(const Kernel& kernel, Decisions& decisions);

}  // namespace scorchc::schedule
