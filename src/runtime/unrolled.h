// Reductions in four independent accumulators.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/tiles.h"

//! reduce_unrolled: needs tiles
#ifndef SCORCH_SHARED_REDUCE_UNROLLED
#define SCORCH_SHARED_REDUCE_UNROLLED
// A tile whose reductions use four accumulators.
/// It has the lanes of `Tile`.
template <class Tile>
struct scorch_unrolled_terms : Tile {};
template <class Tile>
constexpr bool scorch_is_unrolled = false;
template <class Tile>
constexpr bool scorch_is_unrolled<scorch_unrolled_terms<Tile>> = true;

// Adds the terms from `begin` to `end` to a tile's sum; add(n, sum) adds term n. Four independent
// accumulators hide the latency of the additions, unless there are few terms.
/// The order of additions depends on the number of terms alone.
template <class Tile, class Vector, size_t vectors, class Add>
static SCORCH_INLINE void scorch_reduce_unrolled(const Tile&, int64_t begin, int64_t end,
                                                 Vector (&sum)[vectors], const Add& add) {
  if constexpr (scorch_is_unrolled<Tile>) {
    if (end - begin >= 8) {
      Vector second[vectors] = {}, third[vectors] = {}, fourth[vectors] = {};
      int64_t at = begin;
      for (; end - at >= 4; at += 4) {
        add(at, sum);
        add(at + 1, second);
        add(at + 2, third);
        add(at + 3, fourth);
      }
      for (; at < end; ++at) add(at, sum);
      SCORCH_UNROLL
      for (size_t v = 0; v < vectors; ++v) sum[v] = (sum[v] + third[v]) + (second[v] + fourth[v]);
      return;
    }
  }
  for (int64_t at = begin; at < end; ++at) add(at, sum);
}

// Whether rows are long: at least 24 terms on average, so that four accumulators pay. Samples 64
// rows and ignores empty ones; all threads get the same answer. With fewer than 1024 terms in all,
// nothing is sampled.
/// `pos` has `sums` + 1 positions.
template <class Positions>
static inline bool scorch_long_rows(const Positions& pos, int64_t sums) {
  if (pos[sums] - pos[0] < 1024) return false;
  int64_t terms = 0, some = 0;
  for (int64_t n = 0; n < sums; n += sums / 64 + 1) {
    terms += pos[n + 1] - pos[n];
    some += pos[n + 1] > pos[n] ? 1 : 0;
  }
  return terms >= 24 * some;
}

// scorch_inner_tiles for loops with such reductions. They use four accumulators if rows are long
// and the tile is one vector, or two of at most 64 bytes together.
/// The body must use scorch_reduce_unrolled for its sums.
template <bool may_overlap, class T, size_t bytes, class Loops>
static SCORCH_INLINE void scorch_unrolled_tiles(int64_t end, bool long_rows, const Loops& loops) {
  const auto tiles = [&](const auto& body) SCORCH_INLINE_LAMBDA {
    if constexpr (may_overlap)
      scorch_tiles<T, bytes>(0, end, body);
    else
      scorch_disjoint_tiles<T, bytes>(0, end, body);
  };
  if (!scorch_is_one_tile<may_overlap, T, bytes>(end)) return loops(tiles);
  tiles([&](auto tile, int64_t first) SCORCH_INLINE_LAMBDA {
    typedef decltype(tile) Tile;
    const auto run = [&](const auto& one) SCORCH_INLINE_LAMBDA {
      loops([&](const auto& body) SCORCH_INLINE_LAMBDA { body(one, first); });
    };
    if constexpr (Tile::vectors <= 2 && Tile::vectors * sizeof(typename Tile::vector) <= 64)
      if (long_rows) return run(scorch_unrolled_terms<Tile>{tile});
    run(tile);
  });
}
#endif
