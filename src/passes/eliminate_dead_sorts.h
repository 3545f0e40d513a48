// Removes sorts of lists whose order has no effect, and arrays that are never used.
//
//   sort list[0 .. count] below n with scratch
//   for p in 0 .. count                             for p in 0 .. count
//     seen[list[p]] = false                           seen[list[p]] = false
//
//   in, out   the body of a function
//   true afterwards: the order of every list that is sorted has an effect, and every local array is used
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// The body of a function without them.
loop::Block eliminate_dead_sorts(const loop::Block& body);

}  // namespace scorchc::passes
