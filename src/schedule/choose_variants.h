// Plans for operands that are not as expected. Where nobody says how many entries sparse operands have, or how long
// their modes are, the plan for the expected numbers may be far from the best one for operands that are nearly empty,
// or well filled, or of other shapes; and the kernel can see which they are when it is called.
#pragma once

#include "schedule/schedule_plan.h"

namespace scorchc::schedule {

/// The commands of the plan that runs with operands of the expected sizes: those of hints, or of data.
Commands commands_at_expected_sizes(const Kernel& kernel, const Commands& all);

/// Plans beside that one, with their conditions: commands, each a `variant` and what is behind it. The kernel is
/// normalised.
Commands choose_variants(const Kernel& kernel, const ScheduledPlan& plan, Decisions& decisions);

}  // namespace scorchc::schedule
