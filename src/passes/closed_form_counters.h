// Replaces loops that count positions or entries of lists by a subtraction.
//
//   for p in pos[i] .. pos[i + 1]               count = count + (pos[i + 1] - pos[i])
//     count += 1
//
//   in, out   the body of a function. Ranges of positions ascend: none ends before it begins
//   true afterwards: no loop over positions only counts. Loops over extents stay: extents may be of any size, so a
//   closed form might overflow where the loop would practically never end
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

loop::Block closed_form_counters(const loop::Block& body);

}  // namespace scorchc::passes
