// Implements the comparison of arrays.
#include "oracle/compare.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>

namespace scorchc::oracle {
namespace {

bool is_floating(const Array& array) { return array.type == Type::f32 || array.type == Type::f64; }

std::string_view name_of(Type type) {
  constexpr std::string_view names[] = {"f32", "f64", "i32", "i64"};
  return names[static_cast<std::size_t>(type)];
}

std::size_t size_of(const Array& array) { return is_floating(array) ? array.reals.size() : array.integers.size(); }

bool stores(const Array& array, std::size_t component) {
  return array.stored.empty() ? array.full : array.stored[component] != 0;
}

double real(const Array& array, std::size_t component) { return stores(array, component) ? array.reals[component] : 0; }

std::int64_t integer(const Array& array, std::size_t component) {
  return stores(array, component) ? array.integers[component] : 0;
}

bool near(double a, double b, double relative_tolerance) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return true;
  // Any difference is within a relative tolerance of an infinity.
  if (!std::isfinite(a) || !std::isfinite(b)) return false;
  return std::abs(a - b) <= relative_tolerance * std::max(std::abs(a), std::abs(b));
}

template <class T>
std::string print(T value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return std::string(text.data(), end);
}

std::string print(const Array& array, std::size_t component) {
  if (!stores(array, component)) return "no stored component";
  if (array.type == Type::f32) return print(static_cast<float>(array.reals[component]));
  return is_floating(array) ? print(array.reals[component]) : print(array.integers[component]);
}

std::string print_list(const std::vector<std::int64_t>& numbers) {
  std::string text;
  for (std::int64_t number : numbers) text += (text.empty() ? "" : ",") + print(number);
  return text;
}

std::string print_place(std::string_view name, const std::vector<std::int64_t>& dimensions, std::size_t component) {
  if (dimensions.empty()) return std::string(name);
  std::vector<std::int64_t> coordinates(dimensions.size());
  auto rest = static_cast<std::int64_t>(component);
  for (std::size_t mode = dimensions.size(); mode-- > 0;) {
    coordinates[mode] = rest % dimensions[mode];
    rest /= dimensions[mode];
  }
  return std::string(name) + "(" + print_list(coordinates) + ")";
}

/// The reason why the arrays cannot be compared component by component; empty if they can.
std::string mismatch(std::string_view name, const Array& expected, const Array& actual) {
  const std::string begin(name);
  if (expected.type != actual.type)
    return begin + ": expected type " + std::string(name_of(expected.type)) + ", got " +
           std::string(name_of(actual.type));
  if (expected.dimensions != actual.dimensions)
    return begin + ": expected dimensions (" + print_list(expected.dimensions) + "), got (" +
           print_list(actual.dimensions) + ")";
  for (const Array* array : {&expected, &actual})
    if (size_of(*array) != size_of(expected) || (!array->stored.empty() && array->stored.size() != size_of(expected)))
      return begin + ": an array has too few values or flags";
  return "";
}

}  // namespace

Comparison compare(std::string_view name, const Array& expected, const Array& actual, double relative_tolerance) {
  if (std::string why = mismatch(name, expected, actual); !why.empty()) return {false, false, std::move(why)};
  Comparison comparison;
  for (std::size_t c = 0; c < size_of(expected); ++c) {
    const bool same_value = is_floating(expected) ? near(real(expected, c), real(actual, c), relative_tolerance)
                                                  : integer(expected, c) == integer(actual, c);
    const bool same_pattern = stores(expected, c) == stores(actual, c);
    const bool first =
        !same_value ? comparison.values_agree : !same_pattern && comparison.patterns_agree && comparison.values_agree;
    comparison.values_agree = comparison.values_agree && same_value;
    comparison.patterns_agree = comparison.patterns_agree && same_pattern;
    if (first)
      comparison.message =
          print_place(name, expected.dimensions, c) + ": expected " + print(expected, c) + ", got " + print(actual, c);
  }
  return comparison;
}

}  // namespace scorchc::oracle
