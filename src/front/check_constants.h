// Checks the literals of a statement against the type of its arithmetic.
#pragma once

#include "ir/format.h"
#include "ir/index_notation.h"

namespace scorchc::front {

/// Fails with Code::number at the first literal that `type` cannot represent: an integer out of range, or a number that
/// is infinite in f32.
void check_constants(const Statement& statement, ValueType type);

}  // namespace scorchc::front
