// A small tensor, and the arrays that hold it in a format.
#pragma once

#include <string>

#include "ir/format.h"

namespace scorchc::driver {

/// The tensor as a grid, `.` where nothing is stored, and below it each array as `data::pack` fills it. Nothing for
/// formats whose smallest example is too large to be seen at a glance.
std::string draw_example(const Format& format);

}  // namespace scorchc::driver
