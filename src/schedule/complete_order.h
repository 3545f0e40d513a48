// What a loop order that the user gives leaves to be chosen: which operands are stored again for it, and which factors
// are taken apart where it names the loops of what is left.
#pragma once

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// The commands, and those that make them legal where they are not: `convert` for operands that the loops walk against
/// their storage order, the contraction that would be chosen without the order where this has other loops than the
/// statement. The same commands where nothing is missing, or nothing would help.
Commands with_completed_order(const Kernel& kernel, const Commands& commands, Decisions& decisions);

}  // namespace scorchc::schedule
