// Implements the placement of implicit sums, independently of front/explicit_reductions.
#include "oracle/place.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace scorchc::oracle {
namespace {

int reduce(Tree& tree, Reduction reduction, const Indices& indices, int body) {
  if (indices.empty()) return body;
  return tree.add({.kind = Kind::reduce,
                   .children = {body},
                   .reduction = reduction,
                   .indices = std::vector<int>(indices.begin(), indices.end())});
}

int multiply(Tree& tree, std::vector<int> factors) {
  if (factors.size() == 1) return factors[0];
  return tree.add({.kind = Kind::product, .children = std::move(factors)});
}

/// The numbers of the children that use `index`.
std::vector<std::size_t> users(const Tree& tree, const std::vector<int>& children, int index) {
  std::vector<std::size_t> found;
  for (std::size_t c = 0; c < children.size(); ++c)
    if (tree[children[c]].free.count(index) > 0) found.push_back(c);
  return found;
}

Indices used(const Tree& tree, int node, const Indices& indices) {
  Indices found;
  for (int index : indices)
    if (tree[node].free.count(index) > 0) found.insert(index);
  return found;
}

int place(Tree& tree, int node, const Indices& sums);

int place_in_addends(Tree& tree, Node node, const Indices& sums) {
  for (int& child : node.children) child = place(tree, child, used(tree, child, sums));
  return tree.add(std::move(node));
}

/// Arguments of a function, or a numerator and its denominator: an index that occurs in one child is summed inside it;
/// an index that occurs in several is summed around the node.
int place_in_arguments(Tree& tree, Node node, const Indices& sums) {
  std::vector<Indices> inside(node.children.size());
  Indices outside;
  for (int index : sums) {
    const std::vector<std::size_t> found = users(tree, node.children, index);
    (found.size() == 1 ? inside[found[0]] : outside).insert(index);
  }
  for (std::size_t c = 0; c < node.children.size(); ++c) node.children[c] = place(tree, node.children[c], inside[c]);
  return reduce(tree, Reduction::sum, outside, tree.add(std::move(node)));
}

/// The factors of a product, including those of nested products.
std::vector<int> factors_of(const Tree& tree, int product) {
  std::vector<int> factors;
  std::vector<int> pending = {product};
  while (!pending.empty()) {
    const int node = pending.back();
    pending.pop_back();
    if (tree[node].kind != Kind::product)
      factors.push_back(node);
    else
      pending.insert(pending.end(), tree[node].children.rbegin(), tree[node].children.rend());
  }
  return factors;
}

/// Factors of one product, and the indices that are summed around them.
struct Group {
  std::set<std::size_t> factors;
  Indices indices;
};

bool includes(const Group& outer, const Group& inner) {
  return std::includes(outer.factors.begin(), outer.factors.end(), inner.factors.begin(), inner.factors.end());
}

/// True if the groups are equal or overlap partially.
bool tangled(const Group& a, const Group& b) {
  if (a.factors == b.factors) return true;
  const bool meet =
      std::any_of(a.factors.begin(), a.factors.end(), [&](std::size_t f) { return b.factors.count(f) > 0; });
  return meet && !includes(a, b) && !includes(b, a);
}

/// Unites equal and partially overlapping groups, transitively, so that the order of the indices does not matter.
/// Nested groups stay separate.
std::vector<Group> unite_tangled(const std::vector<Group>& groups) {
  std::vector<Group> united;
  std::vector<bool> taken(groups.size(), false);
  for (std::size_t first = 0; first < groups.size(); ++first) {
    if (taken[first]) continue;
    taken[first] = true;
    std::vector<std::size_t> members = {first};
    for (std::size_t m = 0; m < members.size(); ++m)
      for (std::size_t other = 0; other < groups.size(); ++other)
        if (!taken[other] && tangled(groups[members[m]], groups[other])) {
          taken[other] = true;
          members.push_back(other);
        }
    Group all;
    for (std::size_t member : members) {
      all.factors.insert(groups[member].factors.begin(), groups[member].factors.end());
      all.indices.insert(groups[member].indices.begin(), groups[member].indices.end());
    }
    united.push_back(std::move(all));
  }
  return united;
}

/// Makes any two groups disjoint or nested, inner groups first. United groups may overlap others again, hence the loop.
std::vector<Group> nested(std::vector<Group> groups) {
  std::vector<Group> united = unite_tangled(groups);
  while (united.size() < groups.size()) {
    groups = std::move(united);
    united = unite_tangled(groups);
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& a, const Group& b) { return a.factors.size() < b.factors.size(); });
  return groups;
}

int place_in_product(Tree& tree, int product, const Indices& sums) {
  std::vector<int> factors = factors_of(tree, product);
  std::vector<Indices> inside(factors.size());
  std::vector<Group> groups;
  for (int index : sums) {
    const std::vector<std::size_t> found = users(tree, factors, index);
    if (found.size() == 1)
      inside[found[0]].insert(index);
    else
      groups.push_back({{found.begin(), found.end()}, {index}});
  }
  for (std::size_t f = 0; f < factors.size(); ++f) factors[f] = place(tree, factors[f], inside[f]);
  // Each group becomes a single factor at the position of its first factor.
  std::set<std::size_t> left;
  for (std::size_t f = 0; f < factors.size(); ++f) left.insert(f);
  const auto multiply_left = [&](const std::set<std::size_t>& members) {
    std::vector<int> chosen;
    for (std::size_t f : members)
      if (left.erase(f) > 0) chosen.push_back(factors[f]);
    return multiply(tree, std::move(chosen));
  };
  for (const Group& group : nested(std::move(groups))) {
    const std::size_t first = *group.factors.begin();
    factors[first] = reduce(tree, Reduction::sum, group.indices, multiply_left(group.factors));
    left.insert(first);
  }
  return multiply_left(std::set<std::size_t>(left));
}

/// The node with explicit sums over `sums`, which are all free in it.
int place(Tree& tree, int node, const Indices& sums) {
  if (sums.empty()) return node;
  switch (tree[node].kind) {
    case Kind::access:
    case Kind::number:
      break;
    case Kind::add:
    case Kind::negate:
      return place_in_addends(tree, tree[node], sums);
    case Kind::product:
      return place_in_product(tree, node, sums);
    case Kind::quotient:
    case Kind::call:
    case Kind::reduce:
      return place_in_arguments(tree, tree[node], sums);
  }
  return reduce(tree, Reduction::sum, sums, node);
}

}  // namespace

void place_reductions(Statement& statement) {
  Indices open = statement.tree[statement.root].free;
  for (int index : statement.result_indices) open.erase(index);
  if (statement.assign == Assign::min)
    statement.root = reduce(statement.tree, Reduction::min, open, statement.root);
  else if (statement.assign == Assign::max)
    statement.root = reduce(statement.tree, Reduction::max, open, statement.root);
  else
    statement.root = place(statement.tree, statement.root, open);
}

}  // namespace scorchc::oracle
