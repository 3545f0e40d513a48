// Shared blocks that validate, pack and unpack tensors, described by tables of levels. emit/calling/helpers.cpp prints
// the functions that use them.
#include "emit/cpp_shared_blocks.h"

namespace scorchc::emit {

std::vector<BlockText> blocks_of_helpers() {
  return {
      {"levels", BlockText::Kind::once, {}, "", R"(
namespace {
// One level of a tensor. A dense level stores every coordinate of its mode, the others those in
// `crd`. If the mode is blocked, a level stores either block numbers or offsets within a block.
enum scorch_level_kind {
  scorch_dense,
  scorch_compressed,
  scorch_coordinate,      // first level of a run of coordinate levels (COO)
  scorch_next_coordinate  // later level of the same run
};
enum scorch_level_part { scorch_whole, scorch_block, scorch_place };
struct scorch_level {
  scorch_level_kind kind;
  size_t mode;
  scorch_level_part part;
  int64_t block;

  int64_t extent(const int64_t* dimension) const {
    if (part == scorch_place) return block;
    if (part == scorch_whole) return dimension[mode];
    return dimension[mode] / block + (dimension[mode] % block == 0 ? 0 : 1);
  }
  int64_t coordinate(int64_t of_mode) const {
    return part == scorch_whole ? of_mode : part == scorch_block ? of_mode / block : of_mode % block;
  }
};

// A tensor's arrays by level; null where a level has no such array.
template <size_t Levels, class Pos, class Crd, class Value>
struct scorch_arrays {
  Pos* pos[Levels];
  Crd* crd[Levels];
  int64_t count;  // number of entries if the first level is a coordinate level
  Value* vals;
};

template <size_t Levels>
size_t scorch_run_end(const scorch_level (&levels)[Levels], size_t level) {
  ++level;
  while (level < Levels && levels[level].kind == scorch_next_coordinate) ++level;
  return level;
}

// Calls visit(coordinates, position) for each stored component in storage order, including the
// padding of blocks beyond the extents.
template <size_t Levels, size_t Modes, class Arrays, class Visit>
struct scorch_walker {
  const scorch_level (&levels)[Levels];
  const int64_t (&dimension)[Modes];
  const Arrays& arrays;
  Visit& visit;
  int64_t block_begin[Modes] = {};
  int64_t coordinates[Modes] = {};

  scorch_walker(const scorch_level (&its_levels)[Levels], const int64_t (&its_dimension)[Modes],
              const Arrays& its_arrays, Visit& its_visit)
      : levels(its_levels), dimension(its_dimension), arrays(its_arrays), visit(its_visit) {}

  void enter(const scorch_level& level, int64_t coordinate) {
    if (level.part == scorch_block) block_begin[level.mode] = coordinate * level.block;
    if (level.part != scorch_block) coordinates[level.mode] = block_begin[level.mode] + coordinate;
  }
  void below(size_t level, int64_t parent) {
    if (level == Levels) {
      visit(coordinates, parent);
      return;
    }
    if (levels[level].kind == scorch_dense) {
      const int64_t extent = levels[level].extent(dimension);
      for (int64_t coordinate = 0; coordinate < extent; ++coordinate) {
        enter(levels[level], coordinate);
        below(level + 1, parent * extent + coordinate);
      }
      return;
    }
    const size_t end_level = scorch_run_end(levels, level);
    const bool has_pos = arrays.pos[level] != nullptr;
    const int64_t begin = has_pos ? static_cast<int64_t>(arrays.pos[level][parent]) : 0;
    const int64_t end = has_pos ? static_cast<int64_t>(arrays.pos[level][parent + 1]) : arrays.count;
    for (int64_t position = begin; position < end; ++position) {
      for (size_t each = level; each < end_level; ++each)
        enter(levels[each], static_cast<int64_t>(arrays.crd[each][position]));
      below(end_level, position);
    }
  }
};

template <size_t Levels, size_t Modes, class Arrays, class Visit>
void scorch_for_each_stored(const scorch_level (&levels)[Levels], const int64_t (&dimension)[Modes],
                            const Arrays& arrays, Visit visit) {
  scorch_walker<Levels, Modes, Arrays, Visit>(levels, dimension, arrays, visit).below(0, 0);
}

template <size_t Modes>
bool scorch_is_inside(const int64_t (&coordinates)[Modes], const int64_t (&dimension)[Modes]) {
  for (size_t mode = 0; mode < Modes; ++mode)
    if (coordinates[mode] >= dimension[mode]) return false;
  return true;
}
}  // namespace
)"},
      {"unpack", BlockText::Kind::once, {"levels"}, "", R"(
namespace {
// Writes the stored components in storage order, as one list of coordinates per mode and one of
// values; either may be null. Returns the number of components.
template <size_t Levels, size_t Modes, class Arrays, class Value>
int64_t scorch_unpack(const scorch_level (&levels)[Levels], const int64_t (&dimension)[Modes],
                      const Arrays& arrays, int64_t* const* coordinates, Value* values) {
  int64_t count = 0;
  scorch_for_each_stored(levels, dimension, arrays,
                         [&](const int64_t (&at)[Modes], int64_t position) {
                           if (!scorch_is_inside(at, dimension)) return;
                           for (size_t mode = 0; coordinates != nullptr && mode < Modes; ++mode)
                             coordinates[mode][count] = at[mode];
                           if (values != nullptr) values[count] = arrays.vals[position];
                           ++count;
                         });
  return count;
}
}  // namespace
)"},
      {"validate", BlockText::Kind::once, {"levels"}, "", R"(
namespace {
// Finds the first violation of the format. `names` are the field names of pos and crd of each
// level, followed by that of the values.
template <size_t Levels, size_t Modes, class Arrays>
struct scorch_validator {
  const scorch_level (&levels)[Levels];
  const int64_t (&dimension)[Modes];
  const Arrays& arrays;
  const char* const (&names)[2 * Levels + 1];

  scorch_fault run() const {
    for (size_t mode = 0; mode < Modes; ++mode)
      if (dimension[mode] < 0)
        return scorch_fault{SCORCH_NEGATIVE_DIMENSION, "dimension", static_cast<int64_t>(mode)};
    int64_t parents = 1;
    for (size_t level = 0; level < Levels; level = scorch_run_end(levels, level)) {
      const scorch_fault fault =
          levels[level].kind == scorch_dense ? dense(level, parents) : sparse(level, parents);
      if (fault.kind != SCORCH_VALID) return fault;
    }
    if (parents > 0 && arrays.vals == nullptr)
      return scorch_fault{SCORCH_NULL_ARRAY, names[2 * Levels], 0};
    return padding();
  }

 private:
  // Sets `parents` to the number of entries of the level.
  scorch_fault dense(size_t level, int64_t& parents) const {
    const int64_t extent = levels[level].extent(dimension);
    if (extent > 0 && parents > INT64_MAX / extent)
      return scorch_fault{SCORCH_TOO_LARGE, names[2 * Levels], 0};
    parents *= extent;
    return scorch_fault{SCORCH_VALID, "", 0};
  }

  scorch_fault sparse(size_t level, int64_t& parents) const {
    const bool has_pos = level > 0 || levels[level].kind == scorch_compressed;
    const auto* const pos = arrays.pos[level];
    int64_t count = arrays.count;
    if (has_pos) {
      const char* const name = names[2 * level];
      if (pos == nullptr) return scorch_fault{SCORCH_NULL_ARRAY, name, 0};
      if (pos[0] != 0) return scorch_fault{SCORCH_FIRST_POSITION, name, 0};
      for (int64_t parent = 0; parent < parents; ++parent)
        if (pos[parent + 1] < pos[parent])
          return scorch_fault{SCORCH_FALLING_POSITION, name, parent + 1};
      count = static_cast<int64_t>(pos[parents]);
    }
    if (count < 0) return scorch_fault{SCORCH_NEGATIVE_COUNT, names[2 * level + 1], 0};
    const size_t end = scorch_run_end(levels, level);
    for (size_t each = level; each < end; ++each) {
      const char* const name = names[2 * each + 1];
      const int64_t extent = levels[each].extent(dimension);
      if (count > 0 && arrays.crd[each] == nullptr) return scorch_fault{SCORCH_NULL_ARRAY, name, 0};
      for (int64_t at = 0; at < count; ++at)
        if (arrays.crd[each][at] < 0 || arrays.crd[each][at] >= extent)
          return scorch_fault{SCORCH_COORDINATE_OUT_OF_RANGE, name, at};
    }
    for (int64_t parent = 0; parent < (has_pos ? parents : 1); ++parent) {
      const int64_t begin = has_pos ? static_cast<int64_t>(pos[parent]) : 0;
      const int64_t behind = has_pos ? static_cast<int64_t>(pos[parent + 1]) : count;
      for (int64_t at = begin + 1; at < behind; ++at) {
        const scorch_fault fault = order(level, end, at);
        if (fault.kind != SCORCH_VALID) return fault;
      }
    }
    parents = count;
    return scorch_fault{SCORCH_VALID, "", 0};
  }

  // Checks that an entry follows its predecessor in lexicographic order.
  scorch_fault order(size_t level, size_t end, int64_t at) const {
    for (size_t each = level; each < end; ++each) {
      const auto before = arrays.crd[each][at - 1], own = arrays.crd[each][at];
      if (own > before) return scorch_fault{SCORCH_VALID, "", 0};
      if (own < before) return scorch_fault{SCORCH_COORDINATES_NOT_SORTED, names[2 * each + 1], at};
    }
    return scorch_fault{SCORCH_COORDINATE_REPEATED, names[2 * (end - 1) + 1], at};
  }

  // Checks that the padding of blocks beyond the extents is zero.
  scorch_fault padding() const {
    bool is_blocked = false;
    for (const scorch_level& level : levels) is_blocked = is_blocked || level.part != scorch_whole;
    scorch_fault fault = {SCORCH_VALID, "", 0};
    if (!is_blocked) return fault;
    scorch_for_each_stored(levels, dimension, arrays,
                           [&](const int64_t (&at)[Modes], int64_t position) {
                             const auto value = arrays.vals[position];
                             const bool is_zero = !(value < 0 || value > 0) && value == value;
                             if (fault.kind == SCORCH_VALID && !is_zero &&
                                 !scorch_is_inside(at, dimension)) {
                               fault = {SCORCH_PADDING_NOT_ZERO, names[2 * Levels], position};
                             }
                           });
    return fault;
  }
};
}  // namespace
)"},
      {"pack", BlockText::Kind::once, {"allocate_zeroed", "tuples", "levels"}, "", R"(
namespace {
// Builds a format's arrays from entries in any order; values at equal coordinates are added up.
template <size_t Levels, size_t Modes, class Pos, class Crd, class Value>
struct scorch_packer {
  typedef scorch_arrays<Levels, Pos, Crd, Value> Arrays;
  const scorch_level (&levels)[Levels];
  const int64_t (&dimension)[Modes];
  const scorch_context* context;
  scorch_tuples<Levels, int64_t, Value> entries;
  scorch_array<int64_t> positions;  // position of each entry in the level above
  int64_t parents = 1;              // number of positions in the level above

  scorch_packer(const scorch_level (&its_levels)[Levels], const int64_t (&its_dimension)[Modes],
                int64_t count, const scorch_context* its_context)
      : levels(its_levels),
        dimension(its_dimension),
        context(its_context),
        entries(its_context, count),
        positions(its_context, count) {}

  template <class Add>
  scorch_status pack(int64_t count, const int64_t* const* coordinates, const Value* values,
                     Arrays& arrays, Add add) {
    scorch_status status = take(count, coordinates, values);
    for (size_t level = 0; status == SCORCH_OK && level < Levels;
         level = scorch_run_end(levels, level)) {
      status = levels[level].kind == scorch_dense ? dense(level) : sparse(level, arrays);
    }
    if (status != SCORCH_OK) return status;
    arrays.vals = static_cast<Value*>(scorch_allocate_zeroed(context, parents, sizeof(Value)));
    if (arrays.vals == nullptr) return SCORCH_OUT_OF_MEMORY;
    for (int64_t entry = 0; entry < entries.count; ++entry) {
      Value& sum = arrays.vals[positions[entry]];
      const bool is_first = entry == 0 || positions[entry] != positions[entry - 1];
      sum = is_first ? entries.vals[entry] : add(sum, entries.vals[entry]);
    }
    return SCORCH_OK;
  }

 private:
  scorch_status take(int64_t count, const int64_t* const* coordinates, const Value* values) {
    for (int64_t extent : dimension)
      if (extent < 0) return SCORCH_SHAPE_MISMATCH;
    int64_t extents[Levels];
    for (size_t level = 0; level < Levels; ++level) extents[level] = levels[level].extent(dimension);
    for (int64_t entry = 0; entry < count; ++entry) {
      int64_t tuple[Levels];
      for (size_t level = 0; level < Levels; ++level) {
        const size_t mode = levels[level].mode;
        const int64_t coordinate = coordinates[mode][entry];
        if (coordinate < 0 || coordinate >= dimension[mode]) return SCORCH_SHAPE_MISMATCH;
        tuple[level] = levels[level].coordinate(coordinate);
      }
      entries.append(tuple, values[entry]);
    }
    if (positions.data == nullptr || !entries.sort(extents)) return SCORCH_OUT_OF_MEMORY;
    for (int64_t entry = 0; entry < count; ++entry) positions[entry] = 0;
    return SCORCH_OK;
  }

  scorch_status dense(size_t level) {
    const int64_t extent = levels[level].extent(dimension);
    if (extent > 0 && parents > INT64_MAX / extent) return SCORCH_OUT_OF_MEMORY;
    parents *= extent;
    for (int64_t entry = 0; entry < entries.count; ++entry)
      positions[entry] = positions[entry] * extent + entries.crd[level][entry];
    return SCORCH_OK;
  }

  // Whether an entry differs from its predecessor in its parent or in its coordinates.
  bool is_new(size_t level, size_t end, int64_t entry, int64_t parent_before) const {
    if (entry == 0 || positions[entry] != parent_before) return true;
    for (size_t each = level; each < end; ++each)
      if (entries.crd[each][entry] != entries.crd[each][entry - 1]) return true;
    return false;
  }

  scorch_status sparse(size_t level, Arrays& arrays) {
    const size_t end = scorch_run_end(levels, level);
    int64_t count = 0;
    for (int64_t entry = 0; entry < entries.count; ++entry)
      if (is_new(level, end, entry, entry == 0 ? 0 : positions[entry - 1])) ++count;
    Pos* pos = nullptr;
    if (level > 0 || levels[level].kind == scorch_compressed) {
      if (count > static_cast<int64_t>(scorch_largest<Pos>())) return SCORCH_INDEX_OVERFLOW;
      if (parents == INT64_MAX) return SCORCH_OUT_OF_MEMORY;
      pos = static_cast<Pos*>(scorch_allocate_zeroed(context, parents + 1, sizeof(Pos)));
      if (pos == nullptr) return SCORCH_OUT_OF_MEMORY;
      arrays.pos[level] = pos;
    } else {
      arrays.count = count;
    }
    for (size_t each = level; each < end; ++each) {
      arrays.crd[each] = static_cast<Crd*>(scorch_allocate(context, count, sizeof(Crd)));
      if (arrays.crd[each] == nullptr) return SCORCH_OUT_OF_MEMORY;
    }
    int64_t position = -1, parent_before = 0;
    for (int64_t entry = 0; entry < entries.count; ++entry) {
      const int64_t parent = positions[entry];
      if (is_new(level, end, entry, parent_before)) {
        ++position;
        if (pos != nullptr) ++pos[parent + 1];
        for (size_t each = level; each < end; ++each) {
          const int64_t coordinate = entries.crd[each][entry];
          if (coordinate > static_cast<int64_t>(scorch_largest<Crd>())) return SCORCH_INDEX_OVERFLOW;
          arrays.crd[each][position] = static_cast<Crd>(coordinate);
        }
      }
      parent_before = parent;
      positions[entry] = position;
    }
    for (int64_t parent = 0; pos != nullptr && parent < parents; ++parent) pos[parent + 1] += pos[parent];
    parents = count;
    return SCORCH_OK;
  }

  template <class Index>
  static Index scorch_largest() {
    return sizeof(Index) == sizeof(int32_t) ? static_cast<Index>(INT32_MAX)
                                            : static_cast<Index>(INT64_MAX);
  }
};
}  // namespace
)"},
  };
}

}  // namespace scorchc::emit
