// How many bytes a scheduled statement moves at least: every element of an array that its loops touch, once. Arrays are
// those of the operands, as far as the loops ask for them, of the result, and of temporaries. What is touched again is
// taken to lie in a cache, lines of a cache to be as long as an element: so this is a bound from below.
#pragma once

#include <map>
#include <string>

#include "ir/cin.h"
#include "schedule/formula.h"
#include "schedule/symbols.h"

namespace scorchc::schedule {

/// Iterations, and their expected number: more than the formula's where busy coordinates meet.
struct Iterations {
  Sum sum;
  double number = 0;
};

/// What a sparse result's levels are given: the iterations of each loop that leads to it, by index, and those that choose
/// an entry.
struct ResultEntries {
  std::map<std::string, Iterations> loops;
  Iterations innermost;
};

Formula bytes_moved(const cin::Program& program, const ResultEntries& entries, Symbols& symbols);

}  // namespace scorchc::schedule
