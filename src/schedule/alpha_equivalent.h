// Addends that are alike: the same but for what their operands are called, so that one loop over a table, or one copy,
// does for all of them.
#pragma once

#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ir/kernel.h"

namespace scorchc::schedule {

/// Whether the access reads an operand that is stored again in another order.
bool is_copy(const Access& access, const Kernel& kernel);

/// The addend without its sign, its numbers, and what its operands are called: these can differ from row to row of a
/// table.
std::string kind_of(const Expr& addend, const Kernel& kernel);
/// The addend without its sign, but for what is stored again: copies that are made alike, in addends that are otherwise
/// the same, are one.
std::string kind_of_copies(const Expr& addend, const Kernel& kernel);

/// Stable, in the order in which each kind appears first.
template <class T>
std::vector<T> group_equivalent(std::vector<T> all, const std::vector<std::string>& kinds) {
  std::map<std::string, std::size_t> places;
  std::vector<std::vector<T>> groups;
  for (std::size_t n = 0; n < all.size(); ++n) {
    const auto [place, is_new] = places.emplace(kinds[n], groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(std::move(all[n]));
  }
  all.clear();
  for (std::vector<T>& group : groups) std::move(group.begin(), group.end(), std::back_inserter(all));
  return all;
}

}  // namespace scorchc::schedule
