// Builds the merge lattice of a loop over few sparse iterators: which loops are needed as iterators are exhausted, and
// which cases each loop distinguishes. Its size is exponential in the number of iterators, so coiterate merges many
// with flags.
//
//   A + B    points {A,B}, {A}, {B}; in the first the cases {A,B}, {A}, {B}
//   A * B    one point {A,B} with the one case {A,B}: when either is exhausted, so is the product
#pragma once

#include <string>
#include <vector>

#include "lower/iteration_tree.h"

namespace scorchc::lower {

using IteratorSet = std::vector<std::string>;  // in the order of the tree

struct LatticePoint {
  IteratorSet live;                // the loop runs while all of these have coordinates left
  std::vector<IteratorSet> cases;  // sets in the iteration domain that may be at one coordinate; larger ones first
};

/// For a tree that is not full. Larger points come first: each loop leaves the remaining coordinates to the later ones.
std::vector<LatticePoint> make_lattice(const IterationTree& tree);

/// Every subset of the iterators that may be at one coordinate, larger ones first, including the empty set.
std::vector<IteratorSet> all_cases(const IteratorSet& iterators);

}  // namespace scorchc::lower
