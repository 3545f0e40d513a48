// Unswitching: moves a loop-invariant condition that guards the whole effect of a loop around the loop.
//
//   for p in a .. b                       if n > 0
//     t = f(p)                              for p in a .. b
//     if n > 0 and p < m                      t = f(p)
//       A[p] = t                              if p < m
//                                               A[p] = t
//
//   in, out   the body of a function
//   true afterwards: no part of a condition that guards all that a For does is loop-invariant and safe to evaluate
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

loop::Block unswitch_loops(const loop::Block& body);

}  // namespace scorchc::passes
