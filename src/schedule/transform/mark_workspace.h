// Implements `workspace`: sets whether a workspace is an array with a component per coordinate or a hashed list of
// tuples.
#pragma once

#include "ir/cin.h"
#include "ir/schedule.h"

namespace scorchc::schedule {

/// Changes the kind. Throws Failure (schedule_illegal).
void hold(const Kernel& kernel, Kernel& split, const Workspace& command, const cin::Stmt& body);

/// The same for a command that is known to be legal.
void set_legal_kind(Kernel& split, const Workspace& command);

}  // namespace scorchc::schedule
