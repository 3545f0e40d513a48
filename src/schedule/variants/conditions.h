// Checks the conditions of variants and evaluates them at given sizes.
#pragma once

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "schedule/estimate/sizes.h"

namespace scorchc::schedule {

/// Throws Failure (schedule_illegal) if a condition needs something unknown at the start of a call, or has the same
/// value in every call.
void check_conditions(const Kernel& kernel, const Variant& variant);

/// Whether the operand's position arrays give its number of entries: at most the first of several levels is dense.
bool is_counted(const TensorDeclaration& operand, const Kernel& kernel);

/// Whether all conditions hold. Rounds like the kernel's integer divisions.
bool hold(const std::vector<Condition>& conditions, const Sizes& sizes);

}  // namespace scorchc::schedule
