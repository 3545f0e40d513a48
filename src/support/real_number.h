// Reads floating-point numbers: the literals of statements and the values of text files follow the same rules.
#pragma once

#include <charconv>

namespace scorchc {

/// As std::from_chars, except that a number too small for f64 is read as 0 of its sign. So the only
/// result_out_of_range is an overflow; `value` is then unchanged.
std::from_chars_result read_real(const char* begin, const char* end, double& value);

}  // namespace scorchc
