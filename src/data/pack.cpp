#include "data/pack.h"

#include <limits>

#include "data/entries.h"
#include "data/layout.h"
#include "data/storage.h"

namespace scorchc::data {
namespace {

/// Returns number_at(i) for i < count, in the index type `type`. Fails with index_overflow if one does not fit.
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

/// Builds the arrays level by level. `positions_[e]` is the position of entry e in the level above, of `parents_`
/// positions.
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

  /// Adds a compressed level or a whole run of coordinate levels: one position per distinct tuple under a parent.
  void add_sparse(std::size_t level, PackedTensor& packed) {
    const std::size_t end = layout_.end_of_run(level);
    const auto differs = [&](std::size_t e) {
      if (e == 0 || positions_[e] != positions_[e - 1]) return true;
      for (std::size_t l = level; l < end; ++l) {
        if (entries_.columns[l][e] != entries_.columns[l][e - 1]) return true;
      }
      return false;
    };
    std::vector<std::size_t> first;  // the first entry of each position of this level
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

PackedTensor pack_dense(const DenseArray& array, const Format& format, const Layout& layout, const TensorLabel& label) {
  check_array(array, label);
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

}  // namespace

PackedTensor pack(const Tensor& tensor, const Format& format, const TensorLabel& label) {
  return within_memory(label, [&] {
    const Layout layout = make_layout(format, dimensions(tensor), label);
    const auto* array = std::get_if<DenseArray>(&tensor);
    if (array != nullptr && layout.all_dense) return pack_dense(*array, format, layout, label);
    const SortedEntries entries = sorted_entries(tensor, layout, format.value, label);
    return Builder(entries, layout, format, label).build(dimensions(tensor));
  });
}

}  // namespace scorchc::data
