// Vector loops: what their iterations have in common, and what each has for itself.
//
//   for k in 0 .. k_size vector        a lane for each k
//     f32 t := 0                       varies: a value for each lane
//     for p in pos[i] .. pos[i + 1]    the same in all lanes, as everything is that decides what is done
//       t += A[p] * B[crd[p] * k_size + k]
//     C[i * k_size + k] = t
//
// So the body is written for one coordinate, as anywhere else, and whoever runs it may take several at once (in the
// words of Pharr and Mark 2012: a single program for multiple data).
//
// Iterations may also be positions of what is stored, if all that they do is to add to one sum:
//
//   for p in pos[i] .. pos[i + 1] vector
//     j = crd[p]                     an index for each lane, by which its values are looked up
//     t += A[p] * x[j]
#pragma once

#include <set>
#include <string>

#include "ir/loop.h"

namespace scorchc::loop {

struct Lanes {
  std::string problem;            // why iterations cannot be lanes; empty if they can
  Type element = Type::f32;       // of all values that vary
  std::set<std::string> varying;  // variables of the body that have a value for each lane
  std::set<std::string> sums;     // variables around the loop that lanes are added to
  bool repeatable = true;         // a lane that is run twice does no harm
  bool positions = false;         // iterations are positions: what is read elsewhere is looked up lane by lane
};

/// The components of temporaries that a condition asks to be stored; empty where it asks for anything else.
std::vector<Expr> asked_components(const Expr& condition);

/// What it says of a loop holds for its body in any surroundings.
Lanes lanes_of(const For& node);

/// Whether an expression of the body differs from lane to lane.
bool varies(const Expr& expr, const For& node, const Lanes& lanes);

}  // namespace scorchc::loop
