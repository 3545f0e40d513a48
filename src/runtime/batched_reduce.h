// Reductions of 64 short rows at a time, without a branch per row.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/batched_dot.h"
#include "runtime/bits.h"
#include "runtime/gather.h"

//! batched_short: needs simd_gather, halves, lowest_bit
#ifndef SCORCH_SHARED_BATCHED_SHORT
#define SCORCH_SHARED_BATCHED_SHORT
// Sums of 64 iterations few of which have terms: finds those in an occupancy mask first, which
// avoids a misprediction for each of them.
template <size_t bytes, class T, bool only_some, class First, class Body, class Done>
static SCORCH_INLINE void scorch_batched_reduce_sparse(int64_t at, const First& first_of,
                                                       const Body& body, const Done& done) {
  uint64_t some = 0;
  for (int64_t n = 0; n < 64; ++n)
    some |= static_cast<uint64_t>(first_of(at + n) < first_of(at + n + 1)) << n;
  T sums[64] = {};
  for (; some != 0; some &= some - 1) {
    const int64_t n = scorch_lowest_bit(some);
    scorch_reduce_positions<bytes>(first_of(at + n), first_of(at + n + 1), sums[n], body);
    if constexpr (only_some) done(at + n, sums[n]);
  }
  for (int64_t n = 0; n < 64 && !only_some; ++n) done(at + n, sums[n]);
}

// Sums of 64 iterations whose `terms` are contiguous; lanes before and after them are loaded, too,
// and masked out. An iteration has at most `most` terms, four or seven: the sum of a longer one is
// meaningless. The sums are bitwise those of scorch_reduce_positions.
template <int most, class T, class First>
static SCORCH_INLINE void scorch_sum_terms(int64_t at, const First& first_of, const T* terms,
                                           T (&sums)[64]) {
  typedef scorch_tile<T, 4, 1> Tile;
  typedef typename Tile::vector Vector;
  constexpr typename scorch_make_index_sequence<4>::numbers lanes{};
  const auto begin = first_of(at);
  for (int64_t n = 0; n < 64; n += 4) {
    Vector four[4] = {};
    SCORCH_UNROLL
    for (int64_t u = 0; u < 4; ++u) {
      const auto first = first_of(at + n + u), end = first_of(at + n + u + 1);
      const Vector last = scorch_at(Tile{}, terms + (end - begin) - 4, 0).values;
      if constexpr (most > 4) {
        const Vector all = scorch_at(Tile{}, terms + (first - begin), 0).values;
        scorch_add_tail<T>(four[u], all, (end - first) & 4, lanes);
        scorch_add_tail<T>(four[u], last, (end - first) & 3, lanes);
      } else {
        scorch_add_tail<T>(four[u], last, end - first, lanes);
      }
    }
    scorch_add_halves<4>(four[0], four[1], four[0], lanes);
    scorch_add_halves<4>(four[2], four[3], four[1], lanes);
    scorch_add_halves<2>(four[0], four[1], four[0], lanes);
    scorch_at(Tile{}, sums + n, 0).values = four[0];
  }
}

// Sums of 64 iterations over positions: computes all terms first, then reduces them without a
// branch per iteration. Sums of eight and more terms are computed one by one. Returns false if that
// does not pay: more than a quarter of the terms are in such sums.
template <size_t bytes, class T, class First, class Body>
static SCORCH_INLINE bool scorch_batched_reduce_short(int64_t at, const First& first_of,
                                                      const Body& body, T (&sums)[64]) {
  typedef scorch_tile<T, 4, 1> Tile;
  typedef typename Tile::vector Vector;
  const auto begin = first_of(at), end = first_of(at + 64);
  if (begin < 4 || end - begin > 7 * 64) return false;
  // other != 0: a length is not 1. more >= 8: a length exceeds 4. in_long: terms of lengths > 7.
  auto other = begin - begin, more = other, in_long = other;
  for (int64_t n = at; n < at + 64; ++n) {
    const auto length = first_of(n + 1) - first_of(n);
    other |= length ^ 1;
    more |= length + 3;
    in_long += length < 8 ? 0 : length;
  }
  if (in_long > (end - begin) / 4) return false;

  T buffer[4 + 7 * 64 + 4];
  T* const terms = buffer + 4;
  Vector four;
  scorch_at(Tile{}, buffer, 0).values = Vector{};
  for (auto p = begin; p < end - 4; p += 4) {
    body(Tile{}, p, four);
    scorch_at(Tile{}, terms + (p - begin), 0).values = four;
  }
  body(Tile{}, end - 4, four);
  scorch_at(Tile{}, terms + (end - 4 - begin), 0).values = four;
  scorch_at(Tile{}, terms + (end - begin), 0).values = Vector{};

  if (other == 0)
    for (size_t n = 0; n < 64; ++n) sums[n] = 0 + terms[n];
  else if (more < 8)
    scorch_sum_terms<4>(at, first_of, terms, sums);
  else
    scorch_sum_terms<7>(at, first_of, terms, sums);
  for (int64_t n = 0; n < 64 && in_long > 0; ++n) {
    const auto first = first_of(at + n), last = first_of(at + n + 1);
    if (last - first < 8) continue;
    sums[n] = 0;
    scorch_reduce_positions<bytes>(first, last, sums[n], body);
  }
  return true;
}

// Sums of iterations over positions: those of iteration n begin at first_of(n) and end where the
// next ones begin. Calls `done` with each sum, in order; if `only_some`, empty sums may be omitted.
/// `body` is as in scorch_reduce_positions, for the positions of all iterations. Each sum is
/// bitwise that of scorch_reduce_positions.
template <size_t bytes, class T, bool only_some = false, class First, class Body, class Done>
static SCORCH_INLINE void scorch_batched_reduce(int64_t begin, int64_t end, const First& first_of,
                                                const Body& body, const Done& done) {
  for (int64_t at = begin; at < end;) {
    const int64_t next = end - at > 64 ? at + 64 : end;
    if constexpr (scorch_lanes<T, bytes> >= 4) {
      if (next - at == 64 && first_of(next) - first_of(at) < 16) {
        scorch_batched_reduce_sparse<bytes, T, only_some>(at, first_of, body, done);
        at = next;
        continue;
      }
      T sums[64];
      if (next - at == 64 && scorch_batched_reduce_short<bytes>(at, first_of, body, sums)) {
        for (size_t n = 0; n < 64; ++n) done(at + static_cast<int64_t>(n), sums[n]);
        at = next;
        continue;
      }
    }
    if (first_of(next) - first_of(at) > scorch_block_of_terms) {
      for (; at < next; ++at) {
        T sum = 0;
        scorch_reduce_long<bytes>(first_of(at), first_of(at + 1), sum, body);
        done(at, sum);
      }
    }
    for (; at < next; ++at) {
      T sum = 0;
      scorch_reduce_positions<bytes>(first_of(at), first_of(at + 1), sum, body);
      done(at, sum);
    }
  }
}
#endif
