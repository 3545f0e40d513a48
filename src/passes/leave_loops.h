// Moves work out of loops: unswitching, loop-invariant code motion, closed-form counters and early exit.
//
//   unswitches a loop-invariant condition that guards the whole effect of a loop
//     for (p = a; p < b; ++p) { t = f(p); if (n > 0) A[p] = t }   if (n > 0) { for (p ...) { t = f(p); A[p] = t } }
//   moves assignments of constants after the loop
//     for (p = a; p < b; ++p) { A[p] = 0; stored = true }         for (p ...) { A[p] = 0 }  if (a < b) stored = true
//   runs a body once if all iterations do the same
//     for (r = 0; r < n; ++r) { if (f(p)) stored = true }         if (0 < n) { if (f(p)) stored = true }
//   counts positions and lists in closed form
//     count = 0; for (p = a; p < b; ++p) ++count                  count = b - a
//   declares a variable with the first value that it gets
//     stored = false; ...; if (a < b) stored = true               ...; stored = a < b
//   ends a search when it has found something
//     while (c) { if (f(p)) stored = true; ++p }                  while (c && !stored) ...
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// The body of a function after one sweep.
loop::Block leave_loops(const loop::Block& body);

}  // namespace scorchc::passes
