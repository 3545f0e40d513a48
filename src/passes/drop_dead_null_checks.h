// Removes null checks of arrays that a function does not use. Counting, for example, reads no values.
//
//   return null_argument if null: A2_pos A_vals        return null_argument if null: A2_pos
//   ... A2_pos[i] ...                                  ... A2_pos[i] ...
//
//   in, out   the body of a function
//   true afterwards: every array whose check has a condition is read or stored to
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

loop::Block drop_dead_null_checks(const loop::Block& body);

}  // namespace scorchc::passes
