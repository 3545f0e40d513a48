// Explains a plan once its loops exist. No chooser reads these texts.
#pragma once

#include <string>
#include <vector>

#include "ir/cin.h"
#include "ir/schedule.h"
#include "schedule/estimate/cost.h"
#include "schedule/estimate/sizes.h"
#include "schedule/estimate/work.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// Texts on the workspaces of a plan, in order of the program: "w(k), a dense array over k with a list of the k
/// stored".
std::vector<std::string> workspaces(const cin::Program& program);

/// Logs the formats of precomputed temporaries, accumulated sums, and conversions that turned out unnecessary.
void log_what_is_made(const Commands& commands, const cin::Program& program, Decisions& decisions);

/// Logs the loops that were chosen to be vector loops.
void log_what_is_vectors(const Commands& vectors, const cin::Program& program, Decisions& decisions);

/// Logs workspaces; iterations, arithmetic and memory traffic at the given sizes. Warns if the sparse result of
/// `statement`, which is already split into blocks, is expected to be nearly full.
void log_what_is_expected(const Work& work, const cin::Program& program, const Kernel& statement, const Sizes& sizes,
                          Decisions& decisions);

}  // namespace scorchc::schedule
