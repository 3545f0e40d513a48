// How a schedule command is refused: the command, and why.
#pragma once

#include <string>

#include "ir/kernel.h"
#include "ir/schedule.h"

namespace scorchc::schedule {

/// Throws Failure (schedule_illegal).
[[noreturn]] void refuse(const Kernel& kernel, const Command& command, const std::string& why, std::string help = {});

}  // namespace scorchc::schedule
