// The operations on values, in the type that a statement is computed in: float, double, std::int32_t or std::int64_t.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "oracle/tree.h"

namespace scorchc::oracle {

/// Integers wrap, which only unsigned arithmetic does without undefined behaviour.
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

/// The caller keeps integer divisors of 0 away.
template <class T>
T divide(T a, T b) {
  if constexpr (std::integral<T>)
    if (b == -1) return negate(a);  // the machine traps on the one quotient that does not fit
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

/// Between value types: to float types by rounding, between integers by wrapping, from a float to an integer type by
/// truncation into the range.
template <class To, class From>
To convert(From value) {
  if constexpr (std::integral<To> && std::floating_point<From>) {
    if (std::isnan(value)) return 0;
    // The largest value rounds up to a power of two, the first value that does not fit.
    if (value >= static_cast<From>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
    if (value <= static_cast<From>(std::numeric_limits<To>::lowest())) return std::numeric_limits<To>::lowest();
  }
  if constexpr (!std::is_arithmetic_v<To>)
    return To(static_cast<double>(value));  // a number with more to it, as in scaled.h
  else
    return static_cast<To>(value);
}

/// Functions that are always floating are never asked for in an integer type: they make a statement's type f64.
template <class T>
T call(Function function, T a, T b) {
  switch (function) {
    case Function::relu:
      return larger(a, T{0});
    case Function::abs:
      return a <= T{0} ? subtract(T{0}, a) : a;  // of -0 it is 0
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
