#include "driver/same_result.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "data/pack.h"
#include "data/sort.h"

namespace scorchc::driver {
namespace {

/// Returns the indices of the components in the order of their coordinates; a dense array is already in that order.
std::vector<std::size_t> in_order(const data::Tensor& tensor) {
  const auto* list = std::get_if<data::CoordinateList>(&tensor);
  if (list == nullptr) {
    std::vector<std::size_t> places(data::size(data::values(tensor)));
    for (std::size_t n = 0; n < places.size(); ++n) places[n] = n;
    return places;
  }
  data::SortKeys keys;
  keys.count = list->count();
  keys.extents = list->dimensions;
  for (std::size_t mode = 0; mode < list->order(); ++mode) {
    std::vector<std::int64_t>& column = keys.columns.emplace_back(list->count());
    for (std::size_t n = 0; n < column.size(); ++n) column[n] = list->coordinates[n * list->order() + mode];
  }
  return data::sorted_order(keys);
}

bool same_coordinates(const data::Tensor& a, const data::Tensor& b, const std::vector<std::size_t>& places_of_a,
                      const std::vector<std::size_t>& places_of_b) {
  const auto *left = std::get_if<data::CoordinateList>(&a), *right = std::get_if<data::CoordinateList>(&b);
  if (left == nullptr || right == nullptr) return left == right;
  for (std::size_t n = 0; n < places_of_a.size(); ++n)
    for (std::size_t mode = 0; mode < left->order(); ++mode)
      if (left->coordinates[places_of_a[n] * left->order() + mode] !=
          right->coordinates[places_of_b[n] * right->order() + mode])
        return false;
  return true;
}

template <class T>
bool same_values(const std::vector<T>& a, const std::vector<T>& b, const std::vector<std::size_t>& places_of_a,
                 const std::vector<std::size_t>& places_of_b) {
  T allowed = 0;
  if constexpr (std::is_floating_point_v<T>) {
    for (const T value : a)
      if (std::isfinite(value)) allowed = std::max(allowed, std::abs(value));
    // The tolerance covers sums of some millions of terms in another order.
    allowed *= 1024 * std::numeric_limits<T>::epsilon();
  }
  for (std::size_t n = 0; n < places_of_a.size(); ++n) {
    const T left = a[places_of_a[n]], right = b[places_of_b[n]];
    if (left == right) continue;
    if constexpr (std::is_floating_point_v<T>) {
      const bool are_close = std::abs(left - right) <= allowed;  // false for infinities
      if (are_close || (std::isnan(left) && std::isnan(right))) continue;
    }
    return false;
  }
  return true;
}

}  // namespace

bool is_same_result(const data::PackedTensor& a, const data::PackedTensor& b) {
  const data::Tensor left = data::unpack(a), right = data::unpack(b);
  const std::vector<std::size_t> of_left = in_order(left), of_right = in_order(right);
  if (data::dimensions(left) != data::dimensions(right) || of_left.size() != of_right.size() ||
      !same_coordinates(left, right, of_left, of_right))
    return false;
  return std::visit(
      [&](const auto& values) {
        const auto* others = std::get_if<std::remove_cvref_t<decltype(values)>>(&data::values(right));
        return others != nullptr && same_values(values, *others, of_left, of_right);
      },
      data::values(left));
}

}  // namespace scorchc::driver
