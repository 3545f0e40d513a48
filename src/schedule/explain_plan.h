// What decisions say of a plan once its loops are there: no chooser reads it.
#pragma once

#include <string>
#include <vector>

#include "ir/cin.h"
#include "ir/schedule.h"
#include "schedule/cost.h"
#include "schedule/sizes.h"
#include "schedule/work.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// The workspaces of a plan, in order of its text: "w(k), an array over k, and a list of each k that it holds".
std::vector<std::string> workspaces(const cin::Program& program);

/// Formats of what is precomputed, sums that are gathered, and operands that need not be stored again after all.
void say_what_is_made(const Commands& commands, const cin::Program& program, Decisions& decisions);

/// Loops that were chosen to be vector loops.
void say_what_is_vectors(const Commands& vectors, const cin::Program& program, Decisions& decisions);

/// Workspaces; iterations, arithmetic and bytes at the sizes; and a warning where the sparse result of `statement`,
/// which has been split in blocks, is expected to be full.
void say_what_is_expected(const Work& work, const cin::Program& program, const Kernel& statement, const Sizes& sizes,
                          Decisions& decisions);

}  // namespace scorchc::schedule
