// What data have to say for another plan than that for data nobody knows.
#pragma once

#include "schedule/schedule_plan.h"

namespace scorchc::schedule {

/// In place of the plan that is chosen by what was counted in data (TensorStatistics), the one that is chosen without,
/// with the decisions behind it, where prices hardly tell them apart: each has been seen to err by a fifth, and the
/// usual plan is the better guess then.
void prefer_default_plan(const Kernel& kernel, ScheduledPlan& plan, Decisions& decisions);

}  // namespace scorchc::schedule
