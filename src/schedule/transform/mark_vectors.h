// Implements `vectorize`: marks loops as vector loops.
#pragma once

#include <string>

#include "ir/cin.h"

namespace scorchc::schedule {

/// The statement with its loops over `index` vectorised where possible. `whole` is the kernel that declares the types
/// of earlier statements.
cin::Stmt vectorized(const cin::Stmt& stmt, const std::string& index, const Kernel& kernel, const Kernel& whole,
                     ValueType type);

}  // namespace scorchc::schedule
