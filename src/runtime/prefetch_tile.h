// Software prefetch of a register tile.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/vectors.h"

//! prefetch_tile: needs vectors
#ifndef SCORCH_SHARED_PREFETCH_TILE
#define SCORCH_SHARED_PREFETCH_TILE
// Prefetches the cache lines of a tile that is going to be read.
/// The address may be outside of its array: nothing is read from it.
template <class Tile, class T>
static SCORCH_INLINE void scorch_prefetch_tile(const Tile& tile, [[maybe_unused]] const T* first) {
  constexpr size_t line = 64 / sizeof(T), step = Tile::lanes < line ? line / Tile::lanes : 1;
  SCORCH_UNROLL
  for (size_t v = 0; v < tile.vectors; v += step) {
#if defined(__GNUC__)
    __builtin_prefetch(first + tile.lane_of(v));
#endif
  }
}
#endif
