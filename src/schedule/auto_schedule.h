// Schedules a kernel: from explicit sums to loops. Each kernel has one plan (schedule_plan.h). It has further variants
// if only the operands of a call decide which plan is best (choose_variants.h), or if the user gives them.
//
//   in   a kernel with complete formats (the result's mode order may be open)
//   out  the scheduled programs and the commands that made them
#pragma once

#include "schedule/choose/schedule_plan.h"

namespace scorchc::schedule {

/// A plan that replaces the first one in calls for which its condition holds.
struct ScheduledVariant {
  Variant when;
  cin::Program program;
};

struct Scheduled {
  cin::Program program;
  Commands commands;  // of all plans
  Work work;          // of the first plan
  std::vector<ScheduledVariant> variants = {};
};

Scheduled auto_schedule(const Kernel& kernel, Decisions& decisions);

}  // namespace scorchc::schedule
