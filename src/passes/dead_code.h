// Removes statements without an effect (dead code elimination).
//
//   for p in pos[i] .. pos[i + 1]         for p in pos[i] .. pos[i + 1]
//     i64 j = crd[p]                        n += 1
//     n += 1
//
//   in, out   the body of a function
//   true afterwards: a variable that is never read is neither declared nor assigned; no loop and no branch is without
//   statements; every comment describes a statement
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

loop::Block dead_code(const loop::Block& body);

}  // namespace scorchc::passes
