#include "data/entries.h"

#include <algorithm>

#include "data/convert.h"
#include "data/sort.h"
#include "data/storage.h"

namespace scorchc::data {
namespace {

void check_list(const CoordinateList& list, const TensorLabel& label) {
  const std::size_t order = list.order();
  if (list.coordinates.size() != list.count() * order) {
    fail(Code::internal_error, label.place,
         prefix(label) + "the number of coordinates does not match the number of entries");
  }
  for (std::size_t entry = 0; entry < list.count(); ++entry) {
    const std::int64_t* at = list.coordinates.data() + entry * order;
    for (std::size_t mode = 0; mode < order; ++mode) {
      if (at[mode] >= 0 && at[mode] < list.dimensions[mode]) continue;
      fail(Code::data_coordinate, label.place,
           prefix(label) + "component " + print_tuple(at, order) + " (counted from 0) is outside the extents " +
               print_tuple(list.dimensions));
    }
  }
}

SortKeys make_keys(const CoordinateList& list, const Layout& layout) {
  SortKeys keys{{}, layout.extents(), list.count()};
  const std::size_t order = list.order();
  for (const LevelLayout& level : layout.levels) {
    std::vector<std::int64_t>& column = keys.columns.emplace_back(keys.count);
    for (std::size_t e = 0; e < keys.count; ++e) column[e] = level.of_mode(list.coordinates[e * order + level.mode]);
  }
  return keys;
}

/// Sums the entries order[begin..end), which have equal coordinates. They are added in their given order, so equal
/// files give equal bits.
template <class From>
std::optional<Wide<From>> sum(const std::vector<From>& values, const std::vector<std::size_t>& order, std::size_t begin,
                              std::size_t end) {
  Wide<From> total = values[order[begin]];
  for (std::size_t i = begin + 1; i < end; ++i) {
    const Wide<From> value = values[order[i]];
    if constexpr (std::integral<From>) {
      if (__builtin_add_overflow(total, value, &total)) return std::nullopt;
    } else {
      total += value;
    }
  }
  return total;
}

/// Sums duplicates. Afterwards `order` holds the first entry of each distinct coordinate tuple.
template <class To, class From>
std::vector<To> merge(const CoordinateList& list, const std::vector<From>& values, const SortKeys& keys,
                      std::vector<std::size_t>& order, const TensorLabel& label) {
  std::vector<To> merged;
  merged.reserve(order.size());
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    for (end = begin + 1; end < order.size() && keys.compare(order[begin], order[end]) == 0;) ++end;
    const std::optional<Wide<From>> total = sum(values, order, begin, end);
    const std::optional<To> value = total ? converted<To>(*total) : std::nullopt;
    if (!value) {
      const auto first = list.coordinates.begin() + static_cast<std::ptrdiff_t>(order[begin] * list.order());
      fail_value({first, first + static_cast<std::ptrdiff_t>(list.order())},
                 total ? print_number(*total) : "(a sum of duplicates)", value_type(Values(merged)), label);
    }
    order[merged.size()] = order[begin];
    merged.push_back(*value);
  }
  order.resize(merged.size());
  return merged;
}

SortedEntries sort_list(const CoordinateList& list, const Layout& layout, ValueType type, const TensorLabel& label) {
  check_list(list, label);
  SortKeys keys = make_keys(list, layout);
  std::vector<std::size_t> order = sorted_order(keys);
  SortedEntries sorted;
  sorted.values = zeros(type, 0);
  std::visit(
      [&](auto& to, const auto& from) {
        to = merge<typename std::remove_cvref_t<decltype(to)>::value_type>(list, from, keys, order, label);
      },
      sorted.values, list.values);
  sorted.count = order.size();
  for (std::vector<std::int64_t>& column : keys.columns) {
    std::vector<std::int64_t> in_order(sorted.count);
    for (std::size_t e = 0; e < sorted.count; ++e) in_order[e] = column[order[e]];
    column = std::move(in_order);
  }
  sorted.columns = std::move(keys.columns);
  return sorted;
}

CoordinateList nonzeros(const DenseArray& array) {
  CoordinateList list{array.dimensions, {}, zeros(value_type(array.values), 0)};
  std::visit(
      [&](auto& to) {
        const auto& from = std::get<std::remove_cvref_t<decltype(to)>>(array.values);
        std::vector<std::int64_t> at(array.dimensions.size(), 0);
        for (const auto value : from) {
          if (value != 0) {
            list.coordinates.insert(list.coordinates.end(), at.begin(), at.end());
            to.push_back(value);
          }
          for (std::size_t mode = at.size(); mode-- > 0;) {
            if (++at[mode] < array.dimensions[mode]) break;
            at[mode] = 0;
          }
        }
      },
      list.values);
  return list;
}

}  // namespace

SortedEntries sorted_entries(const Tensor& tensor, const Layout& layout, ValueType type, const TensorLabel& label) {
  if (const auto* list = std::get_if<CoordinateList>(&tensor)) return sort_list(*list, layout, type, label);
  const auto& array = std::get<DenseArray>(tensor);
  check_array(array, label);
  return sort_list(nonzeros(array), layout, type, label);
}

void check_array(const DenseArray& array, const TensorLabel& label) {
  if (product(array.dimensions) == static_cast<std::int64_t>(size(array.values))) return;
  fail(Code::internal_error, label.place,
       prefix(label) + "the number of values does not match the extents of the dense array");
}

}  // namespace scorchc::data
