// Computes which statements of a function are live, by marking. Statements that store, return or allocate are live. So
// are the variables that live statements read, the assignments to these, and the loops and branches around them.
#pragma once

#include <vector>

#include "ir/loop.h"

namespace scorchc::passes {

/// For each statement of the block and of nested blocks, in the order in which they are printed: whether it is live.
/// Locals of parallel loops are not included: they belong to their loop.
std::vector<bool> live_statements(const loop::Block& body);

}  // namespace scorchc::passes
