// Estimates the sizes of the temporaries that stages fill.
#pragma once

#include <vector>

#include "schedule/estimate/sizes.h"
#include "schedule/transform/stages.h"

namespace scorchc::schedule {

/// Expected sizes of `kernel`, including the entries of its stages' sparse temporaries.
Sizes sizes_of_stages(const Kernel& kernel, const std::vector<Stage>& made);
/// The same for given sizes of the operands.
Sizes with_temporaries(Sizes sizes, const std::vector<Stage>& made);

}  // namespace scorchc::schedule
