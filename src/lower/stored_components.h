// Determines which components of a dense temporary are stored.
//
//   y(i) = d(i) * t(i)   where t(i) = sum(j, A(i,j) * x(j))
//
// A row of A without an entry leaves t(i) unstored, so y(i) is 0 whatever d(i) is: 0 times an infinity would be NaN. If
// the difference is visible, an unstored component of the temporary holds -0.0. A stored component never does, since x
// + 0.0 is never -0.0.
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

/// Whether the producer begins by setting every component of a dense temporary.
bool sets_all(const cin::Stmt& producer);

/// The accesses that are factors of the expression, as far as it is a product.
std::vector<const Access*> factors_in(const Expr& expr);

/// Which components of a dense temporary are stored.
struct StoredComponents {
  std::vector<bool> decides;    // by mode: whether the mode decides
  std::optional<Access> fibre;  // of an operand, below these modes: a component is stored if the fibre is not empty
};

/// Empty if all components are stored, or if an unstored one can be treated as 0. `knows` tells which other temporaries
/// have StoredComponents.
std::optional<StoredComponents> stored_components(const cin::Where& where, const Kernel& kernel,
                                                  const std::function<bool(const std::string&)>& knows);

}  // namespace scorchc::lower
