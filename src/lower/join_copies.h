// Operands that are stored in another order first, only to be added one after the other: one copy holds them all.
#pragma once

#include "ir/cin.h"

namespace scorchc::lower {

/// The program with one copy for operands that are alike, where consecutive statements of a gathered sum read their
/// copies and differ in nothing else but their signs. Each row of that copy has the entries of the first operand, then
/// those of the next, times 1 or -1 where their signs differ: their sums are the same to the last bit. A loop over a
/// table of the operands fills it (TensorDeclaration::stands_for).
cin::Program join_copies(const cin::Program& program);

}  // namespace scorchc::lower
