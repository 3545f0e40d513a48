// The parts of a stage's statement in the loops that commands give it.
#pragma once

#include <string>
#include <vector>

#include "ir/schedule.h"
#include "schedule/nest.h"
#include "schedule/stages.h"

namespace scorchc::schedule {

/// The loop order of an addend, or of what is made in the temporary; null where no command gives it.
const Reorder* find_reorder(const Commands& commands, int part, const std::string& temporary);

/// Throws Failure (schedule_illegal) where the loops are not the statement's, or a format or a dependence forbids their
/// order.
std::vector<OrderedPart> ordered_parts(const Stage& stage, const Commands& commands);

}  // namespace scorchc::schedule
