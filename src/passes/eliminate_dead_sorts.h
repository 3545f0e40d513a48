// Removes sorts of lists whose order has no effect, and arrays that are never used.
//
//   sort(list); for (p over the list) seen[list[p]] = false      without the sort: every order has the same effect
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// The body of a function without them.
loop::Block eliminate_dead_sorts(const loop::Block& body);

}  // namespace scorchc::passes
