// The sizes that plans are priced at: extents of indices, and how many coordinates each tensor stores.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ir/kernel.h"

namespace scorchc::schedule {

/// Documented defaults, where neither hints nor data say more (docs/scheduling.md).
inline constexpr double assumed_extent = 1e5;       // of an index that a sparse operand has
inline constexpr double assumed_dense_extent = 64;  // of any other
inline constexpr double assumed_fibre = 10;         // stored coordinates of a sparse fibre
inline constexpr double assumed_short_fibre = 2;    // the same, below another sparse fibre
inline constexpr double assumed_slices = 0.5;       // the share of a hypersparse root level that is stored

struct Sizes {
  std::map<std::string, double> extents;                // of an index
  std::map<std::string, std::vector<double>> prefixes;  // of a tensor, a level: distinct coordinates down to it
  // Of two accesses that share one index, from data: how many more components of both meet there than if they were
  // spread evenly. SpGEMM of a graph with itself multiplies its busy rows with its busy columns.
  std::map<std::pair<std::string, std::string>, double> meetings;
  // Or of two that have all indices in common: where patterns are alike, most components that one stores both do.
  // Of two that share one: entries of the first that agree in all but the shared index pick rows of the second. How
  // many coordinates these have together, beside as many as if they were spread evenly. Rows that are picked together
  // are often alike.
  std::map<std::pair<std::string, std::string>, double> overlaps;
  double extent(const std::string& index) const;
};

/// In any order.
bool have_same_indices(const Access& a, const Access& b);

/// Whether hints or data say how much the tensor stores, or how long the index is.
bool is_known(const TensorDeclaration& tensor);
bool is_known(const IndexDeclaration& index);

/// What hints and data say of the kernel, as its loops see it (split in blocks), and the defaults for the rest.
Sizes expected_sizes(const Kernel& kernel);

/// Extreme sizes: extents that no hint gives grow, sparse tensors are anything between nearly empty and nearly full,
/// dense modes anything between narrow and wide. A plan's growth is told from its prices there.
std::vector<Sizes> corner_sizes(const Kernel& kernel);
/// The extent that a large index has at every corner.
inline constexpr double corner_extent = 0x1p80;

/// Of `cells` that are filled at random with `stored` entries, how many hold one or more.
double occupied(double cells, double stored);

/// The prefixes of a tensor with `stored` entries spread at random, in this format, its modes of these extents. Entries
/// of its last sparse level: dense levels below multiply.
std::vector<double> random_prefixes(const Format& format, const std::vector<double>& extents, double entries);

}  // namespace scorchc::schedule
