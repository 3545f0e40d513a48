// Compares the results of two schedules of a kernel.
#pragma once

#include "data/tensor.h"

namespace scorchc::driver {

/// Whether the same components are stored, in any order, with equal values. Floating-point values may differ by
/// rounding, relative to the largest value.
bool is_same_result(const data::PackedTensor& a, const data::PackedTensor& b);

}  // namespace scorchc::driver
