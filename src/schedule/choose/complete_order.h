// Completes a loop order that the user gives: adds conversions of discordant operands, and the contraction whose loops
// the order names.
#pragma once

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// The commands, made legal by further ones if necessary: `convert` for operands that the loops would walk
/// discordantly, and the contraction that would be chosen without the order if the order names its loops. The same
/// commands if they are legal already or cannot be completed.
Commands with_completed_order(const Kernel& kernel, const Commands& commands, Decisions& decisions);

}  // namespace scorchc::schedule
