// Decides which temporaries are workspaces, and of which kind each can be: an array with a component per coordinate, or
// a hashed list of tuples.
#pragma once

#include <optional>
#include <string>

#include "ir/cin.h"
#include "ir/schedule.h"

namespace scorchc::schedule {

/// Whether the temporary is a workspace that the loop order requires: it has indices and is neither precomputed nor a
/// converted operand. `split` is the kernel split into blocks (cin::Program::split).
bool is_workspace(const cin::Where& where, const Kernel& split);

/// Why the workspace cannot be of this kind; empty if it can.
std::optional<std::string> why_not_kind(const Kernel& split, const Workspace& command, const cin::Stmt& body);

}  // namespace scorchc::schedule
