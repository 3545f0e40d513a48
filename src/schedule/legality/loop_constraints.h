// Computes which loops must enclose which others, as required by storage orders, results and reductions.
#pragma once

#include <string>
#include <vector>

#include "ir/kernel.h"

namespace scorchc::schedule {

/// The loop over `outer` must enclose the loop over `inner`.
struct LoopConstraint {
  std::string outer, inner;
  /// Why: an operand is walked in storage order; a result is appended to in storage order; a result's components must
  /// be complete before they are appended; a `min` or `max` sees all its terms only in the innermost loops; a loop
  /// within blocks needs the block; loops over tiles are outermost. Conversions lift `operand`, workspaces lift
  /// `result_append`.
  enum class Reason { operand, result_order, result_append, extremum, block, tile } reason = Reason::operand;
  const Access* access = nullptr;  // the access whose format requires it; of `extremum` the result's
};

enum class Freedom { none, workspaces, conversions };

/// Constraints of a kernel. A sparse level can be walked only below a known position, so every index stored above it
/// comes first. A sparse result is appended to in storage order: its indices come in that order, and reductions come
/// after its last sparse level. Exceptions are results that take a counting sort (see Kernel), and dense levels below
/// the last sparse one. Freedom to use workspaces, or workspaces and conversions, lifts constraints. The result refers
/// to `kernel`.
std::vector<LoopConstraint> loop_constraints(const Kernel& kernel, Freedom freedom = Freedom::none);

/// The operands that `order` walks discordantly, each once.
std::vector<Access> discordant_operands(const Kernel& kernel, const std::vector<std::string>& order);

/// The first constraint that `order` violates; null if there is none.
const LoopConstraint* first_broken(const std::vector<LoopConstraint>& constraints,
                                   const std::vector<std::string>& order);

}  // namespace scorchc::schedule
