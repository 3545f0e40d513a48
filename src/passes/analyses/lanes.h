// Checks whether a loop can be vectorised, and finds which of its variables vary between lanes.
//
// The body of a vector loop is written for one iteration; the executor runs several at once, one in each lane (the SPMD
// model of Pharr and Mark 2012). Control flow must be uniform:
//
//   for k in 0 .. k_size vector        one lane for each k
//     f32 t := 0                       varying: one value for each lane
//     for p in pos[i] .. pos[i + 1]    uniform: the same in all lanes
//       t += A[p] * B[crd[p] * k_size + k]
//     C[i * k_size + k] = t
//
// A loop over the positions of stored entries can be vectorised if it does nothing but add to one sum:
//
//   for p in pos[i] .. pos[i + 1] vector
//     j = crd[p]                       varying: x is gathered lane by lane
//     t += A[p] * x[j]
#pragma once

#include <set>
#include <string>

#include "ir/loop.h"

namespace scorchc::passes {

/// The result of the analysis.
struct Lanes {
  std::string problem;                   // why the loop cannot be vectorised; empty if it can
  loop::Type element = loop::Type::f32;  // the type of all varying values
  std::set<std::string> varying;         // variables of the body that have a value for each lane
  std::set<std::string> sums;            // variables outside the loop that accumulate over the lanes (reductions)
  bool repeatable = true;                // the body is idempotent: running a lane twice changes nothing
  bool positions = false;                // iterations are positions: other operands are gathered lane by lane
};

/// Analyses a loop. The result depends on the loop alone, not on its context.
Lanes lanes_of(const loop::For& node);

/// True if an expression of the body may differ between lanes.
bool varies(const loop::Expr& expr, const loop::For& node, const Lanes& lanes);

}  // namespace scorchc::passes
