// Enumerates the schedules that the choosers compare, for random testing, benchmarks and tuning.
#pragma once

#include <vector>

#include "ir/kernel.h"
#include "ir/schedule.h"

namespace scorchc::schedule {

/// Schedules of a kernel with complete formats: each loop order with the conversions and mode ordering it needs, with
/// and without each regrouping of a product. The cheapest of each regrouping come first. At most `most`.
std::vector<Commands> alternatives(const Kernel& kernel, std::size_t most);

/// The schedule with each protocol its loops can use, one at a time, in place of the protocols that would be chosen. If
/// one would be chosen, also the schedule that walks all operands. Empty if the schedule already has protocols or the
/// statement has many operands.
std::vector<Commands> with_other_protocols(const Kernel& kernel, const Commands& commands);

/// The schedule with each of its workspaces of the other kind (array or list of tuples), one at a time. Empty if the
/// schedule already has `workspace` commands.
std::vector<Commands> with_other_workspaces(const Kernel& kernel, const Commands& commands);

}  // namespace scorchc::schedule
