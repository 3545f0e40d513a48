// Implements operators with the semantics of emitted code (runtime/arithmetic.h): integers wrap, f32 rounds after every
// operation, and min, max and relu propagate NaN.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "ir/operators.h"

namespace scorchc::interpret {

template <class T>
T wrapped(std::make_unsigned_t<T> value) {
  return static_cast<T>(value);
}

template <class T>
T negated(T a) {
  if constexpr (std::is_integral_v<T>)
    return wrapped<T>(0 - static_cast<std::make_unsigned_t<T>>(a));
  else
    return -a;
}

template <class T>
T added(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return wrapped<T>(static_cast<std::make_unsigned_t<T>>(a) + static_cast<std::make_unsigned_t<T>>(b));
  else
    return a + b;
}

template <class T>
T smaller(T a, T b) {
  return (a < b || a != a) ? a : b;  // NOLINT(misc-redundant-expression): NaN
}

template <class T>
T larger(T a, T b) {
  return (a > b || a != a) ? a : b;  // NOLINT(misc-redundant-expression): NaN
}

/// Applies a function that exists only for floating-point types; returns `a` for integers.
template <class T, class Function>
T real(T a, Function function) {
  if constexpr (std::is_floating_point_v<T>)
    return function(a);
  else
    return a;
}

/// Applies an operator; unary operators ignore `b`. Integer division is implemented elsewhere (Expressions::divide),
/// because a division by zero sets the status.
template <class T>
T applied(Operator op, T a, T b) {
  switch (op) {
    case Operator::add:
      return added(a, b);
    case Operator::sub:
      return added(a, negated(b));
    case Operator::mul:
      if constexpr (std::is_integral_v<T>)
        return wrapped<T>(static_cast<std::make_unsigned_t<T>>(a) * static_cast<std::make_unsigned_t<T>>(b));
      else
        return a * b;
    case Operator::div:
      return real(a, [b](T x) { return x / b; });
    case Operator::neg:
      return negated(a);
    case Operator::relu:
      return a <= 0 ? T{0} : a;
    case Operator::abs:
      return a <= 0 ? added(T{0}, negated(a)) : a;  // abs(-0) is 0
    case Operator::min:
      return smaller(a, b);
    case Operator::max:
      return larger(a, b);
    case Operator::sqrt:
      return real(a, [](auto x) { return std::sqrt(x); });
    case Operator::sin:
      return real(a, [](auto x) { return std::sin(x); });
    case Operator::tan:
      return real(a, [](auto x) { return std::tan(x); });
    case Operator::tanh:
      return real(a, [](auto x) { return std::tanh(x); });
    case Operator::floor:
      return real(a, [](auto x) { return std::floor(x); });
    case Operator::ceil:
      return real(a, [](auto x) { return std::ceil(x); });
    case Operator::exp:
      return real(a, [](auto x) { return std::exp(x); });
    case Operator::log:
      return real(a, [](auto x) { return std::log(x); });
    case Operator::cos:
      return real(a, [](auto x) { return std::cos(x); });
    case Operator::sigmoid:
      return real(a, [](auto x) { return 1 / (1 + std::exp(-x)); });
    case Operator::pow:
      return real(a, [b](auto x) { return std::pow(x, b); });
  }
  return a;
}

/// Truncates towards zero and clamps to the range of the type; NaN gives 0.
template <class To>
To truncated(double a) {
  const double limit = -static_cast<double>(std::numeric_limits<To>::min());
  if (a != a) return 0;
  if (a >= limit) return std::numeric_limits<To>::max();
  if (a <= -limit) return std::numeric_limits<To>::min();
  return static_cast<To>(a);
}

/// Converts between value types.
template <class To, class From>
To converted(From a) {
  if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>)
    return truncated<To>(static_cast<double>(a));
  else
    return static_cast<To>(a);
}

}  // namespace scorchc::interpret
