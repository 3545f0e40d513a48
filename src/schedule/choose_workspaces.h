// The chooser of what holds workspaces: an array with a place for each coordinate, or a list of tuples. (Where
// workspaces are, follows from the order of the loops: schedule/nest.h.)
#pragma once

#include "ir/cin.h"
#include "ir/schedule.h"
#include "schedule/sizes.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// Each workspace of the program held in another way than it is.
Commands possible_workspaces(const cin::Program& program);

/// `workspace(w(j): array)` or `workspace(w(j): tuples)` for those that are better held in another way than the formats
/// say, and of which no command speaks that is given.
Commands choose_workspaces(const cin::Program& program, const Commands& given, const Sizes& sizes,
                           Decisions& decisions);

}  // namespace scorchc::schedule
