// Tensors of any format, described at run time by a table of levels.
#pragma once

#include <cstddef>
#include <cstdint>

//! levels
#ifndef SCORCH_SHARED_LEVELS
#define SCORCH_SHARED_LEVELS
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

  /// The number of coordinates of the level: of blocks, rounded up, if it stores block numbers.
  int64_t extent(const int64_t* dimension) const {
    if (part == scorch_place) return block;
    if (part == scorch_whole) return dimension[mode];
    return dimension[mode] / block + (dimension[mode] % block == 0 ? 0 : 1);
  }
  /// The level's part of a coordinate of its mode.
  int64_t coordinate(int64_t of_mode) const {
    return part == scorch_whole   ? of_mode
           : part == scorch_block ? of_mode / block
                                  : of_mode % block;
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

/// The level after a level, or after the run of coordinate levels that it begins.
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
    const int64_t end =
        has_pos ? static_cast<int64_t>(arrays.pos[level][parent + 1]) : arrays.count;
    for (int64_t position = begin; position < end; ++position) {
      for (size_t each = level; each < end_level; ++each)
        enter(levels[each], static_cast<int64_t>(arrays.crd[each][position]));
      below(end_level, position);
    }
  }
};

/// The arrays must follow the format (validate.h); nothing is checked here.
template <size_t Levels, size_t Modes, class Arrays, class Visit>
void scorch_for_each_stored(const scorch_level (&levels)[Levels], const int64_t (&dimension)[Modes],
                            const Arrays& arrays, Visit visit) {
  scorch_walker<Levels, Modes, Arrays, Visit>(levels, dimension, arrays, visit).below(0, 0);
}

/// Whether a component is not padding.
template <size_t Modes>
bool scorch_is_inside(const int64_t (&coordinates)[Modes], const int64_t (&dimension)[Modes]) {
  for (size_t mode = 0; mode < Modes; ++mode)
    if (coordinates[mode] >= dimension[mode]) return false;
  return true;
}
}  // namespace
#endif
