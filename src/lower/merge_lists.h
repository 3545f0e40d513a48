// Builds merges without branches (loop::MergeLists) for loops over a union of lists that store one value for each
// coordinate. Which list has the least coordinate is unpredictable, and a mispredicted branch costs more than
// everything else: so all values are computed, and masks select one.
//
//   if jA == j and jB == j                   merge j of p .. p_end in A_crd flag p_here, q .. q_end in B_crd flag
//     C_vals[pC] = a[p] + b[q]         ->        q_here: f32 value = (p_here ? a[p] : -0) + (q_here ? b[q] : -0)
//     pC += 1                                  C_vals[pC] = value
//   else if jA == j                            pC += 1
//     C_vals[pC] = a[p]
//     pC += 1
//   else
//     C_vals[pC] = b[q]
//     pC += 1
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/loop.h"

namespace scorchc::lower {

/// With more lists, comparing all of them at every coordinate costs more than a misprediction.
inline constexpr std::size_t most_merged_lists = 8;

/// The lists of a merge, and names that are free in its scope.
struct MergedLists {
  std::vector<loop::MergeLists::List> lists = {};
  std::set<std::string> own_coordinates = {};  // variables with the coordinates of single lists, which a merge lacks
  std::string coordinate;                      // the least one
  std::string value_name;
};

/// A set of lists, one bit each; the first list has the lowest bit.
using ListSet = std::size_t;

/// `cases[set]` are the statements at a coordinate that exactly the lists of this set have; `cases[0]` is ignored.
/// Empty if they differ in more than the value that one statement stores, or if computing this value is expensive.
std::optional<loop::MergeLists> merge_of_cases(const MergedLists& merged, const std::vector<loop::Block>& cases);

/// The same for statements that read the flags of the lists.
std::optional<loop::MergeLists> merge_by_flags(const MergedLists& merged, const loop::Block& statements);

}  // namespace scorchc::lower
