// Dense temporaries that know which of their components are stored.
//
//   y(i) = d(i) * t(i)   where t(i) = sum(j, A(i,j) * x(j))
//
// A row of A without an entry leaves t(i) unstored, so y(i) is 0 whatever d(i) is: 0 times an infinity would be NaN.
// Where that can show, an unstored component of the temporary holds -0.0, which no stored one does: x + 0.0 is never
// -0.0.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ir/cin.h"
#include "ir/kernel.h"

namespace scorchc::lower {

/// Whether the statement multiplies or divides the temporary by something that may be infinite, NaN or zero.
bool is_scaled(const cin::Stmt& stmt, const std::string& temporary);

/// Whether the first that the producer does is to set every component of a dense temporary.
bool sets_all(const cin::Stmt& producer);

/// The accesses that an expression is a product of, as far as it is one.
std::vector<const Access*> factors_in(const Expr& expr);

/// Which components of a dense temporary are stored.
struct StoredComponents {
  std::vector<bool> decides;    // for each mode: whether it takes part in that
  std::optional<Access> fibre;  // an operand stores a fibre below these modes: where that is not empty
};

/// Nothing where all of them are, or where an unstored component is as good as a 0. `knows` names the temporaries
/// around that are of this kind.
std::optional<StoredComponents> stored_components(const cin::Where& where, const Kernel& kernel,
                                                  const std::function<bool(const std::string&)>& knows);

}  // namespace scorchc::lower
