// Normalises a statement for scheduling.
//
//   in   a kernel with complete formats and explicit sums
//   out  the same kernel, in which
//        - no index is bound twice
//        - a repeated index of an access over sparse levels is a sum over an index of its own:
//          A(i,i) -> sum(i2, equal(i, i2) * A(i,i2))
//        - a repeated index of the result is a second index: C(i,i) = e -> C(i,i2) = equal(i, i2) * e
//        - the old value of a sparse result, if the statement uses it, is an operand:
//          C(i,j) += e -> C(i,j) = C_old(i,j) + e; a dense result is updated in place
#pragma once

#include "ir/kernel.h"

namespace scorchc::schedule {

Kernel normalise(const Kernel& kernel);

}  // namespace scorchc::schedule
