#include "lower/lattice.h"

#include <set>

namespace scorchc::lower {
namespace {

std::set<std::string> as_set(const IteratorSet& iterators) { return {iterators.begin(), iterators.end()}; }

// All subsets, larger ones first; those of equal size in the order of the iterators.
std::vector<IteratorSet> subsets(const IteratorSet& iterators) {
  std::vector<IteratorSet> result;
  const std::size_t count = iterators.size();
  for (std::size_t size = count + 1; size-- > 0;) {
    for (unsigned bits = 1U << count; bits-- > 0;) {
      IteratorSet subset;
      for (std::size_t n = 0; n < count; ++n)
        if ((bits >> (count - 1 - n)) & 1U) subset.push_back(iterators[n]);
      if (subset.size() == size) result.push_back(std::move(subset));
    }
  }
  return result;
}

}  // namespace

std::vector<LatticePoint> make_lattice(const IterationTree& tree) {
  std::vector<LatticePoint> points;
  std::set<IteratorSet> seen;
  for (const IteratorSet& live : subsets(iterators(tree))) {
    // A set with an iterator that no longer matters is covered by the smaller set without it, which follows.
    const IteratorSet needed = still_needed(tree, as_set(live));
    if (needed.empty() || needed.size() < live.size() || !seen.insert(needed).second) continue;
    LatticePoint point{needed, {}};
    for (IteratorSet& met : subsets(needed))
      if (is_in_iteration_domain(tree, as_set(met))) point.cases.push_back(std::move(met));
    points.push_back(std::move(point));
  }
  return points;
}

std::vector<IteratorSet> all_cases(const IteratorSet& iterators) { return subsets(iterators); }

}  // namespace scorchc::lower
