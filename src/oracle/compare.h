// Comparison of what a kernel computed with what it should have computed.
#pragma once

#include <string>
#include <string_view>

#include "oracle/dense_interpreter.h"

namespace scorchc::oracle {

struct Comparison {
  bool values_agree = true;    // everywhere; a component that is not stored reads as 0
  bool patterns_agree = true;  // the same components are stored
  std::string message;         // the first difference, of values before patterns; empty without one
};

/// Values agree if they are equal (NaN with NaN, -0 with 0), or, for floating types, if they differ by at most
/// `relative_tolerance` of the larger one; 0 asks for equality. An infinity agrees with itself only. Different types or
/// dimensions agree in nothing. A dense result stores everything, so its caller looks at `values_agree` alone.
///
/// The message reads `y(3,1): expected 4, got 5`.
Comparison compare(std::string_view name, const Array& expected, const Array& actual, double relative_tolerance);

}  // namespace scorchc::oracle
