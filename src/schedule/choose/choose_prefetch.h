// Prefetches rows that the entries of another operand select, which hardware prefetchers cannot predict: rows of a
// dense operand read by vector loops, or rows of a sparse one whose entries are walked.
#pragma once

#include "ir/cin.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// `prefetch(B(j,k): 8)` for each such operand, or nothing. `program` has its vector loops.
Commands choose_prefetch(const cin::Program& program, Decisions& decisions);

}  // namespace scorchc::schedule
