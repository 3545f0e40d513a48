// `prefetch`: the loop over the entries of one operand asks for components of a dense one before it comes to them.
#pragma once

#include <optional>
#include <string>

#include "ir/cin.h"
#include "ir/schedule.h"

namespace scorchc::schedule {

/// The statement with the loop marked that asks for it. Throws Failure (schedule_illegal).
cin::Stmt prefetching(const Kernel& kernel, const Kernel& split, const Prefetch& command, const cin::Stmt& body);

/// Why it is not known in the loop which entry comes next, or so many later; nothing if it is.
std::optional<std::string> why_not_ahead(const cin::Forall& loop, const Kernel& split);

}  // namespace scorchc::schedule
