// A plan whose workspaces are arrays, for calls in which these are no longer than what the operands store.
#pragma once

#include "schedule/compared_plans.h"

namespace scorchc::schedule {

/// Where sums are held in lists of tuples because an index may be of any length: beside each sparse operand that stores
/// more than the index is long, an array takes no more memory, and no longer to clear, than what is read.
std::optional<Candidate> workspace_variant(const ComparedPlans& rivals);

}  // namespace scorchc::schedule
