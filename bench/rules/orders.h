// Models the loop-order rules of other schedulers, as schedule commands.
#pragma once

#include <optional>
#include <string>

#include "ir/kernel.h"

namespace scorchc::rules {

/// TACO's default order: indices of the result, then the others in order of appearance, subject to storage orders: the
/// next index is the first one whose predecessors are all placed. No conversions and no regrouping. Empty if there is
/// no order.
std::optional<std::string> taco_default(const Kernel& kernel);

/// Algorithm 1 of the Scorch paper. Its compute term is the same for all orders, so it minimises transpositions, then
/// workspaces, then the order by name. One loop nest, no regrouping. Empty if no order is legal.
std::optional<std::string> scorch_rules(const Kernel& kernel);

}  // namespace scorchc::rules
