// The protocol chooser: where operands of very different lengths meet, the long one is looked up or passed over in
// growing steps, if that is cheaper than walking all of it.
#pragma once

#include "ir/cin.h"
#include "ir/schedule.h"
#include "schedule/cost.h"
#include "schedule/sizes.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// Of statements that read more no one operand's protocol is worth looking for: none is most of the price.
inline constexpr std::size_t most_operands_galloped = 24;

/// The share of the price that a protocol, or another way to hold a workspace, has to gain: estimates are no better,
/// and what formats say needs no words.
inline constexpr double least_gain = 0.2;

/// Each `protocol` that reads in one of these ways and that a sparse operand's loops could have, the others as they
/// are.
Commands possible_protocols(const cin::Program& program,
                            const std::vector<Reading>& readings = {Reading::gallop, Reading::locate, Reading::masked});

/// `protocol(B(j), j: gallop)`, or nothing.
Commands choose_protocols(const cin::Program& program, const Sizes& sizes, Decisions& decisions);

/// Makes the program's loops as these commands do, and says what they cost then.
Price price_with_protocols(cin::Program& program, const Sizes& sizes);

}  // namespace scorchc::schedule
