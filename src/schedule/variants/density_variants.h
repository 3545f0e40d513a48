// Adds variants for operands that store far fewer or far more entries than expected.
#pragma once

#include "schedule/variants/compared_plans.h"

namespace scorchc::schedule {

/// A variant for nearly empty operands and one for well filled ones, if hints do not give the number of entries.
std::vector<Candidate> density_variants(const ComparedPlans& plans);

}  // namespace scorchc::schedule
