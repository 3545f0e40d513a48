// A number beside the size of what it was made of: the running error analysis of Higham, Accuracy and Stability of
// Numerical Algorithms (3.3). A computation that rounds to a relative u, in whatever order, differs from another one by
// a small multiple of u times the scale. Where a sum cancels, the scale stays as large as its terms. It is no finite
// number where NaN or an infinity is a part of what is computed.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "oracle/arithmetic.h"

namespace scorchc::oracle {

struct Scaled {
  double value;
  double scale;

  explicit Scaled(double number = 0) : Scaled(number, std::abs(number)) {}
  Scaled(double number, double made_of) : value(number), scale(made_of) {}
  bool operator==(const Scaled& other) const { return value == other.value; }
};

inline Scaled add(Scaled a, Scaled b) { return {a.value + b.value, a.scale + b.scale}; }
inline Scaled subtract(Scaled a, Scaled b) { return {a.value - b.value, a.scale + b.scale}; }
inline Scaled negate(Scaled a) { return {-a.value, a.scale}; }
inline Scaled multiply(Scaled a, Scaled b) {
  return {a.value * b.value, a.scale * std::abs(b.value) + std::abs(a.value) * b.scale};
}
inline Scaled divide(Scaled a, Scaled b) {
  const double quotient = a.value / b.value;
  return {quotient, (a.scale + std::abs(quotient) * b.scale) / std::abs(b.value)};
}
/// A NaN stays.
inline double larger_scale(double a, double b) { return a > b || std::isnan(a) ? a : b; }
inline Scaled smaller(Scaled a, Scaled b) { return {smaller(a.value, b.value), larger_scale(a.scale, b.scale)}; }
inline Scaled larger(Scaled a, Scaled b) { return {larger(a.value, b.value), larger_scale(a.scale, b.scale)}; }

template <>
inline Scaled largest<Scaled>() {
  return {std::numeric_limits<double>::infinity(), 0};
}
template <>
inline Scaled smallest<Scaled>() {
  return {-std::numeric_limits<double>::infinity(), 0};
}

/// How far a function's value moves where its operands do by a little of their scales, which also finds steps.
inline Scaled call(Function function, Scaled a, Scaled b) {
  constexpr double step = 0x1p-17;
  const double value = call(function, a.value, b.value);
  if (!std::isfinite(a.scale) || !std::isfinite(b.scale)) return {value, std::numeric_limits<double>::infinity()};
  double moved = 0;
  for (const double side : {-step, step})
    for (const double other :
         {call(function, a.value + side * a.scale, b.value), call(function, a.value, b.value + side * b.scale)})
      if (std::isfinite(other)) moved = std::max(moved, std::abs(other - value));
  return {value, std::abs(value) + moved / step};
}

}  // namespace scorchc::oracle
