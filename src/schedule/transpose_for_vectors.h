// Dense operands that are worth a copy: stored so that the components along an index do not stand one after the other,
// they keep its loop from being a vector loop.
//
//   C(i,k) = A(i,j) * B(k,j), A sparse: along k, B is read in steps of a whole row. Of a copy of B, stored as j, k, a
//   tile of k is a few vectors.
//
// (That dense operands are transposed when it pays is common where all is dense; a sparse A meets each row of B as
// often as it has entries below it.)
#pragma once

#include <vector>

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "schedule/parts.h"

namespace scorchc::schedule {

/// What to convert for vectors: one list for each index that could then be a vector loop, in these loops. None where
/// the index is in the way of vectors elsewhere, too. What each is worth is for prices to say.
std::vector<Commands> copies_for_vectors(const Kernel& statement, const LoopOrder& order);

}  // namespace scorchc::schedule
