// Branch-free union merge of coordinate lists.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/hints.h"

//! select: needs inline
#ifndef SCORCH_SHARED_SELECT
#define SCORCH_SHARED_SELECT
// Branch-free select: `one` if the mask is -1, `other` if it is 0.
/// All bits are kept, those of NaN and -0.0 as well.
template <class T>
static SCORCH_INLINE T scorch_select(int64_t mask, T one, T other) {
#if defined(__GNUC__)
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a number of 4 or 8 bytes");
  uint64_t bits = 0, other_bits = 0;
  __builtin_memcpy(&bits, &one, sizeof(T));
  __builtin_memcpy(&other_bits, &other, sizeof(T));
  other_bits ^= (bits ^ other_bits) & static_cast<uint64_t>(mask);
  __builtin_memcpy(&other, &other_bits, sizeof(T));
  return other;
#else
  return mask != 0 ? one : other;
#endif
}
#endif

//! merge: needs inline, select
#ifndef SCORCH_SHARED_MERGE
#define SCORCH_SHARED_MERGE
#include <cstddef>
/// Whether `count` coordinates are equal; C and D are integer types.
template <class C, class D>
static SCORCH_INLINE bool scorch_same(const C* a, const D* b, int64_t count) {
#if defined(__GNUC__)
  if constexpr (sizeof(C) == sizeof(D))
    return __builtin_memcmp(a, b, static_cast<size_t>(count) * sizeof(C)) == 0;
#endif
  int64_t n = 0;
  while (n < count && a[n] == b[n]) ++n;
  return n == count;
}

// A list of ascending coordinates and the position of its walk. `here` is -1 if its coordinate is
// the least of all lists, else 0.
/// The list is [at, end) of `crd`. A merge advances `at`, a variable of the caller.
template <class A>
struct scorch_list {
  const A& crd;
  int64_t& at;
  const int64_t end;
  int64_t coordinate = 0;
  int64_t here = 0;
  SCORCH_INLINE scorch_list(const A& list, int64_t& position, int64_t position_end)
      : crd(list), at(position), end(position_end) {}
};
// -1 if one <= least, else 0. By the sign of a difference: compilers would turn comparisons into
// branches again.
/// Coordinates are not negative, so the difference does not overflow.
static SCORCH_INLINE int64_t scorch_least_mask(int64_t one, int64_t least) {
  return (one - least - 1) >> 63;
}

// Branch-free merge: walks lists until one of them ends, and stores a value at each coordinate of
// their union. `value` gets a mask for each list, -1 if it has the coordinate. Nothing
// branches on which list comes next. A masked term is replaced by the zero that changes no sum, not
// even the sign of another zero. Equal lists and equal runs of eight coordinates skip this.
/// Calls store(coordinate, value(coordinate, masks...)) in ascending order. Afterwards at least one
/// list is at its end, and all coordinates before the positions are stored.
template <class Value, class Store, class First, class... Others>
static SCORCH_INLINE void scorch_merge(const Value& value, const Store& store, First&& first,
                                       Others&&... others) {
  const auto same = [&](int64_t count) SCORCH_INLINE_LAMBDA {
    for (int64_t n = 0; n < count; ++n) {
      const int64_t at = first.crd[first.at];
      store(at, value(at, int64_t{-1}, (static_cast<void>(others), int64_t{-1})...));
      ++first.at;
      (++others.at, ...);
    }
  };
  const auto least = [&]() SCORCH_INLINE_LAMBDA {
    first.coordinate = first.crd[first.at];
    ((others.coordinate = others.crd[others.at]), ...);
    int64_t at = first.coordinate;
    if constexpr (sizeof...(Others) == 1) {
      // Two masks that do not wait for the least coordinate.
      first.here = scorch_least_mask(at, others.coordinate...);
      ((others.here = scorch_least_mask(others.coordinate, at)), ...);
      at = (at & first.here) | ((others.coordinate & others.here) | ...);
    } else {
      ((at = others.coordinate < at ? others.coordinate : at), ...);
      first.here = scorch_least_mask(first.coordinate, at);
      ((others.here = scorch_least_mask(others.coordinate, at)), ...);
    }
    store(at, value(at, first.here, others.here...));
    first.at -= first.here;
    ((others.at -= others.here), ...);
  };
  const auto alike = [&](int64_t count) SCORCH_INLINE_LAMBDA {
    const int64_t last = count - 1;
    return ((first.crd[first.at + last] == others.crd[others.at + last]) && ...) &&
           (scorch_same(first.crd + first.at, others.crd + others.at, last) && ...);
  };
  if constexpr (sizeof...(Others) == 1) {
    // For a few coordinates, a misprediction costs less than the set-up of what follows.
    if (first.end - first.at <= 4 && ((others.end - others.at <= 4) && ...)) {
      while (first.at < first.end && ((others.at < others.end) && ...)) {
        const int64_t one = first.crd[first.at], other = (others.crd[others.at] + ...);
        if (one < other) {
          store(one, value(one, int64_t{-1}, int64_t{0}));
          ++first.at;
        } else if (other < one) {
          store(other, value(other, int64_t{0}, int64_t{-1}));
          (++others.at, ...);
        } else {
          same(1);
        }
      }
      return;
    }
  }
  const int64_t length = first.end - first.at;
  if (length > 0 && ((others.end - others.at == length) && ...) && alike(length))
    return same(length);
  // Two steps consume at most two of the eight coordinates that a run is searched in, so the ends
  // of the lists are checked once for all pairs of steps.
  const auto pairs_left = [&]() SCORCH_INLINE_LAMBDA {
    int64_t left = first.end - first.at;
    ((left = others.end - others.at < left ? others.end - others.at : left), ...);
    return left / 2 - 3;
  };
  for (int64_t pairs = pairs_left(); pairs > 0; pairs = pairs_left()) {
    for (; pairs > 0 && !alike(8); --pairs) {
      least();
      least();
    }
    if (pairs > 0) same(8);
  }
  while (first.at < first.end && ((others.at < others.end) && ...)) least();
}
#endif
