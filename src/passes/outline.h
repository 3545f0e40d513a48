// Moves nests around vector loops into functions of their own, which are compiled for each instruction set. A nest
// takes what it uses from around as captures.
//
//   for i in 0 .. i_size                       ->  outline f32 lanes k_size captures i_size, k_size, B_vals, C_vals
//     for k in 0 .. k_size vector f32 ...            for i in 0 .. i_size
//       C[i * k_size + k] += B[k]                      for k in 0 .. k_size vector f32 ...
//                                                        C[i * k_size + k] += B[k]
//
//   in, out   a module that verifies
//   true afterwards: every vector loop is outlined
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// Wraps such nests in all functions in loop::Outlined.
loop::Module outline(loop::Module module);

}  // namespace scorchc::passes
