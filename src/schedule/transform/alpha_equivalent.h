// Groups addends that are equal up to the names of their operands, so that one loop over an operand table, or one
// shared copy, serves all of them.
#pragma once

#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ir/kernel.h"

namespace scorchc::schedule {

/// Whether the access reads a copy of an operand in another storage order.
bool is_copy(const Access& access, const Kernel& kernel);

/// Printed form of the addend without its sign, literals and operand names: rows of an operand table may differ in
/// these. Addends with equal text are alpha-equivalent.
std::string kind_of(const Expr& addend, const Kernel& kernel);
/// Printed form of the addend without its sign, with each copy replaced by the operand it was made from. Equal text:
/// one copy serves both addends.
std::string kind_of_copies(const Expr& addend, const Kernel& kernel);

/// Reorders `all` so that elements of equal kind are adjacent. Stable; kinds keep the order of their first occurrence.
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
