// Hoists loop-invariant values out of loops. Compilers leave calls of <math.h> functions in place, since these may set
// errno, and loads next to a store, since it may alias them.
//
//   for d in 0 .. n                           f32 exp_value = exp(t)
//     O[d] += exp(t) * V[d]                   for d in 0 .. n
//                                               O[d] += exp_value * V[d]
//
//   for k in 0 .. n                           f32 A_value = A[p]
//     C[j * n + k] += A[p] * B[k]             for k in 0 .. n
//                                               C[j * n + k] += A_value * B[k]
//
//   in, out   a module that verifies. Components at coordinates of loops around exist
//   true afterwards: sequential loops neither call a function of values from outside, nor load such a value to store
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// The module with hoisted values, except in products that are left to a BLAS. New names differ from all names in the
/// function's body and from its parameters. Vector loops stay vector loops.
loop::Module hoist(loop::Module module);

}  // namespace scorchc::passes
