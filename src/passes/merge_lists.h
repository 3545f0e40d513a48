// Replaces loops that merge coordinate lists and store one value for each coordinate of their union by one statement
// without branches. Which list has the least coordinate is unpredictable, and a mispredicted branch costs more than
// everything else: so all values are computed, and masks select one.
//
//   while p < p_end and q < q_end            ->  merge j of p .. p_end in A_crd flag p_here, q .. q_end in B_crd
//     i64 jA = A_crd[p]                            flag q_here: f32 value = a[p] if p_here + b[q] if q_here
//     i64 jB = B_crd[q]                            C_vals[pC] = value
//     i64 j = min(jA, jB)                          pC += 1
//     if jA == j and jB == j
//       C_vals[pC] = a[p] + b[q]
//       ...
//
// The statement ends with the first list that ends; the loops over what is left of the others follow. A loop with a
// flag for each list (`while p < p_end or q < q_end`) stays behind the statement, for what is left.
//
//   in, out   a module that verifies
//   true afterwards: a loop over a union of up to eight lists whose value is a sum or product of them is a merge
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// Replaces such loops in all functions, except inside vector loops.
loop::Module merge_lists(loop::Module module);

}  // namespace scorchc::passes
