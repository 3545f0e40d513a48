// SIMD vectors of any number of lanes and register tiles, by the vector extension of GCC and Clang.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/hints.h"

//! vectors: needs inline
#ifndef SCORCH_SHARED_VECTORS
#define SCORCH_SHARED_VECTORS
#include <cstddef>
// A SIMD vector: values of neighbouring coordinates, one per lane. Compilers other than gcc and
// clang get vectors of one lane, that is, scalars.
/// `lanes` is a power of two. Reading and writing `in_array` needs the alignment of T alone.
template <class T, size_t lanes>
struct scorch_vector {
#if defined(__GNUC__)
  typedef T type __attribute__((vector_size(lanes * sizeof(T))));
  // A vector in an array may begin at any component. (It is a struct because clang takes a
  // reference to a bare vector for an aligned one.)
  typedef T at_any __attribute__((vector_size(lanes * sizeof(T)), aligned(alignof(T)), may_alias));
  struct __attribute__((may_alias)) in_array {
    at_any values;
  };
#endif
};
template <class T>
struct scorch_vector<T, 1> {
  typedef T type;
  struct in_array {
    T values;
  };
};

// A register tile: adjacent vectors of the same number of lanes.
/// A tile is a type without state: vector v has the lanes from lane_of(v) on, relative to the
/// tile's first lane.
template <class T, size_t of_lanes, size_t of_vectors>
struct scorch_tile {
  static constexpr size_t lanes = of_lanes, vectors = of_vectors;
  typedef typename scorch_vector<T, lanes>::type vector;
  typedef typename scorch_vector<T, lanes>::in_array in_array;
  static constexpr int64_t lane_of(size_t v) { return static_cast<int64_t>(v * lanes); }
};

// Vector v of a tile in an array; `first` points to the tile's first lane.
/// The array has all lanes of that vector.
template <class Tile, class T>
static SCORCH_INLINE const typename Tile::in_array& scorch_at(const Tile& tile, const T* first,
                                                              size_t v) {
#if defined(__GNUC__)
  // Keeps gcc from vectorising one-lane sums: it would gather lanes only to add them one by one.
  if constexpr (Tile::lanes == 1) __asm__ volatile("");
#endif
  return *reinterpret_cast<const typename Tile::in_array*>(first + tile.lane_of(v));
}
/// The same for a vector that is written.
template <class Tile, class T>
static SCORCH_INLINE typename Tile::in_array& scorch_at(const Tile& tile, T* first, size_t v) {
  return *reinterpret_cast<typename Tile::in_array*>(first + tile.lane_of(v));
}
/// The number of lanes of a vector of `bytes` bytes; 1 for the scalar version, which has 1 byte.
template <class T, size_t bytes>
constexpr size_t scorch_lanes = bytes > sizeof(T) ? bytes / sizeof(T) : 1;
#endif

//! stored_lanes: needs vectors
#ifndef SCORCH_SHARED_STORED_LANES
#define SCORCH_SHARED_STORED_LANES
#include <cstring>
// Whether components of a temporary are stored, lane by lane: -0.0 marks one that is not.
/// `stored` becomes -1 in lanes that are stored and 0 in others; a bool if there is one lane.
template <class Vector, class Mask>
static SCORCH_INLINE void scorch_stored_lanes(const Vector& components, Mask& stored) {
  const Vector unstored = -Vector{};
  if constexpr (sizeof(Mask) == sizeof(Vector)) {
    Mask unstored_bits;
    std::memcpy(&stored, &components, sizeof(Mask));
    std::memcpy(&unstored_bits, &unstored, sizeof(Mask));
    stored = stored != unstored_bits;
  } else {
    stored = std::memcmp(&components, &unstored, sizeof(Vector)) != 0;
  }
}
#endif
