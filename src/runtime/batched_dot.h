// Dot products of several iterations at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/lanes.h"

//! halves: needs tail
#ifndef SCORCH_SHARED_HALVES
#define SCORCH_SHARED_HALVES
// A step of the horizontal sums of several vectors, in a fixed order: adds the upper half of each
// group of `size` lanes to the lower half, for two vectors at a time. `lane` is 0, 1 and so on.
/// `size` is a power of two from 2 to the number of lanes. `sums` may be one of the operands.
template <size_t size, class Vector, size_t... lane>
static SCORCH_INLINE void scorch_add_halves(const Vector& a, const Vector& b, Vector& sums,
                                            scorch_index_sequence<lane...>) {
  constexpr size_t half = size / 2;
#if defined(__clang__)
  const Vector low = __builtin_shufflevector(a, b, (lane / half * size + lane % half)...);
  const Vector high = __builtin_shufflevector(a, b, (lane / half * size + half + lane % half)...);
#else
  typedef decltype(a < b) Places;
  const Vector low = __builtin_shuffle(a, b, Places{(lane / half * size + lane % half)...});
  const Vector high = __builtin_shuffle(a, b, Places{(lane / half * size + half + lane % half)...});
#endif
  sums = low + high;
}
#endif

//! batched_dot: needs halves
#ifndef SCORCH_SHARED_BATCHED_DOT
#define SCORCH_SHARED_BATCHED_DOT
/// Adds up `vectors` vectors to `count` sums, one per group of adjacent vectors; x is overwritten.
/// `size` is the number of lanes that still belong to one sum.
template <size_t count, size_t lanes, size_t size, class Vector, size_t vectors, class T>
static SCORCH_INLINE void scorch_horizontal_sums(Vector (&x)[vectors], T (&sums)[count]) {
  constexpr typename scorch_make_index_sequence<lanes>::numbers all{};
  if constexpr (lanes == 1) {
    for (size_t n = 0; n < count; ++n) sums[n] = x[n];
  } else if constexpr (size == 1) {
    for (size_t n = 0; n < count; ++n) sums[n] = x[n * vectors / count][n % (count / vectors)];
  } else if constexpr (vectors == 1) {
    scorch_add_halves<size>(x[0], x[0], x[0], all);
    scorch_horizontal_sums<count, lanes, size / 2>(x, sums);
  } else {
    Vector y[vectors / 2];
    for (size_t v = 0; v < vectors; v += 2) scorch_add_halves<size>(x[v], x[v + 1], y[v / 2], all);
    scorch_horizontal_sums<count, lanes, size / 2>(y, sums);
  }
}

