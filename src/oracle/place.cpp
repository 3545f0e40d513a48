#include "oracle/place.h"

#include <numeric>
#include <utility>

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

/// A function's arguments, a numerator and its denominator: an index that only one of them uses is summed in it.
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

/// The factors of a product, those of products in parentheses included.
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

int place_in_product(Tree& tree, int product, const Indices& sums) {
  std::vector<int> factors = factors_of(tree, product);
  std::vector<Indices> inside(factors.size());
  // Factors that share a summed index belong to one group, which is known by its first factor.
  std::vector<std::size_t> group(factors.size());
  std::iota(group.begin(), group.end(), std::size_t{0});
  Indices shared;
  for (int index : sums) {
    const std::vector<std::size_t> found = users(tree, factors, index);
    if (found.size() == 1) {
      inside[found[0]].insert(index);
      continue;
    }
    shared.insert(index);
    std::size_t first = group[found[0]];
    for (std::size_t user : found) first = std::min(first, group[user]);
    std::vector<bool> joins(factors.size(), false);
    for (std::size_t user : found) joins[group[user]] = true;
    for (std::size_t& g : group)
      if (joins[g]) g = first;
  }
  std::vector<std::vector<int>> members(factors.size());
  std::vector<Indices> bound(factors.size());
  for (std::size_t f = 0; f < factors.size(); ++f) {
    const Indices of_group = used(tree, factors[f], shared);
    bound[group[f]].insert(of_group.begin(), of_group.end());
    members[group[f]].push_back(place(tree, factors[f], inside[f]));
  }
  std::vector<int> outer;
  for (std::size_t g = 0; g < factors.size(); ++g)
    if (!members[g].empty()) outer.push_back(reduce(tree, Reduction::sum, bound[g], multiply(tree, members[g])));
  return multiply(tree, std::move(outer));
}

/// The node with the sums over `sums` in place; all of them are free in it.
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
