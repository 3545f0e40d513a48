// Decides whether a statement can read the old value of its result in place.
#pragma once

#include <vector>

#include "ir/kernel.h"

namespace scorchc::schedule {

/// The accesses of the right-hand side that read the result, each once.
std::vector<Access> reads_of_result(const Kernel& kernel);

/// Whether an operand is the old value of the result.
bool reads_result(const Kernel& kernel);

/// Whether the old value can be read in place: only a component's own assignment reads it, before writing it.
bool reads_in_place(const Kernel& kernel);

}  // namespace scorchc::schedule
