// Plans for operands that are not as expected. Where nobody says how many entries sparse operands have, the plan for the
// expected numbers may be far from the best one for operands that are nearly empty, or well filled; and the kernel can see
// which they are when it is called.
#pragma once

#include "schedule/schedule_plan.h"

namespace scorchc::schedule {

/// The kernel with the mode order that `commands` close, and the commands that are left.
struct Closed {
  Kernel kernel;
  Commands commands;
};
Closed closed(const Kernel& kernel, const Commands& commands);

/// The commands of the plan that runs with operands of the expected sizes: those of hints, or of data.
Commands commands_at_expected_sizes(const Kernel& kernel, const Commands& all);

/// Plans beside that one, with their conditions: commands, each a `variant` and what is behind it. The kernel is normalised.
Commands choose_variants(const Kernel& kernel, const ScheduledPlan& plan, Decisions& decisions);

}  // namespace scorchc::schedule
