// Ends a search when its answer is known.
//
//   while p < end                         while p < end and not found
//     if f(p)                               if f(p)
//       found = true                          found = true
//     p += 1                                p += 1
//
//   in, out   the body of a function
//   true afterwards: a `while` whose only visible effect is to set a flag ends as soon as the flag is set
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

loop::Block early_exit(const loop::Block& body);

}  // namespace scorchc::passes
