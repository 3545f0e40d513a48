// Simplifies loop IR (phase 5): removes what has no effect.
//
//   in, out   a module that verifies
//   true afterwards: it has the same effect; and, as a fixed point,
//     a variable that is never read is neither declared nor assigned
//     equal branches are merged, and no condition is tested twice
//     loops and branches without statements are removed, with the comments on them
//     loops over segments and rows without work of their own are collapsed (collapse_segment_loops.h,
//       collapse_row_loops.h)
//     loop-invariant conditions and assignments are outside of loops (leave_loops.h)
//     every sort is needed (eliminate_dead_sorts.h)
//     only arrays that are used are checked for null (null_checks.h)
//   then, once: loops over segments are specialised (specialise_singleton_segments.h), and the remaining searches for
//     the ends of segments begin with strides (strided_segment_search.h)
//
// Example, in the count of a copy: for (p ...) { j = crd[p]; n += 1 } loses j.
#pragma once

#include "ir/loop.h"

namespace scorchc::optimise {

loop::Module simplify(const loop::Module& module);

}  // namespace scorchc::optimise
