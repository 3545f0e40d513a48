// Adds variants for operands of unexpected sizes. Without hints or data, the plan for the expected sizes may be far
// from the best for operands that are nearly empty, well filled, or of other shapes. The kernel compares the sizes when
// it is called.
#pragma once

#include "schedule/choose/schedule_plan.h"

namespace scorchc::schedule {

/// The commands of the plan that runs with operands of the expected sizes, from hints or data.
Commands commands_at_expected_sizes(const Kernel& kernel, const Commands& all);

/// Variants of the given plan: each a `variant` command with its conditions and the commands of its plan. The kernel is
/// normalised.
Commands choose_variants(const Kernel& kernel, const ScheduledPlan& plan, Decisions& decisions);

}  // namespace scorchc::schedule
