// Addends of a gathered sum that are the same but for their operands are said once, in a loop over the operands.
#pragma once

#include "ir/cin.h"

namespace scorchc::lower {

/// The program with one statement for consecutive ones that are alike. In place of their operands it reads tensors that
/// stand for them (TensorDeclaration::stands_for), which `split` has beside the operands.
cin::Program roll_sums(const cin::Program& program);

/// The tensors that stand for others in a statement of a sequence; empty if it is to be run only once.
std::vector<const TensorDeclaration*> stand_ins(const cin::Stmt& stmt, const Kernel& kernel);

}  // namespace scorchc::lower
