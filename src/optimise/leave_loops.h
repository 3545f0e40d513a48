// What need not be done in a loop is not: conditions and values that are the same in every iteration, counting one by
// one, and going on when what is searched for has been found.
//
//   for (p = a; p < b; ++p) { t = f(p); if (n > 0) A[p] = t }   if (n > 0) { for (p ...) { t = f(p); A[p] = t } }
//   for (p = a; p < b; ++p) { A[p] = 0; stored = true }         for (p ...) { A[p] = 0 }  if (a < b) stored = true
//   count = 0; for (p = a; p < b; ++p) ++count                  count = b - a, of positions and lists
//   stored = false; ...; if (a < b) stored = true               ...; stored = a < b
//   for (r = 0; r < n; ++r) { if (f(p)) stored = true }         if (0 < n) { if (f(p)) stored = true }
//   while (c) { if (f(p)) stored = true; ++p }                  while (c && !stored) ...
#pragma once

#include "ir/loop.h"

namespace scorchc::optimise {

/// The body of a function after one pass.
loop::Block leave_loops(const loop::Block& body);

}  // namespace scorchc::optimise
