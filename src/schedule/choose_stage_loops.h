// Loop orders of earlier statements, and of what the user's commands precompute or split.
#pragma once

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// The commands, and loops for what is precomputed and for earlier statements, where these give them none.
Commands with_loops_of_stages(const Kernel& kernel, Commands commands, Decisions& decisions);

/// The same for the addends of a statement that is split.
Commands with_loops_of_addends(const Kernel& kernel, Commands commands, Decisions& decisions);

}  // namespace scorchc::schedule
