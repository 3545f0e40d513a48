#include "lower/lattice.h"

#include <algorithm>
#include <map>

namespace scorchc::lower {
namespace {

std::set<std::string> as_set(const IteratorSet& iterators) { return {iterators.begin(), iterators.end()}; }

// All subsets, larger ones first; among equals in the order of the iterators.
std::vector<IteratorSet> subsets(const IteratorSet& iterators) {
  std::vector<IteratorSet> result;
  const std::size_t count = iterators.size();
  for (unsigned bits = 0; bits < (1U << count); ++bits) {
    IteratorSet subset;
    for (std::size_t n = 0; n < count; ++n)
      if ((bits >> (count - 1 - n)) & 1U) subset.push_back(iterators[n]);
    result.push_back(std::move(subset));
  }
  std::reverse(result.begin(), result.end());
  std::stable_sort(result.begin(), result.end(),
                   [](const IteratorSet& a, const IteratorSet& b) { return a.size() > b.size(); });
  return result;
}

}  // namespace

std::vector<LatticePoint> make_lattice(const IterationTree& tree) {
  std::vector<LatticePoint> points;
  std::set<IteratorSet> seen;
  for (const IteratorSet& live : subsets(iterators(tree))) {
    // Exhausting iterators leaves exactly these; sets that no run of the loops can reach are passed over.
    const IteratorSet needed = still_needed(tree, as_set(live));
    if (needed.empty() || !seen.insert(needed).second) continue;
    LatticePoint point{needed, {}};
    for (IteratorSet& met : subsets(needed))
      if (is_asked_for(tree, as_set(met))) point.cases.push_back(std::move(met));
    points.push_back(std::move(point));
  }
  std::stable_sort(points.begin(), points.end(),
                   [](const LatticePoint& a, const LatticePoint& b) { return a.live.size() > b.live.size(); });
  return points;
}

std::vector<IteratorSet> all_cases(const IterationTree& tree) { return subsets(iterators(tree)); }

}  // namespace scorchc::lower
