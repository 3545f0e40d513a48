// Reductions over the positions of a compressed level, whose operands are gathered.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/lanes.h"

//! fibres
#ifndef SCORCH_SHARED_FIBRES
#define SCORCH_SHARED_FIBRES
// Number of useful lanes for sums over fibres. If three of four fibres have a single entry, scalars
// are faster: the branch at the end of a fibre is predictable.
/// A loop is compiled for scalars if this is 1, and for all vectors if it is INT64_MAX.
[[maybe_unused]] static int64_t scorch_useful_lanes(int64_t fibres, int64_t entries) {
  return entries - fibres < fibres / 4 ? 1 : INT64_MAX;
}
#endif

//! simd_gather: needs horizontal_sum, tail
#ifndef SCORCH_SHARED_SIMD_GATHER
#define SCORCH_SHARED_SIMD_GATHER
// Gathers a vector of operands, one load per lane. The loads take as long as in a scalar loop, so
// four lanes are used: more gain little.
/// Lane n of x becomes at(first + n). A tile has one lane or four.
template <class Tile, class Vector, class At>
static SCORCH_INLINE void scorch_gather(const Tile&, Vector& x, int64_t first, const At& at) {
  if constexpr (Tile::lanes == 1) {
    x = at(first);
  } else {
    auto a = at(first), b = at(first + 1), c = at(first + 2), d = at(first + 3);
#if defined(__clang__) && defined(__x86_64__)
    // Keeps clang from turning the four loads into one gather instruction, which is slower.
    __asm__("" : "+x"(a), "+x"(b), "+x"(c), "+x"(d));
#endif
    x = Vector{a, b, c, d};
  }
}

// Adds the terms of all positions to the sum, in four lanes. For a tail of fewer than four, the
// lanes end with it, and those before it are masked out, whatever they hold. Empty rows, which most
// matrices have, return at once.
/// body(tile, first, terms) computes the terms of the tile's lanes. Lanes before `begin`, but not
/// before 0, may be computed and masked out; none from `end` on.
template <size_t bytes, class T, class Body>
static SCORCH_INLINE void scorch_reduce_positions(int64_t begin, int64_t end, T& sum,
                                                  const Body& body) {
  int64_t first = begin;
  if constexpr (scorch_lanes<T, bytes> >= 4) {
    if (begin >= end) return;
    if (end >= 4) {
      typedef scorch_tile<T, 4, 1> Tile;
      typename Tile::vector lanes = {}, terms = {};
      for (; end - first >= 4; first += 4) {
        body(Tile{}, first, terms);
        lanes += terms;
      }
      if (first < end) {
        body(Tile{}, end - 4, terms);
        scorch_add_tail<T>(lanes, terms, end - first, scorch_make_index_sequence<4>::numbers{});
      }
      sum += scorch_horizontal_sum_halves<4, T>(lanes);
      return;
    }
  }
  for (; first < end; ++first) {
    T term = 0;
    body(scorch_tile<T, 1, 1>{}, first, term);
    sum += term;
  }
}

// The same for any number of terms. The sums of blocks are added up in f64, because an f32 of 2^24
// does not change if 1 is added.
constexpr int64_t scorch_block_of_terms = 8192;
/// `body` is as in scorch_reduce_positions.
template <size_t bytes, class T, class Body>
static SCORCH_INLINE void scorch_reduce_long(int64_t begin, int64_t end, T& sum, const Body& body) {
  double total = 0;
  for (int64_t first = begin; first < end;) {
    const int64_t last = end - first > scorch_block_of_terms ? first + scorch_block_of_terms : end;
    T part = 0;
    scorch_reduce_positions<bytes>(first, last, part, body);
    total += part;
    first = last;
  }
  sum += static_cast<T>(total);
}
#endif

//! segment_reduce: needs simd_gather
#ifndef SCORCH_SHARED_SEGMENT_REDUCE
#define SCORCH_SHARED_SEGMENT_REDUCE
// The same for a segment whose end has been searched for, so that the branch on a single entry is
// predictable.
template <size_t bytes, class T, class Body>
static SCORCH_INLINE void scorch_reduce_segment(int64_t begin, int64_t end, T& sum,
                                                const Body& body) {
  if (end - begin != 1) return scorch_reduce_long<bytes>(begin, end, sum, body);
  T term = 0;
  body(scorch_tile<T, 1, 1>{}, begin, term);
  sum += term;
}
#endif
