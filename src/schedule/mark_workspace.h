// `workspace`: what holds the sums of a workspace: an array with a place for each coordinate, or a list of tuples.
#pragma once

#include <optional>
#include <string>

#include "ir/cin.h"
#include "ir/schedule.h"

namespace scorchc::schedule {

/// Whether it is a temporary with indices that the order of the loops asks for: nothing that is precomputed, and no
/// operand that is stored again. `split` is the kernel as the loops see it.
bool is_workspace(const cin::Where& where, const Kernel& split);

/// Why it cannot be held so; nothing if it can.
std::optional<std::string> why_not_held(const Kernel& split, const Workspace& command, const cin::Stmt& body);

/// Makes it so. Throws Failure (schedule_illegal).
void hold(const Kernel& kernel, Kernel& split, const Workspace& command, const cin::Stmt& body);

/// The same of one that can be.
void hold_legally(Kernel& split, const Workspace& command);

}  // namespace scorchc::schedule
