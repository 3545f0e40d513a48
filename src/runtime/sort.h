// Sorting of coordinate lists.
#pragma once

#include <cstddef>
#include <cstdint>

//! sort_list
#ifndef SCORCH_SHARED_SORT_LIST
#define SCORCH_SHARED_SORT_LIST
#include <cstring>
// Radix sort of coordinates below `extent`, a byte per pass; `scratch` holds `count` elements, too.
/// O(count) for each byte of `extent` - 1.
[[maybe_unused]] static void scorch_sort_long_list(int64_t* list, int64_t* scratch, int64_t count,
                                                   int64_t extent) {
  int64_t* from = list;
  int64_t* to = scratch;
  for (int shift = 0; shift < 64 && ((extent - 1) >> shift) > 0; shift += 8) {
    int64_t begin[257] = {0};
    for (int64_t n = 0; n < count; ++n) ++begin[((from[n] >> shift) & 255) + 1];
    for (int digit = 0; digit < 256; ++digit) begin[digit + 1] += begin[digit];
    for (int64_t n = 0; n < count; ++n) to[begin[(from[n] >> shift) & 255]++] = from[n];
    int64_t* const other = from;
    from = to;
    to = other;
  }
  if (from != list) std::memcpy(list, from, static_cast<size_t>(count) * sizeof(int64_t));
}

// Sorts coordinates that lie close together by scanning `marks`, which are true for them and for no
// others. Returns false if the coordinates are too far apart; the list is then unchanged.
/// `count` is at least 1. O(count): the range of a sorted list is at most eight times `count`.
[[maybe_unused]] static bool scorch_sort_by_flags(int64_t* list, const bool* marks, int64_t count) {
  // Three samples reject most widely spread lists before the search for minimum and maximum.
  if ((list[count / 2] - list[0]) / 8 >= count || (list[0] - list[count / 2]) / 8 >= count ||
      (list[count - 1] - list[0]) / 8 >= count) {
    return false;
  }
  int64_t first = list[0], last = list[0];
  for (int64_t n = 1; n < count; ++n) {
    first = list[n] < first ? list[n] : first;
    last = list[n] > last ? list[n] : last;
  }
  if ((last - first) / 8 >= count) return false;
  int64_t n = 0;
  for (int64_t at = first; at <= last;) {
    const int64_t end = last - at < 8 ? last + 1 : at + 8;
    uint64_t eight = 1;
    if (sizeof(bool) == 1 && end == at + 8) std::memcpy(&eight, marks + at, 8);
    if (eight == 0) at = end;
    for (; at < end; ++at) {
      list[n] = at;
      n += static_cast<int64_t>(marks[at]);
    }
  }
  return true;
}

#if defined(__GNUC__)
// Rank sort of up to 48 distinct coordinates below INT32_MAX: the rank of a coordinate is the
// number of smaller ones, counted for four at a time in SIMD lanes, without unpredictable branches.
[[maybe_unused]] static void scorch_sort_by_ranks(int64_t* list, int64_t count) {
  typedef int32_t four __attribute__((vector_size(4 * sizeof(int32_t))));
  int32_t values[48], ranks[48];
  for (int64_t n = 0; n < count; ++n) values[n] = static_cast<int32_t>(list[n]);
  for (int64_t n = count; n % 4 != 0; ++n) values[n] = INT32_MAX;
  for (int64_t first = 0; first < count; first += 4) {
    four own, less = {};
    std::memcpy(&own, values + first, sizeof own);
    for (int64_t n = 0; n < count; ++n) {
      const four other = {values[n], values[n], values[n], values[n]};
      less -= other < own;
    }
    std::memcpy(ranks + first, &less, sizeof less);
  }
  for (int64_t n = 0; n < count; ++n) list[ranks[n]] = values[n];
}
#endif

// Sorts distinct coordinates below `extent`; `marks` may be null. The shortest lists are sorted by
// insertion, inline, so that short rows need no call.
/// `scratch` holds `count` elements. If not null, `marks` has a flag for each coordinate of the
/// list, and none for others between them.
[[maybe_unused]] static inline void scorch_sort_list(int64_t* list, int64_t* scratch,
                                                     const bool* marks, int64_t count,
                                                     int64_t extent) {
  if (count > 12 && marks != nullptr && scorch_sort_by_flags(list, marks, count)) return;
  if (count > 48) return scorch_sort_long_list(list, scratch, count, extent);
#if defined(__GNUC__)
  if (count > 12 && extent <= INT32_MAX) return scorch_sort_by_ranks(list, count);
#endif
  for (int64_t n = 1; n < count; ++n) {
    const int64_t value = list[n];
    int64_t at = n;
    for (; at > 0 && list[at - 1] > value; --at) list[at] = list[at - 1];
    list[at] = value;
  }
}
#endif
