// Schedules one plan of a kernel. Each chooser works on the loops that the commands of earlier choosers have made. A
// given command fixes its own choice; everything else is chosen.
#pragma once

#include "ir/cin.h"
#include "ir/schedule.h"
#include "schedule/estimate/work.h"
#include "schedule/search/plans.h"
#include "support/decisions.h"

namespace scorchc::schedule {

struct ScheduledPlan {
  cin::Program program;
  Commands commands;
  Work work;                                  // at the expected sizes
  std::vector<PricedPlan> priced_plans = {};  // the plans it was chosen from, as far as they may be best at other sizes
};

/// The kernel must be normalised, and `given` must have no variants.
ScheduledPlan schedule_plan(const Kernel& kernel, Commands given, Decisions& decisions);

}  // namespace scorchc::schedule
