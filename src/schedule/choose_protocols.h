// Chooses protocols: where operands of very different lengths are intersected, the long one is located or galloped
// through if that is cheaper than walking it.
#pragma once

#include "ir/cin.h"
#include "ir/schedule.h"
#include "schedule/cost.h"
#include "schedule/sizes.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// Statements with more operands get no protocols: no operand makes up most of the cost.
inline constexpr std::size_t most_operands_galloped = 24;

/// Relative cost reduction that justifies a protocol or another kind of workspace: estimates are no more precise, and
/// defaults need no command.
inline constexpr double least_gain = 0.2;

/// Each `protocol` of one of these kinds that the loops of a sparse operand can use, all other operands unchanged.
Commands possible_protocols(const cin::Program& program,
                            const std::vector<Reading>& readings = {Reading::gallop, Reading::locate, Reading::masked});

/// `protocol(B(j), j: gallop)` and the like, or nothing.
Commands choose_protocols(const cin::Program& program, const Sizes& sizes, Decisions& decisions);

/// Applies the protocols that would be chosen to the program's loops and returns the resulting cost.
Price price_with_protocols(cin::Program& program, const Sizes& sizes);

}  // namespace scorchc::schedule
