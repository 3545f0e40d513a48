// `protocol`: how loops read a level of an operand: walked, looked up, or walked in growing steps.
#pragma once

#include <optional>
#include <string>

#include "ir/cin.h"
#include "ir/schedule.h"

namespace scorchc::schedule {

/// The statement with the loops marked that read it so. Throws Failure (schedule_illegal).
cin::Stmt with_protocol(const Kernel& kernel, const Kernel& split, const Protocol& command, const cin::Stmt& body);

/// The same of one that can be performed.
cin::Stmt with_legal_protocol(const Kernel& split, const Protocol& command, const cin::Stmt& body);

/// Why it cannot be performed; nothing if it can.
std::optional<std::string> why_no_protocol(const Kernel& split, const Protocol& command, const cin::Stmt& body);

/// Why the loop cannot read that level of the operand so; nothing if it can.
std::optional<std::string> why_not_read(const cin::Forall& loop, const Access& access, Reading reading,
                                        const Kernel& split);

}  // namespace scorchc::schedule
