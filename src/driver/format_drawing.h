// Draws a small tensor and the arrays that store it in a format.
#pragma once

#include <string>

#include "ir/format.h"

namespace scorchc::driver {

/// Returns the tensor as a grid, with `.` for components that are not stored, and each array as `data::pack` fills it.
/// Returns an empty text if the smallest example would be too large.
std::string draw_example(const Format& format);

}  // namespace scorchc::driver
