#include "lower/lattice.h"

#include <algorithm>

#include "catch.h"

namespace scorchc::lower {
namespace {

using Kind = IterationTree::Kind;

IterationTree leaf(const std::string& name) { return {Kind::iterator, name, {}}; }
IterationTree both(IterationTree a, IterationTree b) { return {Kind::both, {}, {std::move(a), std::move(b)}}; }
IterationTree either(IterationTree a, IterationTree b) { return {Kind::either, {}, {std::move(a), std::move(b)}}; }

std::vector<IteratorSet> live_sets(const IterationTree& tree) {
  std::vector<IteratorSet> result;
  for (const LatticePoint& point : make_lattice(tree)) result.push_back(point.live);
  return result;
}

const IterationTree sum = either(leaf("A"), leaf("B"));
const IterationTree product = both(leaf("A"), leaf("B"));
const IterationTree mixed = both(either(leaf("A"), leaf("B")), leaf("C"));

TEST_CASE("a union continues after one operand is exhausted, an intersection does not") {
  CHECK(live_sets(sum) == std::vector<IteratorSet>{{"A", "B"}, {"A"}, {"B"}});
  CHECK(make_lattice(sum)[0].cases == std::vector<IteratorSet>{{"A", "B"}, {"A"}, {"B"}});
  CHECK(live_sets(product) == std::vector<IteratorSet>{{"A", "B"}});
  CHECK(make_lattice(product)[0].cases == std::vector<IteratorSet>{{"A", "B"}});
}

TEST_CASE("(A + B) * C continues while C has coordinates") {
  CHECK(live_sets(mixed) == std::vector<IteratorSet>{{"A", "B", "C"}, {"A", "C"}, {"B", "C"}});
  CHECK(make_lattice(mixed)[0].cases == std::vector<IteratorSet>{{"A", "B", "C"}, {"A", "C"}, {"B", "C"}});
}

TEST_CASE("a lattice covers its iteration domain exactly") {
  const IterationTree& tree = *GENERATE(&sum, &product, &mixed);
  const IteratorSet all = iterators(tree);
  const std::vector<LatticePoint> lattice = make_lattice(tree);
  for (unsigned bits = 0; bits < (1U << all.size()); ++bits) {
    std::set<std::string> present;
    for (std::size_t n = 0; n < all.size(); ++n)
      if ((bits >> n) & 1U) present.insert(all[n]);
    // A set is in the iteration domain if and only if the point with all iterators has a case for it.
    const IteratorSet met(present.begin(), present.end());
    const auto& cases = lattice[0].cases;
    CHECK(is_in_iteration_domain(tree, present) == (std::find(cases.begin(), cases.end(), met) != cases.end()));
    // If exactly these iterators have coordinates left, a point covers what they still reach.
    const IteratorSet needed = still_needed(tree, present);
    const bool has_point =
        std::any_of(lattice.begin(), lattice.end(), [&](const LatticePoint& point) { return point.live == needed; });
    CHECK(has_point == !needed.empty());
  }
}

}  // namespace
}  // namespace scorchc::lower
