// Whether a sparse result is appended in one pass or counted first: what a user asks for, and what is said about it.
#pragma once

#include <optional>
#include <string>

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::lower {

/// What `assemble` asks for. Throws Failure (schedule_illegal) where it names no sparse result.
std::optional<schedule::Assembling> asked_assembling(const Kernel& kernel, const schedule::Commands& commands);

/// `why_counted` is empty where it is appended. Throws Failure (schedule_illegal) where that is not what is asked for.
void say_how_assembled(const Kernel& kernel, std::optional<schedule::Assembling> asked, const std::string& why_counted,
                       Decisions& decisions);

}  // namespace scorchc::lower
