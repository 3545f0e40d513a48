// What the parts of parallel loops have alike, for those who ask why.
#pragma once

#include "ir/loop.h"
#include "support/decisions.h"

namespace scorchc::lower {

/// Appends a decision for each loop that the kernel's one call shares out, read off the loops as they are lowered.
void describe_partitions(const loop::Module& module, Decisions& decisions);

}  // namespace scorchc::lower
