// Functions of <math.h> whose arguments no iteration changes are computed once, before the loop. Compilers leave them where
// they are: they may set errno.
//
//   for (d ...) { O[d] += exp(t) * V[d] }        exp_value = exp(t); for (d ...) { O[d] += exp_value * V[d] }
#pragma once

#include "ir/loop.h"

namespace scorchc::optimise {

/// The function's body with them. What is declared has names that neither the body nor the parameters have.
loop::Block hoist_functions(const loop::Function& function);

}  // namespace scorchc::optimise
