// Chooses the cheapest loop order, with the conversions and the mode ordering that it needs.
#pragma once

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "schedule/search/plans.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// Returns `reorder(...)`, `convert(...)` for each operand that the order would walk discordantly, and a storage order
/// for a result whose mode order is open. Returns `fission()` and one order per addend if the addends of a dense result
/// are cheaper in loops of their own. The kernel is normalised; `settled` are the given commands, which stay unchanged,
/// and `plans` comes from find_plans on both. Of the plans that are not asymptotically dominated, the one with the
/// lowest cost at the expected sizes wins (schedule/estimate/cost.h). The number of priced plans is bounded.
Commands choose_loop_order(const Kernel& kernel, const Commands& settled, const Plans& plans, Decisions& decisions);

}  // namespace scorchc::schedule
