// Copies a dense result that is also an operand, if the loops would overwrite components before they are read.
#pragma once

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// `convert(a(j): j)` for each access of the result that needs a copy.
Commands choose_copies(const Kernel& kernel, Decisions& decisions);

/// Whether an operand is the old value of the result.
bool reads_result(const Kernel& kernel);

/// Whether the old value can be read in place: only a component's own assignment reads it, before writing it.
bool reads_in_place(const Kernel& kernel);

}  // namespace scorchc::schedule
