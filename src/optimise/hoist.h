// What no iteration changes is computed, or read, once, before the loop. Compilers leave functions of <math.h> where
// they are, which may set errno, and values that are read beside a store, which could be the same memory for all they
// know.
//
//   for (d ...) { O[d] += exp(t) * V[d] }        exp_value = exp(t); for (d ...) { O[d] += exp_value * V[d] }
//   for (k ...) { C[j * n + k] += A[p] * B[k] }  A_value = A[p]; for (k ...) { C[j * n + k] += A_value * B[k] }
#pragma once

#include "ir/loop.h"

namespace scorchc::optimise {

/// The module with them, but for products that are left to a BLAS. What is declared has names that neither the
/// function's body nor its parameters have. Vector loops stay such.
loop::Module hoist(loop::Module module);

}  // namespace scorchc::optimise
