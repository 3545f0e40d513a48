// Builds the iteration tree of a loop: the iteration domain of an index in a statement, as an expression over the
// sparse levels that store it. A product needs both factors (and), a sum either term (or). A dense level or a missing
// index contributes every coordinate (full). The merge lattice and the loops follow from it (Kjolstad et al. 2017;
// TACO, section 5).
#pragma once

#include <set>
#include <string>
#include <vector>

#include "ir/cin.h"

namespace scorchc::lower {

struct IterationTree {
  enum class Kind { full, iterator, both, either } kind = Kind::full;
  std::string iterator;  // the printed access whose level is walked
  std::vector<IterationTree> children;
};

/// Iterators of the tree, in order of first occurrence, each once.
std::vector<std::string> iterators(const IterationTree& tree);

/// Whether a coordinate is in the iteration domain if exactly the iterators in `present` store it. In a full tree every
/// coordinate is.
bool is_in_iteration_domain(const IterationTree& tree, const std::set<std::string>& present);

/// The iterators that still matter once those outside of `live` are exhausted. Empty if no coordinate is left.
std::vector<std::string> still_needed(const IterationTree& tree, const std::set<std::string>& live);

/// As text: "A and (B or C)", "every coordinate".
std::string describe(const IterationTree& tree);

/// The tree of a loop's body along its index. Operands that the loop locates contribute nothing.
IterationTree iteration_tree(const cin::Forall& loop, const Kernel& kernel);

/// Whether the tensor of `access` stores `index` in a level that must be walked.
bool is_sparse_along(const Access& access, const std::string& index, const Kernel& kernel);

}  // namespace scorchc::lower
