// Vector loops that cannot be: what a schedule asks for is looked at once more where all is said that a loop does.
//
//   in, out   a module that verifies, but that vector loops may do what lanes cannot
//   true afterwards: a vector loop is one by ir/loop_lanes.h, has none inside, and the loops around it, which become a
//   function of their own, touch nothing but variables and arrays
#pragma once

#include "ir/loop.h"
#include "support/decisions.h"

namespace scorchc::optimise {

/// Loops that are no longer vector loops are named in the decisions, once each.
loop::Module keep_vector_loops(const loop::Module& module, Decisions& decisions);

}  // namespace scorchc::optimise
