// Covers a range of coordinates with register tiles.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/vectors.h"

//! tiles: needs vectors
#ifndef SCORCH_SHARED_TILES
#define SCORCH_SHARED_TILES
// A tile for a tail that is shorter: its last vector begins at lane `last` and overlaps the one
// before.
template <class T, size_t of_lanes, size_t of_vectors>
struct scorch_last_tile : scorch_tile<T, of_lanes, of_vectors> {
  int64_t last = 0;
  explicit scorch_last_tile(int64_t lane) : last(lane) {}
  int64_t lane_of(size_t v) const {
    return v + 1 == of_vectors ? last : static_cast<int64_t>(v * of_lanes);
  }
};

// Covers the coordinates from `at` to `end` with whole tiles, then the tail with a tile whose last
// vector overlaps lanes that are done already. If no lane may be done twice, the tail is covered
// with fewer vectors, then with narrower ones.
/// Calls body(tile, first) with lanes inside of [begin, end) only. `begin` is where the whole loop
/// began: lanes from there on may be done twice if `may_overlap`, and each lane is done exactly
/// once if not.
template <bool may_overlap, class T, size_t lanes, size_t vectors, class Body>
static SCORCH_INLINE void scorch_cover(int64_t begin, int64_t at, int64_t end, const Body& body) {
  constexpr int64_t width = static_cast<int64_t>(lanes);
  constexpr int64_t step = static_cast<int64_t>(lanes * vectors);
  for (; end - at >= step; at += step) body(scorch_tile<T, lanes, vectors>{}, at);
  if (at == end) return;
  if constexpr (may_overlap && vectors > 1 && vectors <= 4) {
    const int64_t last = end - at - width;
    if constexpr (vectors > 3)
      if (last > 2 * width) return body(scorch_last_tile<T, lanes, 4>(last), at);
    if constexpr (vectors > 2)
      if (last > width) return body(scorch_last_tile<T, lanes, 3>(last), at);
    if (last > 0) return body(scorch_last_tile<T, lanes, 2>(last), at);
    scorch_cover<true, T, lanes, 1>(begin, at, end, body);
  } else if constexpr (vectors > 1) {
    scorch_cover<may_overlap, T, lanes, vectors / 2>(begin, at, end, body);
  } else if constexpr (lanes > 1) {
    if (may_overlap && end - begin > width)
      body(scorch_tile<T, lanes, 1>{}, end - width);
    else
      scorch_cover<may_overlap, T, lanes / 2, 1>(begin, at, end, body);
  }
}
// A tile's accumulators and operands stay in registers: there are 32 of the widest, 16 of others.
/// The most vectors of a tile, for vectors of `bytes` bytes.
template <size_t bytes>
constexpr size_t scorch_max_vectors = bytes == 64 || bytes < 16 ? 4 : 8;
/// Covers [begin, end) with tiles of vectors of `bytes` bytes, which may overlap: for bodies that
/// store the same value each time.
template <class T, size_t bytes, class Body>
static SCORCH_INLINE void scorch_tiles(int64_t begin, int64_t end, const Body& body) {
  scorch_cover<true, T, scorch_lanes<T, bytes>, scorch_max_vectors<bytes>>(begin, begin, end, body);
}
/// The same without overlaps: for bodies that update what they store.
template <class T, size_t bytes, class Body>
static SCORCH_INLINE void scorch_disjoint_tiles(int64_t begin, int64_t end, const Body& body) {
  scorch_cover<false, T, scorch_lanes<T, bytes>, 4>(begin, begin, end, body);
}
// Runs `loops`, a nest around a single vector loop, and passes it the function that covers that
// loop with tiles. If one tile covers all of it, the nest is unswitched on that tile: it is chosen
// once, not in each iteration, and its accumulators stay in registers throughout.
/// `is_one` says that `tiles` calls its body once.
template <class Tiles, class Loops>
static SCORCH_INLINE void scorch_specialise_tile(bool is_one, const Tiles& tiles,
                                                 const Loops& loops) {
  if (!is_one) return loops(tiles);
  tiles([&](auto tile, int64_t first) SCORCH_INLINE_LAMBDA {
    loops([&](const auto& body) SCORCH_INLINE_LAMBDA { body(tile, first); });
  });
}
// Whether one tile covers `end` lanes, at most four vectors: always if `end` is a power of 2 (less
// than a vector takes a narrower one), else if the last vector may overlap the one before.
template <bool may_overlap, class T, size_t bytes>
static SCORCH_INLINE bool scorch_is_one_tile(int64_t end) {
  constexpr int64_t lanes = static_cast<int64_t>(scorch_lanes<T, bytes>);
  const bool is_power_of_2 = end > 0 && (end & (end - 1)) == 0;
  return end <= 4 * lanes && (is_power_of_2 || (may_overlap && end >= lanes));
}
/// The nest `loops` around scorch_tiles of [0, end).
template <class T, size_t bytes, class Loops>
static SCORCH_INLINE void scorch_inner_tiles(int64_t end, const Loops& loops) {
  scorch_specialise_tile(
      scorch_is_one_tile<true, T, bytes>(end),
      [&](const auto& body) SCORCH_INLINE_LAMBDA { scorch_tiles<T, bytes>(0, end, body); }, loops);
}
/// The nest `loops` around scorch_disjoint_tiles of [0, end).
template <class T, size_t bytes, class Loops>
static SCORCH_INLINE void scorch_disjoint_inner_tiles(int64_t end, const Loops& loops) {
  scorch_specialise_tile(
      scorch_is_one_tile<false, T, bytes>(end),
      [&](const auto& body) SCORCH_INLINE_LAMBDA { scorch_disjoint_tiles<T, bytes>(0, end, body); },
      loops);
}
#endif
