// Register blocking: a tile with vectors of several rows.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/unrolled.h"

//! row_block: needs reduce_unrolled
#ifndef SCORCH_SHARED_ROW_BLOCK
#define SCORCH_SHARED_ROW_BLOCK
// A register tile with vectors in each of several rows, row by row. If there are fewer rows, the
// last one is repeated in place of the missing ones, except for stores that must not be
// (is_repeated).
/// `last` is the last row, counted from the first row of the block.
template <class Tile, size_t rows>
struct scorch_row_block_tile : Tile {
  static constexpr size_t across = Tile::vectors, vectors = rows * across;
  int64_t last = 0;
  scorch_row_block_tile(const Tile& tile, int64_t last_row) : Tile(tile), last(last_row) {}
  int64_t row_of(size_t v) const {
    const int64_t row = static_cast<int64_t>(v / across);
    return row < last ? row : last;
  }
  bool is_repeated(size_t v) const { return static_cast<int64_t>(v / across) > last; }
  int64_t lane_of(size_t v) const { return Tile::lane_of(v % across); }
};

// Vectors per row, such that the sums of four rows stay in registers: there are 32 of the widest
// and 16 of others. The narrowest have no fused multiply-add, so products need registers, too.
template <size_t rows, size_t bytes>
constexpr size_t scorch_vectors_per_row = rows == 1     ? scorch_max_vectors<bytes>
                                          : bytes == 64 ? 4
                                          : bytes == 32 ? 3
                                                        : 2;

/// The same for a number of rows that is a constant.
template <size_t rows, bool may_overlap, class T, size_t bytes, class Body>
static SCORCH_INLINE void scorch_row_block_in(int64_t begin, int64_t end, int64_t lanes,
                                              bool is_reduce_unrolled, const Body& body) {
  for (int64_t first = begin; first < end; first += 64) {
    const int64_t last = end - first > 64 ? first + 63 : end - 1;
    scorch_cover<may_overlap, T, scorch_lanes<T, bytes>, scorch_vectors_per_row<rows, bytes>>(
        0, 0, lanes, [&](auto tile, int64_t lane) SCORCH_INLINE_LAMBDA {
          typedef scorch_row_block_tile<decltype(tile), rows> Some;
          for (int64_t row = first; row <= last; row += static_cast<int64_t>(rows)) {
            if constexpr (Some::across == 1) {
              if (is_reduce_unrolled) {
                body(scorch_unrolled_terms<Some>{Some(tile, last - row)}, row, lane);
                continue;
              }
            }
            body(Some(tile, last - row), row, lane);
          }
        });
  }
}
// Register blocking over the rows from `begin` to `end`: runs `body` for each tile of `lanes`
// lanes, four rows at a time unless `are_few`, so that shared operands are read once. 64 rows in
// sequence use the same tile of them, which stays in a cache. Long sums in a single vector use four
// accumulators. All rows run the same code, as compilers may round two copies of it differently.
/// Calls body(tile, row, lane): vector v has the lanes from lane + lane_of(v) on of row +
/// row_of(v). `may_overlap` is as in scorch_cover.
template <bool may_overlap, class T, size_t bytes, class Body>
static SCORCH_INLINE void scorch_row_block(int64_t begin, int64_t end, int64_t lanes, bool are_few,
                                           bool long_rows, const Body& body) {
  const bool is_reduce_unrolled = long_rows &&
                                  lanes <= static_cast<int64_t>(scorch_lanes<T, bytes>) &&
                                  scorch_is_one_tile<may_overlap, T, bytes>(lanes);
  if (are_few)
    scorch_row_block_in<1, may_overlap, T, bytes>(begin, end, lanes, is_reduce_unrolled, body);
  else
    scorch_row_block_in<4, may_overlap, T, bytes>(begin, end, lanes, is_reduce_unrolled, body);
}
#endif
