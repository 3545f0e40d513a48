// What commands say of loops that stand: fuse, protocol, parallelize, vectorize, unroll, prefetch. No loop moves.
//
//   in   the loops of a program, commands
//   out  the same, with marks: a mark changes how iterations are run, and not what they do
//
// A command marks each loop of its name that it can; where it cannot mark the statement's own, it is refused with the
// reason.
#pragma once

#include "ir/cin.h"
#include "ir/schedule.h"

namespace scorchc::schedule {

/// The loop that commands call so: the statement's own, where others have the name, too. Null if there is none.
const cin::Forall* find_loop(const cin::Stmt& stmt, const std::string& name);

/// `split` is the kernel as the loops see it. Throws Failure (schedule_illegal).
cin::Stmt mark_loops(const Kernel& kernel, const Kernel& split, const Commands& commands, cin::Stmt body);

}  // namespace scorchc::schedule
