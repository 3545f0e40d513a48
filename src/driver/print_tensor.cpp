#include "driver/print_tensor.h"

#include <algorithm>
#include <cmath>

namespace scorchc::driver {
namespace {

template <class T>
std::string print_value(T value) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(value)) return "nan";  // the sign of a NaN is not significant
  return print_number(value);
}

std::string print_entry(const data::Values& values, std::size_t entry) {
  return std::visit([&](const auto& array) { return print_value(array[entry]); }, values);
}

/// Returns "(0,2)"; an empty text for a scalar.
std::string print_coordinates(const data::Tensor& tensor, std::size_t entry) {
  std::string text;
  for (const std::int64_t coordinate : coordinates_of(tensor, entry))
    text += (text.empty() ? "(" : ",") + std::to_string(coordinate);
  return text.empty() ? text : text + ")";
}

std::string print_shape(const std::vector<std::int64_t>& dimensions) {
  std::string text;
  for (const std::int64_t extent : dimensions) text += (text.empty() ? "" : " x ") + std::to_string(extent);
  return text.empty() ? "scalar" : text;
}

}  // namespace

std::vector<std::int64_t> coordinates_of(const data::Tensor& tensor, std::size_t entry) {
  const std::vector<std::int64_t>& dimensions = data::dimensions(tensor);
  std::vector<std::int64_t> at(dimensions.size());
  if (const auto* list = std::get_if<data::CoordinateList>(&tensor)) {
    std::copy_n(list->coordinates.begin() + static_cast<std::ptrdiff_t>(entry * at.size()), at.size(), at.begin());
  } else {
    auto rest = static_cast<std::int64_t>(entry);
    for (std::size_t mode = at.size(); mode-- > 0; rest /= dimensions[mode]) at[mode] = rest % dimensions[mode];
  }
  return at;
}

std::string print_summary(const std::string& name, const data::Tensor& tensor, const Format& format,
                          std::size_t limit) {
  const std::size_t count = data::size(data::values(tensor));
  std::string text = name + ": " + print_shape(data::dimensions(tensor)) + ", " + print_short(format) + ", " +
                     std::string(scorchc::name(format.value)) + ", " + std::to_string(count) +
                     (count == 1 ? " stored component\n" : " stored components\n");
  for (std::size_t entry = 0; entry < std::min(count, limit); ++entry)
    text += "  " + name + print_coordinates(tensor, entry) + " = " + print_entry(data::values(tensor), entry) + "\n";
  if (count > limit) text += "  ... and " + std::to_string(count - limit) + " more\n";
  return text;
}

std::string print_components(const data::Tensor& tensor) {
  std::string text;
  for (std::size_t entry = 0; entry < data::size(data::values(tensor)); ++entry) {
    const std::string at = print_coordinates(tensor, entry);
    text += (text.empty() ? "" : ", ") + at + (at.empty() ? "" : ": ") + print_entry(data::values(tensor), entry);
  }
  return "{" + text + "}";
}

}  // namespace scorchc::driver
