// Loops whose iterations each form a sum in a vector loop, and do little else.
//
//   for p in pos[i] .. pos[i + 1]
//     j = crd[p]                            before
//     f32 t := 0                            sum
//     for k in 0 .. k_size vector           terms
//       t += X[i * k_size + k] * Y[j * k_size + k]
//     D[p] = S[p] * t                       after
//
// Or the sum is one over positions, and those of each iteration begin where those of the one before end:
//
//   for i in 0 .. i_size
//     f32 t := 0                            sum
//     for p in pos[i] .. pos[i + 1] vector  terms
//       t += A[p] * x[crd[p]]
//     y[i] = t                              after
//
// What iterations store is read by none of their sums. So whoever runs the loop may form the sums of several iterations
// first, and then do what comes after in the order of the iterations.
//
// Inside of a vector loop each lane has a sum of its own, to which a loop may do nothing but add:
//
//   for k in 0 .. k_size vector
//     f32 t := 0
//     for p in pos[i] .. pos[i + 1]         this one
//       t += A[p] * B[crd[p] * k_size + k]
//     C[i * k_size + k] = t
//
// There every addition waits for the one before. Whoever runs the loop may add to several sums in turn, and then add
// these up.
#pragma once

#include <optional>
#include <string>

#include "ir/loop.h"

namespace scorchc::loop {

struct IterationSum {
  Block before, after;  // `before`: constants of the iteration, and comments
  Declare sum;
  For terms;
  bool in_order = false;     // over positions, which begin where those of the iteration before end
  bool needs_terms = false;  // and then: what comes after does nothing where there are no terms
};

std::optional<IterationSum> sum_of_iteration(const For& node);

/// Whether it is asked if the loop has any iteration: `pos[i] < pos[i + 1]`, widened or not.
bool guards_terms(const Expr& question, const For& terms);

/// The sum of each lane, if to add to it is all that the loop inside of the vector loop does.
std::optional<std::string> sum_of_lane(const For& node, const For& vector_loop);

}  // namespace scorchc::loop
