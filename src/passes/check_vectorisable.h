// Turns vector loops that cannot be vectorised into plain loops. A schedule requests vector loops; only here are all
// statements of a loop known.
//
//   for k in 0 .. n vector            ->   for k in 0 .. n
//     count += 1                             count += 1
//
//   in, out   a module that verifies; coming in, vector loops may contain statements that cannot run in lanes
//   true afterwards: every vector loop conforms to passes/analyses/lanes.h and has no vector loop inside. The loops
//   around it, which become a function of their own, touch only variables and arrays.
#pragma once

#include "ir/loop.h"
#include "support/decisions.h"

namespace scorchc::passes {

/// Records each loop that is no longer a vector loop in `decisions`, once.
loop::Module check_vectorisable(loop::Module module, Decisions& decisions);

}  // namespace scorchc::passes
