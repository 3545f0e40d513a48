// Finds expressions that are 0 where their operands are unstored, although no single operator shows it: exp(A) - 1,
// pow(A, 2), min(A, 0).
#pragma once

#include "ir/kernel.h"

namespace scorchc::infer {

/// The kernel's right-hand side in which such expressions are marked (Apply::is_constant_elsewhere), so that they are
/// stored only where an operand is. They are found by constant folding with all operands 0.
Expr with_folded_zeros(const Kernel& kernel);

}  // namespace scorchc::infer
