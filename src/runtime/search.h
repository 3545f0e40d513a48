// Searches in coordinates that ascend. Positions are half-open ranges.
#pragma once

#include <cstddef>
#include <cstdint>

//! search_i32: also i64
#ifndef SCORCH_SHARED_SEARCH_I32
#define SCORCH_SHARED_SEARCH_I32
// Lower bound by binary search: the first position whose coordinate is at least `wanted`, or `end`.
/// `crd` ascends from position `begin` to below `end`. O(log(end - begin)).
[[maybe_unused]] static inline int64_t scorch_search_i32(const int32_t* crd, int64_t begin,
                                                         int64_t end, int64_t wanted) {
  while (begin < end) {
    const int64_t middle = begin + (end - begin) / 2;
    if (crd[middle] < wanted) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}
#endif

//! gallop_i32: needs search_i32; also i64
#ifndef SCORCH_SHARED_GALLOP_I32
#define SCORCH_SHARED_GALLOP_I32
// Lower bound by galloping: the same, in steps from `begin` that double.
/// O(log d) for a result d positions after `begin`.
[[maybe_unused]] static inline int64_t scorch_gallop_i32(const int32_t* crd, int64_t begin,
                                                         int64_t end, int64_t wanted) {
  int64_t step = 1;
  while (step <= end - begin && crd[begin + step - 1] < wanted) {
    begin += step;
    step *= 2;
  }
  return scorch_search_i32(crd, begin, step <= end - begin ? begin + step - 1 : end, wanted);
}
#endif

//! ascends
#ifndef SCORCH_SHARED_ASCENDS
#define SCORCH_SHARED_ASCENDS
// Whether each of the first `count` elements is less than the next one.
/// The array has `count` + 1 elements.
template <class T>
static inline bool scorch_ascends(const T* array, int64_t count) {
  int64_t at = 0;
  for (; count - at >= 64; at += 64) {
    T falls = 0;
    for (int64_t n = at; n < at + 64; ++n) falls |= array[n] >= array[n + 1];
    if (falls != 0) return false;
  }
  for (; at < count; ++at)
    if (array[at] >= array[at + 1]) return false;
  return true;
}
#endif
