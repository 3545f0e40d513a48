// Provides the sizes that plans are priced at: extents of indices, and the number of coordinates that each tensor
// stores.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ir/kernel.h"

namespace scorchc::schedule {

/// Defaults where neither hints nor data say more (docs/autoscheduler.md, "Size estimates").
inline constexpr double assumed_extent = 1e5;       // of an index that a sparse operand has
inline constexpr double assumed_dense_extent = 64;  // of any other index
inline constexpr double assumed_fibre = 10;         // coordinates in a sparse fibre
inline constexpr double assumed_short_fibre = 2;    // the same, below another sparse fibre
inline constexpr double assumed_slices = 0.5;       // share of a hypersparse root level that is stored

struct Sizes {
  std::map<std::string, double> extents;                // by index
  std::map<std::string, std::vector<double>> prefixes;  // by tensor and level: distinct coordinates down to it
  // From data, for pairs of accesses. If they share one index: number of products of their entries, relative to evenly
  // spread entries. (SpGEMM of a graph with itself multiplies heavy rows with heavy columns.) If they have all indices
  // in common: number of common components, relative to independent patterns.
  std::map<std::pair<std::string, std::string>, double> meetings;
  // From data, for pairs of accesses that share one index. Entries of the first that differ only in the shared index
  // select rows of the second. The number of distinct coordinates in these rows, relative to evenly spread rows: rows
  // selected together often have similar patterns.
  std::map<std::pair<std::string, std::string>, double> overlaps;
  double extent(const std::string& index) const;
};

/// Whether both have the same indices, in any order.
bool have_same_indices(const Access& a, const Access& b);

/// Whether hints or data give the tensor's number of entries, or the index's extent.
bool is_known(const TensorDeclaration& tensor);
bool is_known(const IndexDeclaration& index);

/// Sizes from hints and data, and defaults for the rest. `kernel` is split into blocks.
Sizes expected_sizes(const Kernel& kernel);

/// Extreme sizes at which costs show a plan's asymptotic growth. Extents without hints are huge, sparse tensors
/// anything from nearly empty to nearly full, dense modes anything from narrow to wide.
std::vector<Sizes> corner_sizes(const Kernel& kernel);
/// Extent of a large index at every corner.
inline constexpr double corner_extent = 0x1p80;

/// Expected number of non-empty cells among `cells` when `stored` entries fall into them at random.
double occupied(double cells, double stored);

/// Expected prefixes of a tensor whose entries are spread at random, in this format and with these extents by mode.
/// `entries` counts coordinates of its last sparse level; dense levels below multiply.
std::vector<double> random_prefixes(const Format& format, const std::vector<double>& extents, double entries);

}  // namespace scorchc::schedule
