// Converts one value to another type (docs/data.md): to a floating type by rounding, to an integer type only if nothing
// is lost.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>

namespace scorchc::data {

/// The type in which duplicates are summed; it represents every value of T exactly.
template <class T>
using Wide = std::conditional_t<std::is_floating_point_v<T>, double, std::int64_t>;

/// Returns the value as a To, or nothing if To cannot hold it.
template <class To, class From>
std::optional<To> converted(From value) {
  if constexpr (std::floating_point<To>) {
    return static_cast<To>(value);
  } else if constexpr (std::integral<From>) {
    if (value < std::numeric_limits<To>::min() || value > std::numeric_limits<To>::max()) return std::nullopt;
    return static_cast<To>(value);
  } else {
    // 2^31 or 2^63 is exact in every floating type; max() itself is not. NaN fails both comparisons.
    const From end = std::ldexp(From{1}, std::numeric_limits<To>::digits);
    if (!(value >= -end && value < end) || value != std::trunc(value)) return std::nullopt;
    return static_cast<To>(value);
  }
}

}  // namespace scorchc::data
