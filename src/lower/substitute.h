// Simplifies statements at coordinates where some accesses are unstored. An unstored 0 is not a number: it annihilates
// products, whatever the other factor is, and drops out of sums (contract, "Meaning").
#pragma once

#include <optional>
#include <set>
#include <string>

#include "ir/cin.h"

namespace scorchc::lower {

/// Whether the sign of a zero can affect the kernel's result: 1 / 0 and 1 / -0 are different infinities.
enum class ZeroSigns { hidden, seen };
ZeroSigns zero_signs(const Kernel& kernel);

/// The expression without the accesses in `absent` (printed); empty if it is unstored then. If signs of zeros are seen,
/// 0 - x does not become -x, nor 0 + x become x.
std::optional<Expr> without(const Expr& expr, const std::set<std::string>& absent, ZeroSigns signs);

/// The statement without them; empty if it has nothing left to do. An assignment `=` to a dense result stores a plain
/// 0.
std::optional<cin::Stmt> without(const cin::Stmt& stmt, const std::set<std::string>& absent, const Kernel& kernel,
                                 ZeroSigns signs);

}  // namespace scorchc::lower
