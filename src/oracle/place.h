// Makes the implicit reductions of a statement explicit, by the rules of the language:
// - With `=` and `+=`, an index that is not on the left-hand side is summed in each addend separately. In a product,
// the
//   sum goes around the factors that use the index; groups of factors that overlap partially become one sum. Arguments
//   of functions and of explicit reductions, numerators and denominators are groups of their own.
// - With `min=` and `max=`, the index is reduced over the whole right-hand side.
// For example, `A(i,j)*B(j,k)*c(i) + d(l)` becomes `sum(j, A(i,j)*B(j,k))*c(i) + sum(l, d(l))` for a result over i, k.
//
// Afterwards every index of the right-hand side occurs on the left-hand side or is bound by a reduction.
#pragma once

#include "oracle/tree.h"

namespace scorchc::oracle {

void place_reductions(Statement& statement);

}  // namespace scorchc::oracle
