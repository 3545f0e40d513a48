// Loops whose iterations each form a sum in a vector loop, and do little else.
//
//   for p in pos[i] .. pos[i + 1]
//     j = crd[p]                            before
//     f32 t := 0                            sum
//     for k in 0 .. k_size vector           terms
//       t += X[i * k_size + k] * Y[j * k_size + k]
//     D[p] = S[p] * t                       after
//
// What iterations store is read by none of their sums. So whoever runs the loop may form the sums of several iterations
// first, and then do what comes after in the order of the iterations.
#pragma once

#include <optional>

#include "ir/loop.h"

namespace scorchc::loop {

struct IterationSum {
  Block before, after;  // `before`: constants of the iteration, and comments
  Declare sum;
  For terms;
};

std::optional<IterationSum> sum_of_iteration(const For& node);

}  // namespace scorchc::loop
