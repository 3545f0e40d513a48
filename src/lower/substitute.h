// What is left of a statement where some of its accesses are unstored. An unstored 0 is not a number: it annihilates
// products, whatever the other factor is, and leaves sums (contract, "Meaning").
#pragma once

#include <optional>
#include <set>
#include <string>

#include "ir/cin.h"

namespace scorchc::lower {

/// The expression without the accesses in `absent` (printed); nothing if it is itself unstored.
std::optional<Expr> without(const Expr& expr, const std::set<std::string>& absent);

/// The statement without them; nothing if it has nothing to do. An assignment `=` to a dense result stores a plain 0.
std::optional<cin::Stmt> without(const cin::Stmt& stmt, const std::set<std::string>& absent, const Kernel& kernel);

}  // namespace scorchc::lower
