// Chooses the kind of each workspace: an array with a component per coordinate, or a hashed list of tuples. (The loop
// order determines where workspaces are: schedule/transform/nest.h.)
#pragma once

#include "ir/cin.h"
#include "ir/schedule.h"
#include "schedule/estimate/sizes.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// For each workspace of the program the command that changes its kind, where that is legal.
Commands possible_workspaces(const cin::Program& program);

/// `workspace(w(j): array)` or `workspace(w(j): tuples)` for each workspace that is cheaper with another kind than its
/// format implies, except those that `given` has commands for.
Commands choose_workspaces(const cin::Program& program, const Commands& given, const Sizes& sizes,
                           Decisions& decisions);

}  // namespace scorchc::schedule
