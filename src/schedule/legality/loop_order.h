// Defines loop orders, and finds what the loops of a statement must cover: its indices and reductions.
#pragma once

#include <string>
#include <vector>

#include "ir/kernel.h"

namespace scorchc::schedule {

/// A loop order, outermost first, with every index of the statement, including reduction indices.
using LoopOrder = std::vector<std::string>;

/// The indices of `order` that `to` contains, in that order.
LoopOrder restricted(const LoopOrder& order, const std::vector<std::string>& to);

/// Every index of the statement: the result's, then those of operands and reductions, in order of first occurrence.
std::vector<std::string> all_indices(const Statement& statement);

/// Whether the expression contains a reduction.
bool has_reduction(const Expr& expr);

}  // namespace scorchc::schedule
