// Defines a number with a running error bound (Higham, Accuracy and Stability of Numerical Algorithms, 3.3). The bound,
// called scale, is the magnitude of the terms from which the value is computed. Two computations in different orders,
// with relative rounding error u, differ by a small multiple of u times the scale. If the terms of a sum cancel, the
// scale remains as large as the terms. It is not finite if NaN or an infinity is involved.
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
/// The larger scale; NaN if `a` is NaN.
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

/// A function. Its scale is estimated from the change of its value when each operand changes by a small fraction of its
/// scale, so that steps (floor) are detected, too.
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
