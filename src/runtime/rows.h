// Loops over rows that skip empty ones.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/bits.h"
#include "runtime/hints.h"

//! nonempty_rows: needs inline, lowest_bit
#ifndef SCORCH_SHARED_NONEMPTY_ROWS
#define SCORCH_SHARED_NONEMPTY_ROWS
#include <cstring>
// Occupancy mask of 64 rows: bit n is set if row first + n has entries.
/// `positions` has 65 elements from `first` on.
template <class Positions>
static SCORCH_INLINE uint64_t scorch_nonempty_rows(const Positions& positions, int64_t first) {
  const auto* pos = &positions[first];
  bool has_any[64];
  for (int64_t n = 0; n < 64; ++n) has_any[n] = pos[n] < pos[n + 1];
  uint64_t rows = 0;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  static_assert(sizeof(bool) == 1, "eight of them are a word");
  for (int64_t n = 0; n < 64; n += 8) {
    uint64_t word = 0;
    std::memcpy(&word, has_any + n, 8);
    rows |= (word * 0x0102040810204080) >> 56 << n;  // byte n to bit n
  }
#else
  for (int64_t n = 0; n < 64; ++n) rows |= static_cast<uint64_t>(has_any[n]) << n;
#endif
  return rows;
}

// Calls body(row) for the rows from `begin` to `end`, in order. In 64 rows with fewer than 32
// entries, empty rows are skipped by an occupancy mask, as a branch per row would be unpredictable:
// skipped(first, next) replaces the body for each range of skipped rows.
/// Rows without entries may be visited, too. `skipped` gets ranges of rows without entries, some of
/// them empty ranges.
template <class Positions, class Body, class Skipped>
static SCORCH_INLINE void scorch_for_nonempty_rows(const Positions& pos, int64_t begin, int64_t end,
                                                   const Body& body, const Skipped& skipped) {
  for (int64_t row = begin; row < end;) {
    int64_t last = row;
    while (end - last >= 64 && pos[last + 64] - pos[last] >= 32) last += 64;
    if (end - last < 64) last = end;
    for (; row < last; ++row) body(row);
    if (row == end) return;
    const int64_t first = row;
    last = first + 64;
    uint64_t rows = pos[first] < pos[last] ? scorch_nonempty_rows(pos, first) : 0;
    for (; rows != 0; rows &= rows - 1) {
      const int64_t next = first + scorch_lowest_bit(rows);
      skipped(row, next);
      body(next);
      row = next + 1;
    }
    skipped(row, last);
    row = last;
  }
}

/// The same if nothing has to be done for skipped rows.
template <class Positions, class Body>
static SCORCH_INLINE void scorch_for_nonempty_rows(const Positions& pos, int64_t begin, int64_t end,
                                                   const Body& body) {
  scorch_for_nonempty_rows(pos, begin, end, body, [](int64_t, int64_t) {});
}
#endif

//! union_rows: needs nonempty_rows
#ifndef SCORCH_SHARED_UNION_ROWS
#define SCORCH_SHARED_UNION_ROWS
// Rows of a union: a row is occupied if either operand has entries in it. Sums of positions serve
// as its positions.
/// Refers to the positions of both operands, which must outlive it. Rows may be unions again.
template <class First, class Second>
struct scorch_union_rows {
  const First& first;
  const Second& second;
  SCORCH_INLINE int64_t operator[](int64_t row) const {
    return static_cast<int64_t>(first[row]) + static_cast<int64_t>(second[row]);
  }
};

/// The rows of two operands as those of their union.
template <class First, class Second>
static SCORCH_INLINE scorch_union_rows<First, Second> scorch_union_rows_of(const First& first,
                                                                           const Second& second) {
  return {first, second};
}

template <class First, class Second>
static SCORCH_INLINE uint64_t scorch_nonempty_rows(const scorch_union_rows<First, Second>& both,
                                                   int64_t first) {
  return scorch_nonempty_rows(both.first, first) | scorch_nonempty_rows(both.second, first);
}
#endif
