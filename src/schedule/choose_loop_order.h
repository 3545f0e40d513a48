// The loop-order chooser: the cheapest order, with the conversions and the mode ordering that go with it.
#pragma once

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "schedule/plans.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// `reorder(...)`; `convert(...)` for each operand that the order walks against its storage; `order(...)` for a result
/// whose mode order is open; or `fission()` and an order a part where the addends of a dense result do better
/// apart. The kernel is normalised; `settled` are commands that are given already and stay as they are, and `plans`
/// what find_plans says of both. Of plans whose growth no other one undercuts the cheapest at the expected sizes
/// (schedule/cost.h). Bounded in plans that are priced.
Commands choose_loop_order(const Kernel& kernel, const Commands& settled, const Plans& plans, Decisions& decisions);

}  // namespace scorchc::schedule
