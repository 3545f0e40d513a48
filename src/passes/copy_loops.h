// Replaces loops that copy an array, or test whether one ascends, by one statement.
//
//   for p in 0 .. count                                ->  copy C_vals[0 ...] = A_vals[0 ...], count elements
//     C_vals[p] = A_vals[p]
//
//   for n in 0 .. count                                ->  clear ascends unless ascending A1_crd[0 .. count]
//     if not A1_crd[n] < A1_crd[n + 1]
//       ascends = false
//
// Compilers cannot do the first: they do not see that the arrays do not overlap (they honour `restrict` only on
// parameters). The second is then searched in blocks of fixed length, which all compilers vectorise.
//
//   in, out   a module that verifies
//   true afterwards: no loop is left that only copies an array or only tests whether one ascends
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// Replaces such loops in all functions.
loop::Module copy_loops(loop::Module module);

}  // namespace scorchc::passes
