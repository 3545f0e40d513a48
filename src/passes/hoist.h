// Hoists loop-invariant values out of loops. Compilers leave calls of <math.h> functions in place, since these may set
// errno, and loads next to a store, since it may alias them.
//
//   for (d ...) { O[d] += exp(t) * V[d] }        exp_value = exp(t); for (d ...) { O[d] += exp_value * V[d] }
//   for (k ...) { C[j * n + k] += A[p] * B[k] }  A_value = A[p]; for (k ...) { C[j * n + k] += A_value * B[k] }
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// The module with hoisted values, except in products that are left to a BLAS. New names differ from all names in the
/// function's body and from its parameters. Vector loops stay vector loops.
loop::Module hoist(loop::Module module);

}  // namespace scorchc::passes
