// Falls back to the default plan if data do not clearly favour another one.
#pragma once

#include "schedule/choose/schedule_plan.h"

namespace scorchc::schedule {

/// Replaces the plan chosen from statistics of the data (TensorStatistics) by the plan chosen without them, with its
/// decisions, if their costs are close. Cost estimates are off by up to a fifth; within that the default plan is the
/// better guess.
void prefer_default_plan(const Kernel& kernel, ScheduledPlan& plan, Decisions& decisions);

}  // namespace scorchc::schedule
