// Describes for `explain` how parallel loops are partitioned.
#pragma once

#include "ir/loop.h"
#include "support/decisions.h"

namespace scorchc::lower {

/// Appends a decision for each loop of the one call that is partitioned among threads, as found in the lowered loops.
void describe_partitions(const loop::Module& module, Decisions& decisions);

}  // namespace scorchc::lower
