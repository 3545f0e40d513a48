// Every way to schedule a statement that the choosers compare: for campaigns, for benchmarks, and for tuning.
#pragma once

#include <vector>

#include "ir/kernel.h"
#include "ir/schedule.h"

namespace scorchc::schedule {

/// Schedules of the kernel, whose formats are complete: each loop order with the conversions and the mode ordering that
/// it needs, without and with each regrouping of a product. The cheapest of each regrouping first. At most `most`.
std::vector<Commands> alternatives(const Kernel& kernel, std::size_t most);

/// The schedule with each protocol that its loops could have, one at a time, in place of those that would be chosen;
/// and with everything walked, where one would be chosen. Nothing for a schedule that has protocols, or for long
/// statements.
std::vector<Commands> with_other_protocols(const Kernel& kernel, const Commands& commands);

/// The schedule with each of its workspaces held in another way, one at a time. Nothing for one that says what holds
/// them.
std::vector<Commands> with_other_workspaces(const Kernel& kernel, const Commands& commands);

}  // namespace scorchc::schedule
