// Copies a dense result that is also an operand, if the loops would overwrite components before they are read.
#pragma once

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// `convert(a(j): j)` for each access of the result that needs a copy.
Commands choose_copies(const Kernel& kernel, Decisions& decisions);

}  // namespace scorchc::schedule
