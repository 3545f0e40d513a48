// Addends of a gathered sum that are the same but for their operands are said once, in a loop over the operands.
#pragma once

#include "ir/cin.h"

namespace scorchc::lower {

/// The program with one statement for consecutive ones that are alike. In place of their operands it reads tensors that
/// stand for them (TensorDeclaration::stands_for), which `split` has beside the operands.
cin::Program reroll_operands(const cin::Program& program);

}  // namespace scorchc::lower
