// Plans for extents that are not alike. Which product of several is formed first, say, depends on which of two extents
// is the shorter one.
#pragma once

#include "schedule/compared_plans.h"

namespace scorchc::schedule {

/// The plan that is worth most where one extent is far shorter than another one of its kind, of those that nobody says
/// anything about. Its condition compares the two.
std::optional<Candidate> shape_variant(const ComparedPlans& rivals);

}  // namespace scorchc::schedule
