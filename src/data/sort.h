// Sorts entries into storage order, the one step of packing that is not inherently linear.
#pragma once

#include <cstdint>
#include <vector>

namespace scorchc::data {

/// Entries by their coordinates: columns[l][e] is the l-th sort key of entry e, in [0, extents[l]).
struct SortKeys {
  std::vector<std::vector<std::int64_t>> columns;
  std::vector<std::int64_t> extents;
  std::size_t count = 0;

  /// Compares two entries: negative, 0 or positive.
  int compare(std::size_t a, std::size_t b) const;
};

/// Returns the entries in lexicographic order; equal ones keep their order. Linear time if the product of the extents
/// fits in 64 bits, or if the entries are already sorted.
std::vector<std::size_t> sorted_order(const SortKeys& keys);

}  // namespace scorchc::data
