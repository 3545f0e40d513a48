// What is left of a statement where some of its accesses are unstored. An unstored 0 is not a number: it annihilates
// products, whatever the other factor is, and leaves sums (contract, "Meaning").
#pragma once

#include <optional>
#include <set>
#include <string>

#include "ir/cin.h"

namespace scorchc::lower {

/// Whether the sign of a zero makes a difference to the kernel's result: 1 / 0 and 1 / -0 are two infinities.
enum class ZeroSigns { hidden, seen };
ZeroSigns zero_signs(const Kernel& kernel);

/// The expression without the accesses in `absent` (printed); nothing if it is itself unstored. Where signs of zeros
/// are seen, 0 - x is not -x, and 0 + x not x.
std::optional<Expr> without(const Expr& expr, const std::set<std::string>& absent, ZeroSigns signs);

/// The statement without them; nothing if it has nothing to do. An assignment `=` to a dense result stores a plain 0.
std::optional<cin::Stmt> without(const cin::Stmt& stmt, const std::set<std::string>& absent, const Kernel& kernel,
                                 ZeroSigns signs);

}  // namespace scorchc::lower
