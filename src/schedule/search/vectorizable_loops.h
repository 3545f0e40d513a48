// Finds the loops of a program that become vector loops.
#pragma once

#include "ir/cin.h"
#include "ir/schedule.h"

namespace scorchc::schedule {

/// `vectorize` for the outermost loop of each nest that can be a vector loop.
Commands vectorizable_loops(const cin::Program& program);
/// The program's loops with these commands applied.
cin::Stmt with_vectors(const cin::Program& program);

}  // namespace scorchc::schedule
