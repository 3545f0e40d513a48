// Sets of coordinates, one bit each.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/bits.h"
#include "runtime/local_array.h"
#include "runtime/memory.h"
#include "runtime/sort.h"

//! bitset_flags: needs array, clear, lowest_bit, sort_list
#ifndef SCORCH_SHARED_BITSET_FLAGS
#define SCORCH_SHARED_BITSET_FLAGS
namespace {
// A bitset with a flag for each coordinate, 64 per word. All are false at first.
/// If out of memory, `words` is null. Coordinates are from 0 to below `count`.
struct scorch_bitset {
  struct mark {
    uint64_t* word;
    uint64_t bit;
    operator bool() const { return (*word & bit) != 0; }
    const mark& operator=(bool is_set) const {
      *word = is_set ? *word | bit : *word & ~bit;
      return *this;
    }
  };

  scorch_array<uint64_t> words;

  scorch_bitset(const scorch_context* context, int64_t count) : words(context, count / 64 + 1) {
    if (words != nullptr) scorch_clear(words, count / 64 + 1, sizeof(uint64_t));
  }
  mark operator[](int64_t at) const {
    return {words + static_cast<uint64_t>(at) / 64, uint64_t{1} << (at & 63)};
  }
};
}  // namespace

// Sorts the coordinates of a list, which are those flagged in `marks`. Unless they are few, it
// scans the words of the bitset, which takes no longer than clearing them did.
/// Coordinates are distinct and below `extent`; exactly those of the list are flagged.
[[maybe_unused]] static void scorch_sort_flagged(int64_t* list, const scorch_bitset& marks,
                                                 int64_t count, int64_t extent) {
  if (count <= 12) return scorch_sort_list(list, nullptr, nullptr, count, extent);
  int64_t n = 0;
  if (const int64_t words = extent / 64 + 1; count < words) {
    // Few words are nonzero: their numbers are collected at the end of the list first, without
    // unpredictable branches. The coordinates of a word never overwrite the number of the next one.
    int64_t first = count;
    for (int64_t word = words; first > 0 && word-- > 0;) {
      list[first - 1] = word;
      first -= static_cast<int64_t>(marks.words[word] != 0);
    }
    for (; first < count; ++first) {
      const int64_t place = list[first] * 64;
      for (uint64_t word = marks.words[list[first]]; word != 0; word &= word - 1, ++n)
        list[n] = place + scorch_lowest_bit(word);
    }
    return;
  }
  for (int64_t first = 0; first < extent; first += 64) {
    for (uint64_t word = marks.words[first / 64]; word != 0; word &= word - 1, ++n)
      list[n] = first + scorch_lowest_bit(word);
  }
}
#endif

//! bits: needs lowest_bit
#ifndef SCORCH_SHARED_BITS
#define SCORCH_SHARED_BITS
// Sets the bit of a coordinate, without a branch on its old value, which would be unpredictable.
/// `bits` has a word for each 64 coordinates.
[[maybe_unused]] static inline void scorch_set_bit(int64_t* bits, int64_t at) {
  bits[at >> 6] |= static_cast<int64_t>(uint64_t{1} << (at & 63));
}

// Lists the nonzero words among those of the coordinates from `first` to below `extent`, in order,
// and returns their number. Branch-free, so the list needs space for all these words.
[[maybe_unused]] static inline int64_t scorch_nonzero_words(const int64_t* bits, int64_t* list,
                                                            int64_t first, int64_t extent) {
  int64_t count = 0;
  for (int64_t word = first >> 6; word * 64 < extent; ++word) {
    list[count] = word;
    count += static_cast<int64_t>(bits[word] != 0);
  }
  return count;
}

// Clears the lowest set bit of a nonzero word and returns its coordinate; bit 0 is that of `first`.
/// `first` is the number of a word times 64.
[[maybe_unused]] static inline int64_t scorch_pop_lowest_bit(int64_t& bits, int64_t first) {
  const uint64_t marks = static_cast<uint64_t>(bits);
  bits = static_cast<int64_t>(marks & (marks - 1));
  return first + scorch_lowest_bit(marks);
}
#endif

//! load_mask
#ifndef SCORCH_SHARED_LOAD_MASK
#define SCORCH_SHARED_LOAD_MASK
#include <cstring>
// Loads eight flags, from `first` on, into the low bits of a word, and clears them.
/// `marks` has eight flags from `first` on. Flag n becomes bit n.
[[maybe_unused]] static inline int64_t scorch_load_mask(bool* marks, int64_t first) {
  uint64_t word = 0;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  static_assert(sizeof(bool) == 1, "eight of them are a word");
  std::memcpy(&word, marks + first, 8);
  if (word == 0) return 0;
  std::memset(marks + first, 0, 8);
  return static_cast<int64_t>((word * 0x0102040810204080) >> 56);  // byte n to bit n
#else
  for (int n = 0; n < 8; ++n) {
    word |= static_cast<uint64_t>(marks[first + n]) << n;
    marks[first + n] = false;
  }
  return static_cast<int64_t>(word);
#endif
}
#endif
