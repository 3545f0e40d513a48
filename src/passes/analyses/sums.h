// Recognises loops that can be run as batched dot products or with unrolled reductions.
//
// 1. A loop each of whose iterations forms one sum in a vector loop, and does little else (SDDMM):
//
//   for p in pos[i] .. pos[i + 1]
//     j = crd[p]                            before
//     f32 t := 0                            sum
//     for k in 0 .. k_size vector           terms
//       t += X[i * k_size + k] * Y[j * k_size + k]
//     D[p] = S[p] * t                       after
//
// 2. The same with a sum over positions. The segments of successive iterations are adjacent (SpMV):
//
//   for i in 0 .. i_size
//     f32 t := 0                            sum
//     for p in pos[i] .. pos[i + 1] vector  terms
//       t += A[p] * x[crd[p]]
//     y[i] = t                              after
//
// In both, no sum reads what an iteration stores. So the executor may form the sums of several iterations first, and
// then run the `after` parts in the order of the iterations.
//
// 3. A loop inside a vector loop that does nothing but add to a sum of each lane (SpMM):
//
//   for k in 0 .. k_size vector
//     f32 t := 0
//     for p in pos[i] .. pos[i + 1]         this loop
//       t += A[p] * B[crd[p] * k_size + k]
//     C[i * k_size + k] = t
//
// Each addition depends on the previous one. The executor may use several independent accumulators to hide the latency,
// and add these up at the end.
#pragma once

#include <optional>
#include <string>

#include "ir/loop.h"

namespace scorchc::passes {

/// The parts of an iteration in forms 1 and 2.
struct IterationSum {
  loop::Block before, after;  // `before`: constants of the iteration, and comments
  loop::Declare sum;
  loop::VectorFor terms;
  bool in_order = false;     // form 2: `terms` runs over positions, and segments are adjacent
  bool needs_terms = false;  // form 2: `after` has no effect in an iteration with an empty segment
};

/// Matches forms 1 and 2; empty if the loop has another form.
std::optional<IterationSum> sum_of_iteration(const loop::For& node);

/// True if `question` tests whether a loop from `begin` to `end` has any iteration: `pos[i] < pos[i + 1]`, widened or
/// not.
bool guards_terms(const loop::Expr& question, const loop::Expr& begin, const loop::Expr& end);

/// Matches form 3 for a loop `node` inside `vector_loop`; returns the variable that holds the sum, or nothing.
std::optional<std::string> sum_of_lane(const loop::For& node, const loop::VectorFor& vector_loop);

}  // namespace scorchc::passes
