#pragma once

// The order in which loops meet coordinates, beside the order in which tensors store them.

#include <string>
#include <vector>

#include "ir/cin.h"

namespace scorchc::cin {

/// The loops around a statement's last assignment, outermost first; not those of producers.
std::vector<std::string> loops_to_assignment(const Stmt& stmt);

/// Whether the producer's loops run over an index that the temporary lacks: what it adds to a component are the terms
/// of a sum over that index. If not, they are addends, as written.
bool sums_over_index(const Where& where, const Kernel& kernel);

/// How many levels of a temporary, from the first, have to be sorted by: the producer's loops do not run over these in
/// their own order. At least one, and all where the order is not known.
std::size_t keys_out_of_order(const Where& where, const Kernel& kernel);

}  // namespace scorchc::cin
