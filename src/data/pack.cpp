#include "data/pack.h"

#include <algorithm>
#include <limits>

#include "data/convert.h"
#include "data/layout.h"
#include "data/sort.h"
#include "data/storage.h"

namespace scorchc::data {
namespace {

/// The entries as the levels see them: sorted, each place once, values in the format's type.
struct SortedEntries {
  std::vector<std::vector<std::int64_t>> columns;  // one a level
  Values values;
  std::size_t count = 0;
};

void check_list(const CoordinateList& list, const TensorLabel& label) {
  const std::size_t order = list.order();
  if (list.coordinates.size() != list.count() * order) {
    fail(Code::internal_error, label.place, prefix(label) + "a coordinate list with a broken number of coordinates");
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

/// The sum of the entries order[begin..end), which are at one place. They are added in their given order, so that the
/// same file gives the same bits.
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

/// Adds up duplicates. Afterwards `order` has the first entry of each place.
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

SortedEntries sort_entries(const CoordinateList& list, const Layout& layout, ValueType type, const TensorLabel& label) {
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

/// numbers[at(i)] for i < count, in the index type `type`.
template <class NumberAt>
Indices narrowed(std::size_t count, IndexType type, const std::string& what, const TensorLabel& label,
                 NumberAt&& number_at) {
  if (type == IndexType::i64) {
    std::vector<std::int64_t> wide(count);
    for (std::size_t i = 0; i < count; ++i) wide[i] = number_at(i);
    return wide;
  }
  std::vector<std::int32_t> narrow(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t number = number_at(i);
    if (number > std::numeric_limits<std::int32_t>::max()) {
      fail(Code::index_overflow, label.place,
           prefix(label) + "the " + what + " " + std::to_string(number) + " does not fit the type i32",
           "the attributes `:pos=i64:crd=i64` of a format widen its indices");
    }
    narrow[i] = static_cast<std::int32_t>(number);
  }
  return narrow;
}

/// Builds the arrays level by level. `positions[e]` is where entry e stands in the level above, of `parents` positions.
class Builder {
 public:
  Builder(const SortedEntries& entries, const Layout& layout, const Format& format, const TensorLabel& label)
      : entries_(entries), layout_(layout), format_(format), label_(label), positions_(entries.count, 0) {}

  PackedTensor build(std::vector<std::int64_t> dimensions) {
    PackedTensor packed{format_, std::move(dimensions), std::vector<LevelArrays>(layout_.levels.size()), {}};
    for (std::size_t level = 0; level < layout_.levels.size(); level = layout_.end_of_run(level)) {
      if (layout_.levels[level].kind == LevelKind::dense) {
        add_dense(level);
      } else {
        add_sparse(level, packed);
      }
    }
    packed.values = zeros(format_.value, checked_cells({parents_}, size_in_bytes(format_.value), label_));
    std::visit(
        [&](auto& to) {
          const auto& from = std::get<std::remove_cvref_t<decltype(to)>>(entries_.values);
          for (std::size_t e = 0; e < entries_.count; ++e) to[static_cast<std::size_t>(positions_[e])] = from[e];
        },
        packed.values);
    return packed;
  }

 private:
  void add_dense(std::size_t level) {
    const std::int64_t extent = layout_.levels[level].extent;
    parents_ = checked_cells({parents_, extent}, size_in_bytes(format_.value), label_);
    for (std::size_t e = 0; e < entries_.count; ++e) {
      positions_[e] = positions_[e] * extent + entries_.columns[level][e];
    }
  }

  /// A compressed level, or a whole run of coordinate levels: one position for each distinct tuple under a parent.
  void add_sparse(std::size_t level, PackedTensor& packed) {
    const std::size_t end = layout_.end_of_run(level);
    const auto differs = [&](std::size_t e) {
      if (e == 0 || positions_[e] != positions_[e - 1]) return true;
      for (std::size_t l = level; l < end; ++l) {
        if (entries_.columns[l][e] != entries_.columns[l][e - 1]) return true;
      }
      return false;
    };
    std::vector<std::size_t> first;  // entry of each position of this level
    std::vector<std::int64_t> own_positions(entries_.count);
    for (std::size_t e = 0; e < entries_.count; ++e) {
      if (differs(e)) first.push_back(e);
      own_positions[e] = static_cast<std::int64_t>(first.size()) - 1;
    }
    if (layout_.has_pos(level)) {
      std::vector<std::int64_t> pos(static_cast<std::size_t>(parents_) + 1, 0);
      for (const std::size_t e : first) ++pos[static_cast<std::size_t>(positions_[e]) + 1];
      for (std::size_t i = 1; i < pos.size(); ++i) pos[i] += pos[i - 1];
      packed.levels[level].pos =
          narrowed(pos.size(), format_.pos, "position", label_, [&](std::size_t i) { return pos[i]; });
    } else {
      packed.levels[level].pos = narrowed(0, format_.pos, "", label_, [](std::size_t) { return 0; });
    }
    for (std::size_t l = level; l < end; ++l) {
      packed.levels[l].crd = narrowed(first.size(), format_.crd, "coordinate", label_,
                                      [&](std::size_t i) { return entries_.columns[l][first[i]]; });
    }
    positions_ = std::move(own_positions);
    parents_ = static_cast<std::int64_t>(first.size());
  }

  const SortedEntries& entries_;
  const Layout& layout_;
  const Format& format_;
  const TensorLabel& label_;
  std::vector<std::int64_t> positions_;
  std::int64_t parents_ = 1;
};

PackedTensor pack_list(const CoordinateList& list, const Format& format, const Layout& layout,
                       const TensorLabel& label) {
  check_list(list, label);
  const SortedEntries entries = sort_entries(list, layout, format.value, label);
  return Builder(entries, layout, format, label).build(list.dimensions);
}

PackedTensor pack_dense(const DenseArray& array, const Format& format, const Layout& layout, const TensorLabel& label) {
  const Tensor converted_array = convert(array, format.value, label);
  PackedTensor packed{format, array.dimensions, std::vector<LevelArrays>(layout.levels.size()), {}};
  packed.values = zeros(format.value, checked_cells(layout.extents(), size_in_bytes(format.value), label));
  std::visit(
      [&](auto& to) {
        const auto& from = std::get<std::remove_cvref_t<decltype(to)>>(values(converted_array));
        for_each_dense_cell(layout, array.dimensions,
                            [&](std::size_t cell, std::size_t place) { to[place] = from[cell]; });
      },
      packed.values);
  return packed;
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

PackedTensor pack(const Tensor& tensor, const Format& format, const TensorLabel& label) {
  return within_memory(label, [&] {
    const Layout layout = make_layout(format, dimensions(tensor), label);
    if (const auto* list = std::get_if<CoordinateList>(&tensor)) return pack_list(*list, format, layout, label);
    const auto& array = std::get<DenseArray>(tensor);
    if (product(array.dimensions) != static_cast<std::int64_t>(size(array.values))) {
      fail(Code::internal_error, label.place, prefix(label) + "a dense array with a broken number of values");
    }
    if (layout.all_dense) return pack_dense(array, format, layout, label);
    return pack_list(nonzeros(array), format, layout, label);
  });
}

}  // namespace scorchc::data
