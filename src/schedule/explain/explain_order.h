// Explains a loop order that was chosen among several plans.
#pragma once

#include <string>

#include "schedule/search/plans.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// The first plan's order, with the costs of the next alternatives and the reasons. `plans` must not be empty.
Decision order_decision(std::string subject, const Plans& plans);

}  // namespace scorchc::schedule
