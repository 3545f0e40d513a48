// Re-rolls addends of an accumulated sum that are equal but for their operands into a loop over a table of the
// operands.
#pragma once

#include "ir/cin.h"

namespace scorchc::lower {

/// The program with one statement in place of consecutive statements that are equal but for their operands. It reads
/// tensors that stand for the operands (TensorDeclaration::stands_for); `split` declares them as well as the operands.
cin::Program reroll_operands(const cin::Program& program);

}  // namespace scorchc::lower
