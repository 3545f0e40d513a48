// Runs the body of a loop once if all of its iterations do the same and one has the effect of all.
//
//   for r in 0 .. n                       if 0 < n
//     if f(p)                               if f(p)
//       stored = true                         stored = true
//
//   in, out   the body of a function
//   true afterwards: every For whose body only sets flags depends on its own variable
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

loop::Block collapse_idempotent_loops(const loop::Block& body);

}  // namespace scorchc::passes
