// Tests whether a reduction in vector lanes has terms before computing it, not after. It applies where the reduction is
// only used if it has terms.
//
//   f32 t := 0                              if pos[p] < pos[p + 1]
//   for q in pos[p] .. pos[p + 1] vector      f32 t := 0
//     t += A[q] * C[crd[q] * n + r]           for q in pos[p] .. pos[p + 1] vector
//   bool any = pos[p] < pos[p + 1]              t += A[q] * C[crd[q] * n + r]
//   if any                                    M[i * n + r] += t * B[j * n + r]
//     M[i * n + r] += t * B[j * n + r]
//
// Compilers test a loop's range before they enter it, but do not recognise that the second test is the same.
//
//   in, out   a module that verifies
//   true afterwards: no condition follows a reduction, in a vector loop, that only tests whether that has terms
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// The module with such guards.
loop::Module guard_empty_reductions(loop::Module module);

}  // namespace scorchc::passes
