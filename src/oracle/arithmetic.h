// Implements the operations on values, for all types of arithmetic: float, double, std::int32_t, std::int64_t.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "oracle/tree.h"

namespace scorchc::oracle {

/// Applies an operation. Integers wrap: the operation is applied to unsigned values, where overflow is defined.
template <class T, class Operation>
T wrapping(T a, T b, Operation operation) {
  if constexpr (std::integral<T>) {
    using Unsigned = std::make_unsigned_t<T>;
    return static_cast<T>(operation(static_cast<Unsigned>(a), static_cast<Unsigned>(b)));
  } else {
    return operation(a, b);
  }
}

template <class T>
T add(T a, T b) {
  return wrapping(a, b, [](auto x, auto y) { return x + y; });
}

template <class T>
T subtract(T a, T b) {
  return wrapping(a, b, [](auto x, auto y) { return x - y; });
}

template <class T>
T multiply(T a, T b) {
  return wrapping(a, b, [](auto x, auto y) { return x * y; });
}

template <class T>
T negate(T a) {
  if constexpr (std::integral<T>)
    return subtract(T{0}, a);
  else
    return -a;
}

/// The quotient. The caller must exclude integer division by 0.
template <class T>
T divide(T a, T b) {
  if constexpr (std::integral<T>)
    if (b == -1) return negate(a);  // the machine would trap on MIN / -1
  return static_cast<T>(a / b);
}

template <class T>
bool is_nan(T a) {
  if constexpr (std::integral<T>)
    return false;
  else
    return std::isnan(a);
}

template <class T>
T smaller(T a, T b) {
  return is_nan(a) || a < b ? a : b;
}

template <class T>
T larger(T a, T b) {
  return is_nan(a) || a > b ? a : b;
}

template <class T>
T largest() {
  return std::integral<T> ? std::numeric_limits<T>::max() : std::numeric_limits<T>::infinity();
}

template <class T>
T smallest() {
  return std::integral<T> ? std::numeric_limits<T>::lowest() : static_cast<T>(-std::numeric_limits<T>::infinity());
}

/// Converts between value types: to a floating-point type by rounding, between integer types by wrapping, from a
/// floating-point to an integer type by truncation, clamped to the range.
template <class To, class From>
To convert(From value) {
  if constexpr (std::integral<To> && std::floating_point<From>) {
    if (std::isnan(value)) return 0;
    // As a floating-point value, max() may round up to a power of two, the first value that does not fit.
    if (value >= static_cast<From>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
    if (value <= static_cast<From>(std::numeric_limits<To>::lowest())) return std::numeric_limits<To>::lowest();
  }
  if constexpr (!std::is_arithmetic_v<To>)
    return To(static_cast<double>(value));  // a class such as Scaled (scaled.h)
  else
    return static_cast<To>(value);
}

/// Applies a function. Floating-point functions are never called with an integer type, because they make the type of
/// the statement f64.
template <class T>
T call(Function function, T a, T b) {
  switch (function) {
    case Function::relu:
      return larger(a, T{0});
    case Function::abs:
      return a <= T{0} ? subtract(T{0}, a) : a;  // abs(-0) is 0
    case Function::min:
      return smaller(a, b);
    case Function::max:
      return larger(a, b);
    default:
      break;
  }
  if constexpr (std::floating_point<T>) {
    switch (function) {
      case Function::sqrt:
        return std::sqrt(a);
      case Function::sin:
        return std::sin(a);
      case Function::tan:
        return std::tan(a);
      case Function::tanh:
        return std::tanh(a);
      case Function::floor:
        return std::floor(a);
      case Function::ceil:
        return std::ceil(a);
      case Function::exp:
        return std::exp(a);
      case Function::log:
        return std::log(a);
      case Function::cos:
        return std::cos(a);
      case Function::sigmoid:
        return T{1} / (T{1} + std::exp(-a));
      case Function::pow:
        return std::pow(a, b);
      default:
        break;
    }
  }
  return a;
}

}  // namespace scorchc::oracle
