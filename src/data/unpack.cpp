// Implements unpack and validate (pack.h).
#include "data/layout.h"
#include "data/pack.h"
#include "data/storage.h"

namespace scorchc::data {
namespace {

/// Visits the stored components in storage order.
class Walk {
 public:
  Walk(const PackedTensor& packed, const Layout& layout)
      : packed_(packed), layout_(layout), outer_(packed.dimensions.size()), at_(packed.dimensions.size()) {}

  /// Calls visit(position, coordinates) for each.
  template <class Visit>
  void run(Visit&& visit) {
    enter(0, 0, visit);
  }

 private:
  template <class Visit>
  void enter(std::size_t level, std::int64_t position, Visit& visit) {
    if (level == layout_.levels.size()) return visit(static_cast<std::size_t>(position), at_);
    if (layout_.levels[level].kind == LevelKind::dense) {
      const std::int64_t extent = layout_.levels[level].extent;
      for (std::int64_t c = 0; c < extent; ++c) {
        set(level, c);
        enter(level + 1, position * extent + c, visit);
      }
      return;
    }
    const Indices& pos = packed_.levels[level].pos;
    const bool has_pos = layout_.has_pos(level);
    const std::int64_t begin = has_pos ? at(pos, position) : 0;
    const std::int64_t end = has_pos ? at(pos, position + 1) : size(packed_.levels[level].crd);
    const std::size_t next = layout_.end_of_run(level);
    for (std::int64_t p = begin; p < end; ++p) {
      for (std::size_t l = level; l < next; ++l) set(l, at(packed_.levels[l].crd, p));
      enter(next, p, visit);
    }
  }

  /// An outer level precedes its inner level (verify(Format)), which completes the coordinate.
  void set(std::size_t level, std::int64_t coordinate) {
    const LevelLayout& l = layout_.levels[level];
    if (l.part == BlockPart::outer) outer_[l.mode] = l.to_mode(coordinate);
    at_[l.mode] = l.part == BlockPart::inner ? outer_[l.mode] + coordinate : l.to_mode(coordinate);
  }

  const PackedTensor& packed_;
  const Layout& layout_;
  std::vector<std::int64_t> outer_;  // per mode, the coordinate that a block's outer level contributes
  std::vector<std::int64_t> at_;
};

bool is_inside(const std::vector<std::int64_t>& coordinates, const std::vector<std::int64_t>& dimensions) {
  for (std::size_t mode = 0; mode < dimensions.size(); ++mode) {
    if (coordinates[mode] >= dimensions[mode]) return false;
  }
  return true;
}

/// Checks the levels in order, so that each check may rely on the levels above.
class Validator {
 public:
  Validator(const PackedTensor& packed, const Layout& layout) : packed_(packed), layout_(layout) {}

  std::string run() {
    if (packed_.levels.size() != layout_.levels.size()) return "the number of levels differs from the format's";
    for (std::size_t level = 0; level < layout_.levels.size(); level = layout_.end_of_run(level)) {
      const std::string wrong = layout_.levels[level].kind == LevelKind::dense ? dense(level) : sparse(level);
      if (!wrong.empty()) return "level " + std::to_string(level) + ": " + wrong;
    }
    if (value_type(packed_.values) != packed_.format.value) return "the type of vals differs from the format's";
    if (static_cast<std::int64_t>(size(packed_.values)) != parents_) {
      return "vals has " + std::to_string(size(packed_.values)) + " values instead of " + std::to_string(parents_);
    }
    return layout_.blocked ? check_block_padding() : "";
  }

 private:
  std::string dense(std::size_t level) {
    const std::optional<std::int64_t> cells = product({parents_, layout_.levels[level].extent});
    if (!cells) return "the number of positions overflows";
    parents_ = *cells;
    return "";
  }

  static bool has_type(const Indices& indices, IndexType type) {
    return (type == IndexType::i64) == (indices.index() == 1);
  }

