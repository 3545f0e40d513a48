// The loops around a result's assignment, and which of them choose an entry of a sparse result.
#pragma once

#include <string>
#include <vector>

#include "ir/cin.h"

namespace scorchc::schedule {

/// The loops around the result's assignment, outermost first; not those that fill temporaries.
std::vector<std::string> loops_of_result(const cin::Stmt& stmt);

/// Whether the result has a sparse level over the index, or one below a level over it.
bool chooses_entry(const Kernel& kernel, const std::string& index);

}  // namespace scorchc::schedule
