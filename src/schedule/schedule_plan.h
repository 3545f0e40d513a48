// One plan of a kernel. Alternates choose and apply down the list of choosers, so that each chooser sees the statement
// as the earlier ones left it. A command that is given pins its one choice; the rest is chosen.
#pragma once

#include "ir/cin.h"
#include "ir/schedule.h"
#include "schedule/plans.h"
#include "schedule/work.h"
#include "support/decisions.h"

namespace scorchc::schedule {

struct ScheduledPlan {
  cin::Program program;
  Commands commands;
  Work work;                                  // at the sizes that are expected
  std::vector<PricedPlan> priced_plans = {};  // what it was chosen among, as far as that may be the best at other sizes
};

/// The kernel is normalised, `given` has no variants.
ScheduledPlan schedule_plan(const Kernel& kernel, Commands given, Decisions& decisions);

}  // namespace scorchc::schedule
