// Merges branches that do the same, and removes conditions that are known.
//
//   if a                                  if a or b
//     S                                     S
//   else if b
//     S
//
//   if a                                  if a
//     if a                                  S
//       S
//
//   bool a = true                         bool a = true
//   if a                                  S
//     S
//
//   in, out   the body of a function
//   true afterwards: neighbouring branches differ, and no branch on a condition has only a branch on the same one
//   inside
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

loop::Block simplify_branches(const loop::Block& body);

}  // namespace scorchc::passes
