// How many terms a statement may have at most, wherever the entries of its operands stand: by degree constraints, the
// most components that a tensor has at one coordinate of a dimension. Expected numbers take them as spread evenly.
#pragma once

#include <optional>
#include <vector>

#include "ir/kernel.h"
#include "schedule/sizes.h"

namespace scorchc::schedule {

/// The most components at one coordinate of each mode; nothing for a mode whose coordinates are not listed.
std::vector<std::optional<double>> most_at_one(const TensorStatistics& counted);

/// Combinations of coordinates at which the statement's right-hand side may have something to do. Of a product no more
/// than one operand's entries, times the most that each other operand has beside them; of a sum what the addends have
/// together. Nothing where no product has several sparse operands, one of which data were counted for (then no more is
/// known than what is expected), or where every component has a value.
std::optional<double> most_terms(const Kernel& statement, const Sizes& sizes);

}  // namespace scorchc::schedule
