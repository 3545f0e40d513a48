// Lists that are sorted for nobody, and arrays that nobody uses.
//
//   sort(list); for (p over the list) seen[list[p]] = false      without the sort: every order leaves the same
#pragma once

#include "ir/loop.h"

namespace scorchc::optimise {

/// The body of a function without them.
loop::Block eliminate_dead_sorts(const loop::Block& body);

}  // namespace scorchc::optimise
