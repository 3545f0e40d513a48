// Sinks assignments of constants below the loop, and with them loop-invariant conditions that guard them. (`hoist`
// moves values in front of loops.)
//
//   for p in a .. b                       for p in a .. b
//     A[p] = 0                              A[p] = 0
//     stored = true                       if a < b
//                                           stored = true
//
//   in, out   the body of a function
//   true afterwards: a variable that a sequential For only sets to a constant is set after the loop
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

loop::Block sink(const loop::Block& body);

}  // namespace scorchc::passes
