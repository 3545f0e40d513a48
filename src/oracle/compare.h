// Compares the result of a kernel with the expected result.
#pragma once

#include <string>
#include <string_view>

#include "oracle/dense_interpreter.h"

namespace scorchc::oracle {

struct Comparison {
  bool values_agree = true;    // all values agree; an unstored component counts as 0
  bool patterns_agree = true;  // the same components are stored
  std::string message;         // the first difference in values or, if there is none, in patterns; empty without one
};

/// Compares two arrays. Values agree if they are equal (NaN equals NaN, -0 equals 0) or, for floating-point types, if
/// they differ by at most `relative_tolerance` times the larger magnitude. An infinity agrees only with itself. Arrays
/// of different types or dimensions never agree. For a dense result, which stores every component, only `values_agree`
/// is relevant.
///
/// The message reads `y(3,1): expected 4, got 5`.
Comparison compare(std::string_view name, const Array& expected, const Array& actual, double relative_tolerance);

}  // namespace scorchc::oracle
