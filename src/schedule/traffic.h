// How many bytes a scheduled statement moves at least: every element of an array that its loops touch, once. Arrays are
// those of the operands, as far as the loops ask for them, of the result, and of temporaries. What is touched again is
// taken to lie in a cache, lines of a cache to be as long as an element: so this is a bound from below.
#pragma once

#include "ir/cin.h"
#include "schedule/formula.h"
#include "schedule/symbols.h"

namespace scorchc::schedule {

/// Iterations, and their expected number: more than the formula's where busy coordinates meet.
struct Iterations {
  Sum sum;
  double number = 0;
};

/// `entries`: the iterations that choose an entry of a sparse result.

Formula bytes_moved(const cin::Program& program, const Iterations& entries, Symbols& symbols);

}  // namespace scorchc::schedule
