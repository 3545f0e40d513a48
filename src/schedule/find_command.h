// Commands of one kind among others.
#pragma once

#include "ir/schedule.h"

namespace scorchc::schedule {

/// The first of the kind; null if there is none.
template <class Wanted>
const Wanted* find_command(const Commands& commands) {
  for (const Command& command : commands)
    if (const Wanted* found = std::get_if<Wanted>(&command)) return found;
  return nullptr;
}

/// All but those of the kind.
template <class Unwanted>
Commands without(Commands commands) {
  std::erase_if(commands, [](const Command& command) { return std::holds_alternative<Unwanted>(command); });
  return commands;
}

}  // namespace scorchc::schedule
