// What a decision says of a loop order that was chosen from several plans.
#pragma once

#include <string>

#include "schedule/plans.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// The first plan's order, beside what its next rivals would cost and why. At least one plan.
Decision order_decision(std::string subject, const Plans& plans);

}  // namespace scorchc::schedule
