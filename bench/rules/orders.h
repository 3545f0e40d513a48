// Other schedulers' rules for the order of loops, as schedule commands.
#pragma once

#include <optional>
#include <string>

#include "ir/kernel.h"

namespace scorchc::rules {

/// TACO's default: the indices of the result, then the others as they appear, as far as storage orders let them: the
/// first whose predecessors are all placed comes next. Nothing is converted, so there may be no order; nothing is
/// regrouped.
std::optional<std::string> taco_default(const Kernel& kernel);

/// The rules of the Scorch paper's Algorithm 1: as its compute term is one for all orders, they are the fewest
/// transpositions, then the fewest workspaces, then the first by name. One nest, nothing is regrouped.
std::optional<std::string> scorch_rules(const Kernel& kernel);

}  // namespace scorchc::rules
