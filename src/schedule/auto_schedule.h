// Rooms 3 and 4: from explicit sums to loops. A kernel has one plan (schedule_plan.h), and others beside it where only
// the operands of a call can tell which is the best (choose_variants.h), or where the user gives them.
//
//   in   a kernel with complete formats (the result's mode order may be open)
//   out  the scheduled programs and the commands that made them
#pragma once

#include "schedule/schedule_plan.h"

namespace scorchc::schedule {

/// A plan that runs in place of the first one where its condition holds.
struct ScheduledVariant {
  Variant when;
  cin::Program program;
};

struct Scheduled {
  cin::Program program;
  Commands commands;  // of all plans
  Work work;          // of the first
  std::vector<ScheduledVariant> variants = {};
};

Scheduled auto_schedule(const Kernel& kernel, Decisions& decisions);

}  // namespace scorchc::schedule
