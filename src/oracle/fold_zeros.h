// Finds expressions that are 0 where their operands are unstored, although a part of them is not: exp(A) - 1.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <vector>

#include "oracle/arithmetic.h"
#include "oracle/tree.h"

namespace scorchc::oracle {

template <class T>
class ZeroFolding {
 public:
  explicit ZeroFolding(const Tree& tree) : tree_(tree) {
    for (int number = 0; number < tree.size(); ++number) nodes_.push_back(elsewhere(tree[number]));
  }

  std::vector<bool> folded() const {
    std::vector<bool> folded(nodes_.size());
    for (int number = tree_.size(); number-- > 0;) {
      const Node& node = tree_[number];
      if (!folded[slot(number)] && !is_hidden_zero(number)) continue;
      folded[slot(number)] = true;
      for (int child : node.children)
        if (!is_zero(child)) folded[slot(child)] = true;
    }
    return folded;
  }

 private:
  /// A node evaluated where all operands are unstored: its value, and whether it contains no operands at all.
  struct Elsewhere {
    T value = T{0};
    bool is_number = false;
  };

  static std::size_t slot(int number) { return static_cast<std::size_t>(number); }
  bool is_zero(int number) const { return !nodes_[slot(number)].is_number && nodes_[slot(number)].value == T{0}; }

  /// True if the node is 0, but neither its function nor its operands show it.
  bool is_hidden_zero(int number) const {
    const Node& node = tree_[number];
    if (!is_zero(number) || (node.kind != Kind::add && node.kind != Kind::negate && node.kind != Kind::call))
      return false;
    const bool is_full = node.kind == Kind::call && info(node.function).full;
    return is_full ||
           !std::all_of(node.children.begin(), node.children.end(), [&](int child) { return is_zero(child); });
  }

  Elsewhere elsewhere(const Node& node) const {
    if (node.kind == Kind::access || node.kind == Kind::reduce) return {};
    if (node.kind == Kind::number) return {node.integral ? convert<T>(node.integer) : convert<T>(node.real), true};
    const auto value = [&](std::size_t child) { return nodes_[slot(node.children[child])].value; };
    const bool are_numbers = std::all_of(node.children.begin(), node.children.end(),
                                         [&](int child) { return nodes_[slot(child)].is_number; });
    return {computed(node, value), are_numbers};
  }

  template <class ValueOf>
  T computed(const Node& node, const ValueOf& value) const {
    T total = value(0);
    switch (node.kind) {
      case Kind::add:
        for (std::size_t c = 1; c < node.children.size(); ++c)
          total = node.subtracted[c] ? subtract(total, value(c)) : add(total, value(c));
        return total;
      case Kind::negate:
        return negate(total);
      case Kind::product:
        if (std::any_of(node.children.begin(), node.children.end(), [&](int child) { return is_zero(child); }))
          return T{0};
        for (std::size_t c = 1; c < node.children.size(); ++c) total = multiply(total, value(c));
        return total;
      case Kind::quotient:
        if (is_zero(node.children[0])) return T{0};
        return std::integral<T> && value(1) == T{0} ? T{1} : divide(total, value(1));
      default:
        return call(node.function, total, node.children.size() > 1 ? value(1) : T{0});
    }
  }

  const Tree& tree_;
  std::vector<Elsewhere> nodes_;
};

/// For each node, whether it is, or is part of, such an expression. Its value is computed everywhere, and it counts as
/// stored where one of its operands is.
template <class T>
std::vector<bool> folded_zeros(const Tree& tree) {
  return ZeroFolding<T>(tree).folded();
}

}  // namespace scorchc::oracle
