// Compares the order in which loops iterate coordinates with the order in which temporaries store them.
#pragma once

#include <string>
#include <vector>

#include "ir/cin.h"

namespace scorchc::cin {

/// Indices of the loops around the statement's last assignment, outermost first. Loops of producers are excluded.
std::vector<std::string> loops_to_assignment(const Stmt& stmt);

/// True if the producer's loops iterate an index that the temporary lacks, so that each component is a sum over that
/// index. Otherwise a component only combines the addends of the expression.
bool sums_over_index(const Where& where, const Kernel& kernel);

/// The number of leading levels by which the tuples of a temporary must be sorted, because the producer's loops do not
/// iterate them in storage order. At least 1; all levels if the order is unknown.
std::size_t keys_out_of_order(const Where& where, const Kernel& kernel);

}  // namespace scorchc::cin
