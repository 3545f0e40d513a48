// One value into another type, as the contract says: to a floating type by rounding, to an integer type only if
// nothing is lost.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>

namespace scorchc::data {

/// The type in which duplicates are added up: every value of T is exact in it.
template <class T>
using Wide = std::conditional_t<std::is_floating_point_v<T>, double, std::int64_t>;

/// The value as a To, or nothing if To cannot hold it.
template <class To, class From>
std::optional<To> converted(From value) {
  if constexpr (std::floating_point<To>) {
    return static_cast<To>(value);
  } else if constexpr (std::integral<From>) {
    if (value < std::numeric_limits<To>::min() || value > std::numeric_limits<To>::max()) return std::nullopt;
    return static_cast<To>(value);
  } else {
    // 2^31 or 2^63: exact in every floating type, while max() itself is not. NaN fails both comparisons.
    const From end = std::ldexp(From{1}, std::numeric_limits<To>::digits);
    if (!(value >= -end && value < end) || value != std::trunc(value)) return std::nullopt;
    return static_cast<To>(value);
  }
}

}  // namespace scorchc::data
