// Proposes copies of dense operands that make a loop unit-stride, so that it can be a vector loop.
//
//   C(i,k) = A(i,j) * B(k,j), A sparse: along k, B is read with a stride of a whole row. In a copy of B stored as j, k,
//   a tile of k is a few vectors.
//
// (Transposing is common in dense products; here, a sparse A also reads each row of B once per entry that selects it.)
#pragma once

#include <vector>

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "schedule/legality/loop_order.h"

namespace scorchc::schedule {

/// Conversions that enable vector loops in this order: one list for each index that could then be a vector loop. Empty
/// for an index that cannot be a vector loop for other reasons. The caller prices the alternatives.
std::vector<Commands> copies_for_vectors(const Kernel& statement, const LoopOrder& order);

}  // namespace scorchc::schedule
