// Declares a variable with the first value that it gets, in place of a constant that is never read.
//
//   bool stored := false
//   ...                                   ...
//   if a < b                              bool stored = a < b
//     stored = true
//
//   in, out   the body of a function
//   true afterwards: no declaration of a variable with a constant is followed, as the next statement that mentions it,
//   by a statement of the same block that replaces this value
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

loop::Block initial_values(const loop::Block& body);

}  // namespace scorchc::passes
