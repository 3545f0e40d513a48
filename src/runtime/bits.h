// Bits of a 64-bit word.
#pragma once

#include <cstddef>
#include <cstdint>

//! lowest_bit
#ifndef SCORCH_SHARED_LOWEST_BIT
#define SCORCH_SHARED_LOWEST_BIT
// Index of the lowest set bit of a nonzero word.
/// From 0 to 63. The result for 0 is undefined.
[[maybe_unused]] static inline int64_t scorch_lowest_bit(uint64_t word) {
#if defined(__GNUC__)
  return __builtin_ctzll(word);
#else
  int64_t place = 0;
  for (int64_t half = 32; half > 0; half /= 2) {
    if ((word & ((uint64_t{1} << half) - 1)) == 0) {
      word >>= half;
      place += half;
    }
  }
  return place;
#endif
}
#endif
