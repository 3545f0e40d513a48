// Functions that are 0 where their operands are unstored, which no single operator shows: pow(A, 2), min(A, 0),
// exp(A) - 1.
#pragma once

#include "ir/kernel.h"

namespace scorchc::infer {

/// The kernel's expression, where what folds to 0 at unstored operands stores only what these do
/// (`Apply::is_constant_elsewhere`).
Expr with_folded_zeros(const Kernel& kernel);

}  // namespace scorchc::infer
