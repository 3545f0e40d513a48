// The loop-order chooser: the cheapest legal order, as schedule commands.
#pragma once

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// `reorder(...)`, and `order(...)` for a result whose mode order is open; with `split_statement()` and an order a part
/// where no single order suits all addends of a dense result. Throws Failure (not supported yet) where a workspace or
/// a conversion would be needed. At most `max_orders` complete orders are priced, fewer for long
/// statements, in a fixed sequence.
Commands choose_loop_order(const Kernel& kernel, Decisions& decisions);

inline constexpr int max_orders = 5040;

}  // namespace scorchc::schedule
