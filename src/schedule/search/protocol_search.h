// Searches for the protocols that make the loops of a program cheapest.
#pragma once

#include <vector>

#include "ir/cin.h"
#include "ir/schedule.h"
#include "schedule/estimate/cost.h"
#include "schedule/estimate/sizes.h"

namespace scorchc::schedule {

/// Statements with more operands get no protocols: no operand makes up most of the cost.
inline constexpr std::size_t most_operands_galloped = 24;

/// Relative cost reduction that justifies a protocol or another kind of workspace: estimates are no more precise, and
/// defaults need no command.
inline constexpr double least_gain = 0.2;

/// Each `protocol` of one of these kinds that the loops of a sparse operand can use, all other operands unchanged.
Commands possible_protocols(const cin::Program& program,
                            const std::vector<Reading>& readings = {Reading::gallop, Reading::locate, Reading::masked});

/// A protocol that reduces the cost.
struct ProtocolStep {
  Protocol protocol;
  double gain;  // cost without the protocol, over the cost with it
};

/// The protocols that together make the program cheapest, in the order in which they were found. Empty if none reduces
/// the cost enough.
std::vector<ProtocolStep> cheapest_protocols(const cin::Program& program, const Sizes& sizes);

/// Applies these protocols to the program's loops and returns the resulting cost.
Price price_with_protocols(cin::Program& program, const Sizes& sizes);

}  // namespace scorchc::schedule