// The dot products of iterations n = 0, 1, ... over `length` coordinates; `terms` adds the terms of
// a tile. Each iteration accumulates in two vectors, then in one for the tail. Long sums accumulate
// in blocks, because an f32 of 2^24 does not change if 1 is added. Iterations are expanded, not
// looped over, so that the compiler treats one of four like a single one.
constexpr int64_t scorch_block_of_tiles = 1024;
/// terms(tile, n, first, sums) adds the products of iteration n at the lanes of the tile from
/// coordinate `first` on. All lanes are inside of [0, length).
template <size_t lanes, class T, bool long_rows, class Terms, size_t... n>
static SCORCH_INLINE void scorch_dot_products(int64_t length, T (&sums)[sizeof...(n)],
                                              const Terms& terms, scorch_index_sequence<n...>) {
  typedef scorch_tile<T, lanes, 1> One;
  typedef scorch_tile<T, lanes, 2> Two;
  typedef typename One::vector Vector;
  constexpr int64_t width = static_cast<int64_t>(lanes);
  Vector two[sizeof...(n)][2] = {}, one[sizeof...(n)][1];
  int64_t at = 0;
  if constexpr (long_rows) {
    Vector blocks[sizeof...(n)][2] = {};
    while (length - at >= scorch_block_of_tiles * 2 * width) {
      for (int64_t tile = 0; tile < scorch_block_of_tiles; ++tile, at += 2 * width)
        (terms(Two{}, n, at, two[n]), ...);
      ((blocks[n][0] += two[n][0], blocks[n][1] += two[n][1], two[n][0] = two[n][1] = Vector{}),
       ...);
    }
    ((two[n][0] = blocks[n][0], two[n][1] = blocks[n][1]), ...);
  }
  for (; length - at >= 2 * width; at += 2 * width) (terms(Two{}, n, at, two[n]), ...);
  ((one[n][0] = two[n][0] + two[n][1]), ...);
  if (length - at >= width) {
    (terms(One{}, n, at, one[n]), ...);
    at += width;
  }
  if constexpr (lanes > 1) {
    if (at < length) {
      Vector rest[sizeof...(n)][1] = {};
      (terms(One{}, n, length - width, rest[n]), ...);
      constexpr typename scorch_make_index_sequence<lanes>::numbers each{};
      (scorch_add_tail<T>(one[n][0], rest[n][0], length - at, each), ...);
    }
  }
  Vector x[] = {one[n][0]...};
  scorch_horizontal_sums<sizeof...(n), lanes, lanes>(x, sums);
}
// The dot products of the next iterations n = 0, 1, ...: calls `done` with each, in order.
template <size_t lanes, class T, bool long_rows, class Terms, class Done, size_t... n>
static SCORCH_INLINE void scorch_batched_dot_next(int64_t& at, int64_t length, const Terms& terms,
                                                  const Done& done,
                                                  scorch_index_sequence<n...> all) {
  T sums[sizeof...(n)];
  scorch_dot_products<lanes, T, long_rows>(
      length, sums,
      [&](auto tile, size_t iteration, int64_t first, auto& to)
          SCORCH_INLINE_LAMBDA { terms(tile, at + static_cast<int64_t>(iteration), first, to); },
      all);
  (done(at + static_cast<int64_t>(n), sums[n]), ...);
  at += static_cast<int64_t>(sizeof...(n));
}
/// The iterations [begin, end) in vectors of `lanes` lanes, or of fewer if `length` is less than
/// that.
template <size_t lanes, class T, class Terms, class Done>
static SCORCH_INLINE void scorch_batched_dot_in(int64_t begin, int64_t end, int64_t length,
                                                const Terms& terms, const Done& done) {
  int64_t at = begin;
  if constexpr (lanes > 1) {
    // Too short or too long: one unsigned comparison tests both.
    if (static_cast<uint64_t>(length) - lanes >= scorch_block_of_tiles * 2 * lanes) {
      if (length < static_cast<int64_t>(lanes))
        return scorch_batched_dot_in<(lanes > 4 ? 4 : 1), T>(begin, end, length, terms, done);
      while (at < end)
        scorch_batched_dot_next<lanes, T, true>(at, length, terms, done,
                                                scorch_make_index_sequence<1>::numbers{});
    }
    while (end - at >= 4)
      scorch_batched_dot_next<lanes, T, false>(at, length, terms, done,
                                               scorch_make_index_sequence<4>::numbers{});
    if (end - at >= 2)
      scorch_batched_dot_next<lanes, T, false>(at, length, terms, done,
                                               scorch_make_index_sequence<2>::numbers{});
  }
  // One at a time: compilers could vectorise scalars of several iterations and round differently.
  while (at < end)
    scorch_batched_dot_next<lanes, T, false>(at, length, terms, done,
                                             scorch_make_index_sequence<1>::numbers{});
}
// Batched dot products: a loop whose iterations each have a sum over `length` coordinates. Four
// sums are computed together, so that shared operands are read once, then two, then one. Long sums
// are computed one by one.
/// The iterations are [begin, end). Calls terms(tile, iteration, first, sums), then done(iteration,
/// sum) in ascending order. A sum depends on `length` alone, not on how many are computed together.
template <class T, size_t bytes, class Terms, class Done>
static SCORCH_INLINE void scorch_batched_dot(int64_t begin, int64_t end, int64_t length,
                                             const Terms& terms, const Done& done) {
  scorch_batched_dot_in<scorch_lanes<T, bytes>, T>(begin, end, length, terms, done);
}
#endif
