// Which statements of a function do something, found by marking: what stores, returns or allocates is needed; so is a
// variable that something needed reads, and with it what is assigned to it, and the loops and branches around that.
#pragma once

#include <vector>

#include "ir/loop.h"

namespace scorchc::optimise {

/// For each statement of the block and of those inside, in the order in which they are printed: whether it is needed.
/// Locals of parallel loops are not counted: they belong to their loop.
std::vector<bool> live_statements(const loop::Block& body);

}  // namespace scorchc::optimise
