// The numbers of a statement against the type that it computes in.
#pragma once

#include "ir/format.h"
#include "ir/index_notation.h"

namespace scorchc::front {

/// A Failure (number) at the first number that `type` cannot hold: an integer out of range, or one that is infinite in
/// f32.
void check_constants(const Statement& statement, ValueType type);

}  // namespace scorchc::front
