// Sums over the lanes of a vector, and sums in which only the last lanes count.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/vectors.h"

//! horizontal_sum: needs vectors
#ifndef SCORCH_SHARED_HORIZONTAL_SUM
#define SCORCH_SHARED_HORIZONTAL_SUM
// Horizontal sum of all lanes, in a fixed order: the upper half is added to the lower half.
/// The sum of the lanes of one vector.
template <size_t lanes, class T, class Vector>
static SCORCH_INLINE T scorch_horizontal_sum_halves(const Vector& x) {
  if constexpr (lanes == 1) {
    return x;
  } else {
    typename scorch_vector<T, lanes / 2>::type low, high;
    __builtin_memcpy(&low, &x, sizeof low);
    __builtin_memcpy(&high, reinterpret_cast<const char*>(&x) + sizeof low, sizeof high);
    low += high;
    return scorch_horizontal_sum_halves<lanes / 2, T>(low);
  }
}
/// The sum of the lanes of all vectors of a tile; x is overwritten. `vectors` is a power of two.
template <class Tile, class T, class Vector, size_t vectors>
static SCORCH_INLINE T scorch_horizontal_sum(Tile, T, Vector (&x)[vectors]) {
  SCORCH_UNROLL
  for (size_t half = vectors / 2; half > 0; half /= 2) {
    SCORCH_UNROLL
    for (size_t v = 0; v < half; ++v) x[v] += x[v + half];
  }
  return scorch_horizontal_sum_halves<Tile::lanes, T>(x[0]);
}
#endif

//! tail: needs vectors
#ifndef SCORCH_SHARED_TAIL
#define SCORCH_SHARED_TAIL
#include <cstddef>
// The numbers from 0 to below `count`, like std::make_index_sequence in <utility>.
template <size_t... n>
struct scorch_index_sequence {};
template <size_t count, size_t... n>
struct scorch_make_index_sequence : scorch_make_index_sequence<count - 1, count - 1, n...> {};
template <size_t... n>
struct scorch_make_index_sequence<0, n...> {
  typedef scorch_index_sequence<n...> numbers;
};
template <size_t bytes>
struct scorch_lane_number {
  typedef int32_t type;
};
template <>
struct scorch_lane_number<8> {
  typedef int64_t type;
};
// Adds the last `count` lanes of the terms to the sums and masks out the others, whatever they
// hold. The mask is the sign of a difference, because g++ 12 fails on a comparison of vectors here
// if there can be no terms.
/// `count` is from 0 to the number of lanes.
template <class T, class Vector, size_t... lane>
static SCORCH_INLINE void scorch_add_tail(Vector& sums, const Vector& terms, int64_t count,
                                          scorch_index_sequence<lane...>) {
  typedef decltype(terms < terms) Numbers;
  const auto left = static_cast<typename scorch_lane_number<sizeof(T)>::type>(count);
  const Numbers number = Numbers{static_cast<int>(sizeof...(lane) - lane)...};
  const Numbers kept = (number - left - 1) >> (8 * sizeof(T) - 1);
  sums += reinterpret_cast<Vector>(reinterpret_cast<const Numbers&>(terms) & kept);
}
#endif
