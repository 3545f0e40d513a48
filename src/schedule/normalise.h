// The first step of room 3: the statement in the form that loops can be chosen for.
//
//   in   a kernel with complete formats and explicit sums
//   out  the same kernel; no index is bound twice; a repeated index of an access over sparse levels has become
//        a sum over an index of its own: A(i,i) -> sum(i2, equal(i, i2) * A(i,i2)); one of the result has become a
//        second index: C(i,i) = e -> C(i,i2) = equal(i, i2) * e; what a sparse result held before the call, if it takes
//        part, has become an operand: C(i,j) += e -> C(i,j) = C_old(i,j) + e; a dense one is updated in place
#pragma once

#include "ir/kernel.h"

namespace scorchc::schedule {

Kernel normalise(const Kernel& kernel);

}  // namespace scorchc::schedule
