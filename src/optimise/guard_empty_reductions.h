// A sum in lanes that something is done with where it has terms: whether it has is asked before it is formed, not
// behind.
//
//   f32 t := 0                             if pos[p] < pos[p + 1]
//   for q in pos[p] .. pos[p + 1]            f32 t := 0
//     t += A[q] * C[crd[q] * n + r]          for q in pos[p] .. pos[p + 1]
//   any = pos[p] < pos[p + 1]                  t += A[q] * C[crd[q] * n + r]
//   if any                                   M[i * n + r] += t * B[j * n + r]
//     M[i * n + r] += t * B[j * n + r]
//
// Compilers test a loop's range before they enter it, and do not see that the second test is the same.
#pragma once

#include "ir/loop.h"

namespace scorchc::optimise {

/// The module with such questions.
loop::Module guard_empty_reductions(loop::Module module);

}  // namespace scorchc::optimise
