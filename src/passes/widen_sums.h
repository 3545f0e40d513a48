// Accumulates f32 sums of loops without vector lanes in f64: from 2^24 on, adding 1 to an f32 has no effect. Each term
// waits for the sum before it, and an addition takes as long in f64.
//
//   f32 t := 0:f32                          f64 t := 0:f64
//   for i in 0 .. i_size                    for i in 0 .. i_size
//     t += exp(x[i])                          t += f64(exp(x[i]))
//   s[0] = t                                s[0] = f32(t)
//
// Sums to which a vector loop adds stay: the support library forms their blocks (src/runtime).
//
//   in, out   a module that verifies, in which vector loops are final
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

loop::Module widen_sums(loop::Module module);

}  // namespace scorchc::passes
