// Marks existing loops as commands say: fuse, protocol, parallelize, vectorize, unroll, prefetch. No loop moves.
//
//   in   the loops of a program, commands
//   out  the same loops with marks; a mark changes how iterations run, not what they compute
//
// A command marks every loop with its index that it can. If it cannot mark the statement's own loop, it is refused with
// the reason.
#pragma once

#include "ir/cin.h"
#include "ir/schedule.h"

namespace scorchc::schedule {

/// The loop with this name in commands; the statement's own if several have it. Null if there is none.
const cin::Forall* find_loop(const cin::Stmt& stmt, const std::string& name);

/// `split` is the kernel split into blocks (cin::Program::split). Throws Failure (schedule_illegal).
cin::Stmt mark_loops(const Kernel& kernel, const Kernel& split, const Commands& commands, cin::Stmt body);

}  // namespace scorchc::schedule
