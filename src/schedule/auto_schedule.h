// Rooms 3 and 4: from explicit sums to loops. Alternates choose and apply down the list of choosers, so that each
// chooser sees the statement as the earlier ones left it. A user's command pins its one choice; the rest stays automatic.
//
//   in   a kernel with complete formats (the result's mode order may be open)
//   out  the scheduled program and the commands that made it
#pragma once

#include "ir/cin.h"
#include "ir/schedule.h"
#include "schedule/work.h"
#include "support/decisions.h"

namespace scorchc::schedule {

struct Scheduled {
  cin::Program program;
  Commands commands;
  Work work;  // at the sizes that are expected
};

Scheduled auto_schedule(const Kernel& kernel, Decisions& decisions);

}  // namespace scorchc::schedule
