// Decides with which protocols a loop can read a level of an operand: walk, locate, mask or gallop through it.
#pragma once

#include <optional>
#include <string>

#include "ir/cin.h"
#include "ir/schedule.h"

namespace scorchc::schedule {

/// The operand's level over the index, or null. Repeated indices have a loop each, so there is at most one.
const LevelSpec* level_along(const Access& access, const std::string& index, const Kernel& kernel);

/// Why the loop cannot read that level with this protocol; empty if it can.
std::optional<std::string> why_not_read(const cin::Forall& loop, const Access& access, Reading reading,
                                        const Kernel& split);

}  // namespace scorchc::schedule
