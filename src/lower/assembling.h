// Decides from the schedule whether a sparse result is appended in a single pass or counted first, and records it.
#pragma once

#include <optional>
#include <string>

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::lower {

/// The assembly that an `assemble` command requests; empty if there is none. Throws Failure (schedule_illegal) if the
/// command does not name a sparse result.
std::optional<schedule::Assembling> requested_assembly(const Kernel& kernel, const schedule::Commands& commands);

/// Records the assembly in `decisions`. `why_counted` is empty if the result is appended. Throws Failure
/// (schedule_illegal) if the user requested a single pass that does not exist.
void record_assembly(const Kernel& kernel, std::optional<schedule::Assembling> asked, const std::string& why_counted,
                     Decisions& decisions);

}  // namespace scorchc::lower
