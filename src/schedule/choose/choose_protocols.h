// Chooses protocols: where operands of very different lengths are intersected, the long one is located or galloped
// through if that is cheaper than walking it.
#pragma once

#include "ir/cin.h"
#include "ir/schedule.h"
#include "schedule/estimate/sizes.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// `protocol(B(j), j: gallop)` and the like, or nothing.
Commands choose_protocols(const cin::Program& program, const Sizes& sizes, Decisions& decisions);

}  // namespace scorchc::schedule
