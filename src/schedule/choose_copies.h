// The copies chooser: a dense result that is also an operand is copied first where its components would be overwritten
// before they are read.
#pragma once

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// `convert(a(j): j)` for each access of the result that needs it.
Commands choose_copies(const Kernel& kernel, Decisions& decisions);

/// Whether the result, as it was, is an operand.
bool reads_result(const Kernel& kernel);

/// Whether the result can be read in place: each component by its own assignment alone, and before that.
bool reads_in_place(const Kernel& kernel);

}  // namespace scorchc::schedule
