// What need not be in a loop leaves it. Conditions and values that are the same in every iteration, and counting one by
// one.
//
//   for (p = a; p < b; ++p) { t = f(p); if (n > 0) A[p] = t }   if (n > 0) { for (p ...) { t = f(p); A[p] = t } }
//   for (p = a; p < b; ++p) { A[p] = 0; stored = true }         for (p ...) { A[p] = 0 }  if (a < b) stored = true
//   count = 0; for (p = a; p < b; ++p) ++count                  count = b - a, of positions and lists
//   sort(list); for (p over the list) seen[list[p]] = false     without the sort
//   stored = false; ...; if (a < b) stored = true               ...; stored = a < b
//
// The sort is of lists that are walked to no other end: nobody sees their order.
#pragma once

#include "ir/loop.h"

namespace scorchc::optimise {

/// The body of a function after one pass.
loop::Block leave_loops(const loop::Block& body);

}  // namespace scorchc::optimise
