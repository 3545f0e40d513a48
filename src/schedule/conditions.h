// Conditions of variants: whether a call can tell them, and whether they hold at sizes.
#pragma once

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "schedule/sizes.h"

namespace scorchc::schedule {

/// Throws Failure (schedule_illegal) where a condition asks for what is not known of the operands when the kernel is
/// called, or is the same in every call.
void check_conditions(const Kernel& kernel, const Variant& variant);

/// Whether the operand's positions say how many entries it has: at most the first level of several is dense.
bool is_counted(const TensorDeclaration& operand, const Kernel& kernel);

/// Whether all of them hold, computed as the kernel does.
bool hold(const std::vector<Condition>& conditions, const Sizes& sizes);

}  // namespace scorchc::schedule
