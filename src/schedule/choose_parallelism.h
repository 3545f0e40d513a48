// The parallelism chooser: the outermost loop, where its iterations write to components of their own.
#pragma once

#include "ir/cin.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// `parallelize(i)`, or nothing. Sees the loops that earlier commands have made.
Commands choose_parallelism(const cin::Program& program, Decisions& decisions);

}  // namespace scorchc::schedule
