// Finds the loops around a result's assignment, and those that select an entry of a sparse result.
#pragma once

#include <string>
#include <vector>

#include "ir/cin.h"

namespace scorchc::schedule {

/// The loops around the result's assignment, outermost first, without those that fill temporaries.
std::vector<std::string> loops_of_result(const cin::Stmt& stmt);

/// Whether the result has a sparse level over the index, or below a level over the index.
bool selects_entry(const Kernel& kernel, const std::string& index);

}  // namespace scorchc::schedule
