// Checks that a tensor's arrays follow its format.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/fault.h"
#include "runtime/levels.h"

//! validate: needs levels
#ifndef SCORCH_SHARED_VALIDATE
#define SCORCH_SHARED_VALIDATE
namespace {
// Finds the first violation of the format. `names` are the field names of pos and crd of each
// level, followed by that of the values.
/// Reads no more elements than the positions found so far promise; the lengths of arrays are
/// unknown. `fault.array` is one of `names`.
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
    scorch_for_each_stored(
        levels, dimension, arrays, [&](const int64_t(&at)[Modes], int64_t position) {
          const auto value = arrays.vals[position];
          const bool is_zero = !(value < 0 || value > 0) && value == value;
          if (fault.kind == SCORCH_VALID && !is_zero && !scorch_is_inside(at, dimension)) {
            fault = {SCORCH_PADDING_NOT_ZERO, names[2 * Levels], position};
          }
        });
    return fault;
  }
};
}  // namespace
#endif
