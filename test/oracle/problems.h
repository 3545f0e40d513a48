// Provides short notations for operands and expected results in the oracle's tests.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "oracle/compare.h"
#include "oracle/dense_interpreter.h"

namespace scorchc::oracle {

inline constexpr double inf = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();
/// Denotes an unstored component.
inline constexpr std::nullopt_t none = std::nullopt;

using Components = std::vector<std::optional<double>>;

/// A sparse array. Values of unstored components must never be read, so they are NaN or an absurd number.
inline Array sparse(std::vector<std::int64_t> dimensions, const Components& components, Type type = Type::f64) {
  Array array{.type = type, .dimensions = std::move(dimensions)};
  for (const std::optional<double>& component : components) {
    array.stored.push_back(component ? 1 : 0);
    if (type == Type::f32 || type == Type::f64)
      array.reals.push_back(component.value_or(nan));
    else
      array.integers.push_back(component ? static_cast<std::int64_t>(*component) : -987654321);
  }
  return array;
}

inline Array dense(std::vector<std::int64_t> dimensions, const Components& components, Type type = Type::f64) {
  Array array = sparse(std::move(dimensions), components, type);
  array.full = true;
  return array;
}

/// For integers that a double cannot represent.
inline Array integers(Type type, std::vector<std::int64_t> values) {
  Array array{.type = type, .dimensions = {static_cast<std::int64_t>(values.size())}};
  array.stored.assign(values.size(), 1);
  array.integers = std::move(values);
  array.full = true;
  return array;
}

using Operands = std::map<std::string, Array>;
using Extents = std::map<std::string, std::int64_t>;

inline Array compute(const std::string& statement, Operands operands, Type type = Type::f64, Extents extents = {}) {
  return interpret({statement, std::move(operands), std::move(extents), type});
}

/// Empty if `actual` equals `expected` in values and pattern, otherwise the first difference.
inline std::string difference(const Array& expected, const Array& actual, double relative_tolerance = 0) {
  return compare("result", expected, actual, relative_tolerance).message;
}

}  // namespace scorchc::oracle
