// Plans for operands that store far less or far more than is expected.
#pragma once

#include "schedule/compared_plans.h"

namespace scorchc::schedule {

/// One for operands that are nearly empty, and one for well filled ones, where nobody says how many entries there are.
std::vector<Candidate> density_variants(const ComparedPlans& rivals);

}  // namespace scorchc::schedule
