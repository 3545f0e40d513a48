// Builds a tensor's arrays from entries in any order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/abi.h"
#include "runtime/levels.h"
#include "runtime/memory.h"
#include "runtime/tuples.h"

//! pack: needs allocate_zeroed, tuples, levels
#ifndef SCORCH_SHARED_PACK
#define SCORCH_SHARED_PACK
namespace {
// Builds a format's arrays from entries in any order; values at equal coordinates are added up.
/// Levels and Modes are their numbers; Pos, Crd and Value are element types. The caller owns
/// `arrays`, also after an error, and releases them with the context.
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

  /// Entry n has the coordinate coordinates[mode][n] in each mode. Errors: SCORCH_SHAPE_MISMATCH
  /// for a coordinate outside of its dimension, SCORCH_INDEX_OVERFLOW for a position or coordinate
  /// that does not fit its type, SCORCH_OUT_OF_MEMORY. Values are added in the order of the
  /// entries.
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
    for (size_t level = 0; level < Levels; ++level)
      extents[level] = levels[level].extent(dimension);
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
          if (coordinate > static_cast<int64_t>(scorch_largest<Crd>()))
            return SCORCH_INDEX_OVERFLOW;
          arrays.crd[each][position] = static_cast<Crd>(coordinate);
        }
      }
      parent_before = parent;
      positions[entry] = position;
    }
    for (int64_t parent = 0; pos != nullptr && parent < parents; ++parent)
      pos[parent + 1] += pos[parent];
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
#endif
