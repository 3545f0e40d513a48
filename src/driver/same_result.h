// Whether two schedules of a kernel have computed the same.
#pragma once

#include "data/tensor.h"

namespace scorchc::driver {

/// The same components are stored, in whatever order, and their values are equal; those of floating types up to
/// rounding, which is held against the largest of them.
bool is_same_result(const data::PackedTensor& a, const data::PackedTensor& b);

}  // namespace scorchc::driver
