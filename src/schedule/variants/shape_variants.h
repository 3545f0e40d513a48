// Adds a variant for extents of different length. Which product is best computed first, for example, depends on which
// of two extents is shorter.
#pragma once

#include "schedule/variants/compared_plans.h"

namespace scorchc::schedule {

/// The variant with the largest gain where one extent is far shorter than another of the same kind, among extents
/// without hints. Its condition compares the two.
std::optional<Candidate> shape_variant(const ComparedPlans& plans);

}  // namespace scorchc::schedule
