// Makes the implicit reductions of a statement explicit, by the rules of the language:
// - with `=` and `+=`, an index that is not on the left is summed over each addend on its own. In a product the sum
//   stands around the factors that use the index; where such groups of factors overlap and none holds the other, they
//   become one sum. The arguments of functions and of explicit reductions, numerators and denominators are groups of
//   their own;
// - with `min=` and `max=` it is reduced over the whole right-hand side.
// For example `A(i,j)*B(j,k)*c(i) + d(l)` becomes `sum(j, A(i,j)*B(j,k))*c(i) + sum(l, d(l))` for a result over i, k.
//
// Afterwards every index of the right-hand side is on the left or bound by a reduction.
#pragma once

#include "oracle/tree.h"

namespace scorchc::oracle {

void place_reductions(Statement& statement);

}  // namespace scorchc::oracle
