// Makes loops that are to run in vector lanes VectorFor, which says what varies between lanes.
//
//   for k in 0 .. k_size vector                 ->  for k in 0 .. k_size vector f32 overlapping varying t
//     f32 t := 0                                      f32 t := 0
//     for p in pos[i] .. pos[i + 1]                   for p in pos[i] .. pos[i + 1]
//       t += A[p] * B[crd[p] * k_size + k]              t += A[p] * B[crd[p] * k_size + k]
//     C[i * k_size + k] = t                           C[i * k_size + k] = t
//
//   in        a module whose vector loops passed check-vectorisable
//   true afterwards: no For is a vector loop
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// Replaces vector loops in all functions.
loop::Module vectorise(loop::Module module);

}  // namespace scorchc::passes
