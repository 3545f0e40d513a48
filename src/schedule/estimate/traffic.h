// Computes a lower bound of the memory traffic of a scheduled statement: each array element that its loops touch moves
// once. Arrays are those of operands, as far as loops visit them, of the result, and of temporaries. Repeated accesses
// are assumed to hit a cache, and a cache line to hold one element.
#pragma once

#include "ir/cin.h"
#include "schedule/estimate/formula.h"
#include "schedule/estimate/symbols.h"

namespace scorchc::schedule {

/// A number of iterations, as a formula and as an expected number. The latter is larger if data correlate operands.
struct Iterations {
  Sum sum;
  double number = 0;
};

/// Bytes that the program moves at least. `entries`: the iterations that select an entry of a sparse result.
Formula bytes_moved(const cin::Program& program, const Iterations& entries, Symbols& symbols);

}  // namespace scorchc::schedule
