// Vectorises the outermost loop of each nest that can be a vector loop.
#pragma once

#include "ir/cin.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// `vectorize(k)` for each such loop, or nothing. `program` has the loops that earlier commands made.
Commands choose_vectors(const cin::Program& program, Decisions& decisions);

}  // namespace scorchc::schedule
