// Joins the converted copies of operands that are only added up, one after the other, into a single copy.
#pragma once

#include "ir/cin.h"

namespace scorchc::lower {

/// The program with one copy for several converted operands. It applies to consecutive statements of an accumulated sum
/// that read the copies and differ only in signs. Each row of the joined copy has the entries of the first operand,
/// then those of the next, multiplied by 1 or -1 if the signs differ, so sums are bitwise the same. A loop over a table
/// of the operands fills it (TensorDeclaration::stands_for).
cin::Program join_copies(const cin::Program& program);

}  // namespace scorchc::lower
