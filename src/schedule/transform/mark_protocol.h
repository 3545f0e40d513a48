// Implements `protocol`: sets whether loops walk, locate, mask or gallop through a level of an operand.
#pragma once

#include <optional>
#include <string>

#include "ir/cin.h"
#include "ir/schedule.h"

namespace scorchc::schedule {

/// Marks the loops that read the operand with this protocol. Throws Failure (schedule_illegal).
cin::Stmt with_protocol(const Kernel& kernel, const Kernel& split, const Protocol& command, const cin::Stmt& body);

/// The same for a command that is known to be legal.
cin::Stmt with_legal_protocol(const Kernel& split, const Protocol& command, const cin::Stmt& body);

/// Why the command is illegal; empty if it is legal.
std::optional<std::string> why_no_protocol(const Kernel& split, const Protocol& command, const cin::Stmt& body);

}  // namespace scorchc::schedule
