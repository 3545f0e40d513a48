// Parallelises the outermost loop if its iterations write disjoint components and do more than copy an operand's
// arrays.
#pragma once

#include "ir/cin.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// `parallelize(i)` for each loop nest, or nothing. `program` has the loops that earlier commands made.
Commands choose_parallelism(const cin::Program& program, Decisions& decisions);

}  // namespace scorchc::schedule
