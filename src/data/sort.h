// Bringing entries into storage order: the one step of packing that is not linear by itself.
#pragma once

#include <cstdint>
#include <vector>

namespace scorchc::data {

/// Entries by their coordinates: column[l][e] is the coordinate of entry e in the l-th place of the sort, in
/// [0, extents[l]).
struct SortKeys {
  std::vector<std::vector<std::int64_t>> columns;
  std::vector<std::int64_t> extents;
  std::size_t count = 0;

  /// <0, 0, >0: the order of two entries.
  int compare(std::size_t a, std::size_t b) const;
};

/// The entries in lexicographic order, equal ones in their given order. Linear in the entries where the extents'
/// product fits 64 bits, and where they are sorted already.
std::vector<std::size_t> sorted_order(const SortKeys& keys);

}  // namespace scorchc::data