  std::string sparse(std::size_t level) {
    const std::size_t end = layout_.end_of_run(level);
    const std::int64_t count = size(packed_.levels[level].crd);
    for (std::size_t l = level; l < end; ++l) {
      const Indices& crd = packed_.levels[l].crd;
      if (!has_type(crd, packed_.format.crd)) return "the type of crd differs from the format's";
      if (size(crd) != count) return "the crd arrays of a run have different lengths";
    }
    if (std::string wrong = layout_.has_pos(level) ? check_pos(level, count) : ""; !wrong.empty()) return wrong;
    for (std::int64_t parent = 0; parent < parents_; ++parent) {
      const Indices& pos = packed_.levels[level].pos;
      const std::int64_t begin = layout_.has_pos(level) ? at(pos, parent) : 0;
      const std::int64_t stop = layout_.has_pos(level) ? at(pos, parent + 1) : count;
      for (std::int64_t p = begin; p < stop; ++p) {
        if (std::string wrong = check_crd(level, end, begin, p); !wrong.empty()) return wrong;
      }
    }
    parents_ = count;
    return "";
  }

  std::string check_pos(std::size_t level, std::int64_t count) const {
    const Indices& pos = packed_.levels[level].pos;
    if (!has_type(pos, packed_.format.pos)) return "the type of pos differs from the format's";
    if (size(pos) - 1 != parents_) {
      return "pos has " + std::to_string(size(pos)) + " entries for " + std::to_string(parents_) + " parents";
    }
    if (at(pos, 0) != 0) return "pos does not start at 0";
    for (std::int64_t i = 0; i < parents_; ++i) {
      if (at(pos, i + 1) < at(pos, i)) return "pos decreases at " + std::to_string(i + 1);
    }
    if (at(pos, parents_) != count) {
      return "pos ends at " + std::to_string(at(pos, parents_)) + ", but crd has " + std::to_string(count) + " entries";
    }
    return "";
  }

  std::string check_crd(std::size_t level, std::size_t end, std::int64_t begin, std::int64_t p) const {
    bool after = p == begin;  // whether the tuple is known to follow its predecessor
    for (std::size_t l = level; l < end; ++l) {
      const Indices& crd = packed_.levels[l].crd;
      const std::int64_t c = at(crd, p);
      if (c < 0 || c >= layout_.levels[l].extent) {
        return "crd[" + std::to_string(p) + "] = " + std::to_string(c) + " is outside the extent " +
               std::to_string(layout_.levels[l].extent);
      }
      if (!after && c < at(crd, p - 1)) return "crd is not sorted at " + std::to_string(p);
      after = after || c > at(crd, p - 1);
    }
    return after ? "" : "crd repeats a coordinate at " + std::to_string(p);
  }

  std::string check_block_padding() const {
    std::string wrong;
    Walk(packed_, layout_).run([&](std::size_t position, const std::vector<std::int64_t>& at) {
      if (is_inside(at, packed_.dimensions)) return;
      const bool zero = std::visit([&](const auto& array) { return array[position] == 0; }, packed_.values);
      if (!zero && wrong.empty()) wrong = "vals[" + std::to_string(position) + "] is nonzero beyond the extents";
    });
    return wrong;
  }

  const PackedTensor& packed_;
  const Layout& layout_;
  std::int64_t parents_ = 1;
};

}  // namespace

Tensor unpack(const PackedTensor& packed) {
  return within_memory({}, [&]() -> Tensor {
    const Layout layout = make_layout(packed.format, packed.dimensions, {});
    Values unpacked = zeros(value_type(packed.values), 0);
    if (layout.all_dense && !layout.blocked) {
      std::visit(
          [&](auto& to) {
            const auto& from = std::get<std::remove_cvref_t<decltype(to)>>(packed.values);
            to.resize(from.size());
            for_each_dense_cell(layout, packed.dimensions,
                                [&](std::size_t cell, std::size_t place) { to[cell] = from[place]; });
          },
          unpacked);
      return DenseArray{packed.dimensions, std::move(unpacked)};
    }
    CoordinateList list{packed.dimensions, {}, {}};
    std::visit(
        [&](auto& to) {
          const auto& from = std::get<std::remove_cvref_t<decltype(to)>>(packed.values);
          Walk(packed, layout).run([&](std::size_t position, const std::vector<std::int64_t>& at) {
            if (!is_inside(at, packed.dimensions)) return;
            list.coordinates.insert(list.coordinates.end(), at.begin(), at.end());
            to.push_back(from[position]);
          });
        },
        unpacked);
    list.values = std::move(unpacked);
    return list;
  });
}

std::string validate(const PackedTensor& packed) {
  const Layout layout = make_layout(packed.format, packed.dimensions, {});
  return Validator(packed, layout).run();
}

}  // namespace scorchc::data
