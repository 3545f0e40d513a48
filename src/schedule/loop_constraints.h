// Which loop must stand outside which: what storage orders and results ask of a loop order.
#pragma once

#include <string>
#include <vector>

#include "ir/kernel.h"

namespace scorchc::schedule {

/// The loop over `outer` must enclose the loop over `inner`.
struct LoopConstraint {
  std::string outer, inner;
  std::string tensor;  // whose format asks for it
  bool of_result = false;
};

/// A sparse level can be walked only below a known position: every index stored above it comes first. A sparse result
/// is appended to in storage order: its indices come in that order, and reductions come after its last sparse level.
std::vector<LoopConstraint> loop_constraints(const Kernel& kernel);

/// The first constraint that `order` breaks, or nullptr.
const LoopConstraint* first_broken(const std::vector<LoopConstraint>& constraints, const std::vector<std::string>& order);

}  // namespace scorchc::schedule
