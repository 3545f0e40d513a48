// Splits a stage's statement into parts, with the loop orders that commands give.
#pragma once

#include <string>
#include <vector>

#include "ir/schedule.h"
#include "schedule/transform/nest.h"
#include "schedule/transform/stages.h"

namespace scorchc::schedule {

/// The command that orders the loops of an addend, or of the statement that fills the temporary; null if there is none.
const Reorder* find_reorder(const Commands& commands, int part, const std::string& temporary);

/// The parts with their orders. Throws Failure (schedule_illegal) if an order does not name the statement's loops, or a
/// format or dependence forbids it.
std::vector<OrderedPart> ordered_parts(const Stage& stage, const Commands& commands);

}  // namespace scorchc::schedule
