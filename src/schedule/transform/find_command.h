// Finds and filters schedule commands by kind.
#pragma once

#include <algorithm>

#include "ir/schedule.h"

namespace scorchc::schedule {

/// The first command of the kind; null if there is none.
template <class Wanted>
const Wanted* find_command(const Commands& commands) {
  for (const Command& command : commands)
    if (const Wanted* found = std::get_if<Wanted>(&command)) return found;
  return nullptr;
}

/// Whether a command such as `vectorize(none)` excludes the choice.
inline bool is_left_out(const Commands& commands, Choice choice) {
  return std::find(commands.begin(), commands.end(), Command(Without{choice})) != commands.end();
}

/// The commands that exclude a choice.
inline Commands left_out(const Commands& commands) {
  Commands found;
  for (const Command& command : commands)
    if (std::holds_alternative<Without>(command)) found.push_back(command);
  return found;
}

/// Whether all commands exclude a choice.
inline bool only_leave_out(const Commands& commands) {
  return std::all_of(commands.begin(), commands.end(),
                     [](const Command& command) { return std::holds_alternative<Without>(command); });
}

/// Whether the command orders the loops of the statement or of an addend, not those of a precomputed temporary.
inline bool is_own_order(const Command& command) {
  const Reorder* reorder = std::get_if<Reorder>(&command);
  return reorder && reorder->of.empty();
}

/// Whether the command only says how loops run, not where they are.
inline bool marks_loops(const Command& command) {
  return std::holds_alternative<Parallelize>(command) || std::holds_alternative<Vectorize>(command) ||
         std::holds_alternative<Unroll>(command) || std::holds_alternative<Prefetch>(command);
}

/// Whether the commands neither order loops nor determine storage.
inline bool only_mark_loops(const Commands& commands) {
  return std::all_of(commands.begin(), commands.end(), [](const Command& command) {
    return marks_loops(command) || std::holds_alternative<Without>(command) ||
           std::holds_alternative<Assemble>(command);
  });
}

/// The commands without protocols and kinds of workspaces, which do not order loops.
inline Commands placing(Commands commands) {
  std::erase_if(commands, [](const Command& command) {
    return std::holds_alternative<Protocol>(command) || std::holds_alternative<Workspace>(command);
  });
  return commands;
}

/// Whether no command makes or excludes the choice.
inline bool is_open(const Commands& commands, Choice choice) {
  return std::none_of(commands.begin(), commands.end(),
                      [&](const Command& command) { return choice_of(command) == choice; });
}

/// The commands without those of the kind.
template <class Unwanted>
Commands without(Commands commands) {
  std::erase_if(commands, [](const Command& command) { return std::holds_alternative<Unwanted>(command); });
  return commands;
}

}  // namespace scorchc::schedule
