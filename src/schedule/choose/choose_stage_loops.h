// Chooses loop orders for earlier statements, and for what the user's commands precompute or split by `fission()`.
#pragma once

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// The commands, with loop orders added for precomputed temporaries and earlier statements that have none.
Commands with_loops_of_stages(const Kernel& kernel, Commands commands, Decisions& decisions);

/// The same for the addends of a statement with `fission()`.
Commands with_loops_of_addends(const Kernel& kernel, Commands commands, Decisions& decisions);

}  // namespace scorchc::schedule
