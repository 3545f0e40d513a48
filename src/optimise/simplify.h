// Room 6: loop IR without what does nothing.
//
//   in, out   a module that verifies
//   true afterwards: it does the same; and, to a fixed point,
//     a variable that nothing reads is neither declared nor assigned
//     branches that do the same are one, and no condition is asked twice
//     a loop or a branch without statements is gone (comments alone are none); its comment goes with it
//     segments and rows that nothing is done for are no loops of their own (collapse_segment_loops.h,
//     collapse_row_loops.h) loop-invariant statements are outside of loops (leave_loops.h), and lists are sorted for
//     someone (dead_sorts.h) only arrays that are used are tested for null (null_checks.h)
//
// Example, in the count of a copy: for (p ...) { j = crd[p]; n += 1 } loses j.
#pragma once

#include "ir/loop.h"

namespace scorchc::optimise {

loop::Module simplify(const loop::Module& module);

}  // namespace scorchc::optimise
