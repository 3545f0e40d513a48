// Bounds the number of terms of a statement for any distribution of entries. The bounds follow from degree constraints:
// the largest number of entries that a tensor has at one coordinate of a mode. Expected numbers assume evenly spread
// entries.
#pragma once

#include <optional>
#include <vector>

#include "ir/kernel.h"
#include "schedule/estimate/sizes.h"

namespace scorchc::schedule {

/// Largest number of components at one coordinate of each mode; empty for a mode whose degrees are not listed.
std::vector<std::optional<double>> most_at_one(const TensorStatistics& counted);

/// Upper bound of the coordinates at which the right-hand side may be nonzero. For a product: the entries of one
/// operand, times the largest degree of each further operand. For a sum: the bounds of its addends added up. Empty if
/// no product has several sparse operands with statistics for one of them, because the bound then adds nothing to the
/// estimate. Empty if every component has a value.
std::optional<double> most_terms(const Kernel& statement, const Sizes& sizes);

}  // namespace scorchc::schedule
