// Which loop must stand outside which: what storage orders and results ask of a loop order.
#pragma once

#include <string>
#include <vector>

#include "ir/kernel.h"

namespace scorchc::schedule {

/// The loop over `outer` must enclose the loop over `inner`.
struct LoopConstraint {
  std::string outer, inner;
  /// What asks for it: an operand that is walked in storage order, a result that is appended to in storage order, or
  /// one whose components must be finished when they are appended. A conversion or a workspace frees of the first and
  /// last. Loops over the blocks of tiles stand outermost. A min or a max knows that it has met all of its terms only
  /// where it is the innermost.
  enum class Reason { operand, result_order, result_append, extremum, block, tile } reason = Reason::operand;
  const Access* access = nullptr;  // whose format asks for it, in the statement; of an extremum the result's
};

enum class Freedom { none, workspaces, conversions };

/// A sparse level can be walked only below a known position: every index stored above it comes first. A sparse result
/// is appended to in storage order: its indices come in that order (unless it can be scattered into, see Kernel; those
/// of the dense levels below its last sparse one come in any), and reductions come after its last sparse level. With
/// the freedom of workspaces and conversions (both), fewer constraints are left. The kernel has to live as long.
std::vector<LoopConstraint> loop_constraints(const Kernel& kernel, Freedom freedom = Freedom::none);

/// The operands that `order` walks against their storage order, each once.
std::vector<Access> discordant_operands(const Kernel& kernel, const std::vector<std::string>& order);

/// The first constraint that `order` breaks, or nullptr.
const LoopConstraint* first_broken(const std::vector<LoopConstraint>& constraints,
                                   const std::vector<std::string>& order);

}  // namespace scorchc::schedule
