// The merge lattice of a loop over few sparse iterators: which loops are needed as iterators run out, and which cases
// each loop tells apart. (With many iterators its size is exponential: coiterate then merges with flags instead.)
//
//   A + B    points {A,B}, {A}, {B}; in the first the cases {A,B}, {A}, {B}
//   A * B    one point {A,B} with the one case {A,B}: when either is exhausted, so is the product
#pragma once

#include <string>
#include <vector>

#include "lower/iteration_tree.h"

namespace scorchc::lower {

using IteratorSet = std::vector<std::string>;  // in the tree's order

struct LatticePoint {
  IteratorSet live;                // the loop runs while all of these have coordinates left
  std::vector<IteratorSet> cases;  // the sets that may meet at one coordinate and ask for it; larger ones first
};

/// For a tree that is not full. Points are ordered by size, so that each loop leaves the later ones what remains.
std::vector<LatticePoint> make_lattice(const IterationTree& tree);

/// Every set of these that may meet at one coordinate, larger ones first, the empty one included.
std::vector<IteratorSet> all_cases(const IteratorSet& iterators);

}  // namespace scorchc::lower
