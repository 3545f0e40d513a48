// The iteration tree of a loop: which coordinates of an index a statement asks for, as an expression over the sparse
// levels that store it. A product needs both factors (and), a sum either (or); a dense level or a missing index asks
// for every coordinate (full). From it come the merge lattice and the loops (Kjolstad et al. 2017; TACO, section 5).
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

/// Whether a coordinate is asked for where exactly `present` are stored. Full is always asked for.
bool is_in_iteration_domain(const IterationTree& tree, const std::set<std::string>& present);

/// The tree once the iterators outside of `live` are exhausted: what cannot be reached any more is left out.
/// Returns the iterators that still matter; empty if nothing is asked for any more.
std::vector<std::string> still_needed(const IterationTree& tree, const std::set<std::string>& live);

/// "A and (B or C)", "every coordinate".
std::string describe(const IterationTree& tree);

/// The tree of what is inside of a loop, along its index. What the loop looks up asks for nothing by itself.
IterationTree iteration_tree(const cin::Forall& loop, const Kernel& kernel);

/// Whether the tensor of `access` stores `index` in a level that has to be walked.
bool is_sparse_along(const Access& access, const std::string& index, const Kernel& kernel);

}  // namespace scorchc::lower
