// Adds a variant with workspaces in arrays, for calls whose extents do not exceed the operands' entries.
#pragma once

#include "schedule/variants/compared_plans.h"

namespace scorchc::schedule {

/// The variant for a plan that keeps sums in lists of tuples because extents are unknown. If every sparse operand
/// stores more entries than an extent is long, an array over it takes no more memory, and no more time to clear, than
/// reading the operands.
std::optional<Candidate> workspace_variant(const ComparedPlans& plans);

}  // namespace scorchc::schedule
