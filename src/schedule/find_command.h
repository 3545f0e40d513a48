// Commands of one kind among others.
#pragma once

#include <algorithm>

#include "ir/schedule.h"

namespace scorchc::schedule {

/// The first of the kind; null if there is none.
template <class Wanted>
const Wanted* find_command(const Commands& commands) {
  for (const Command& command : commands)
    if (const Wanted* found = std::get_if<Wanted>(&command)) return found;
  return nullptr;
}

/// Whether a command such as `vectorize(none)` leaves the choice out.
inline bool is_left_out(const Commands& commands, Choice choice) {
  return std::find(commands.begin(), commands.end(), Command(Without{choice})) != commands.end();
}

/// Those that leave something out.
inline Commands left_out(const Commands& commands) {
  Commands found;
  for (const Command& command : commands)
    if (std::holds_alternative<Without>(command)) found.push_back(command);
  return found;
}

/// Whether that is all they do.
inline bool only_leave_out(const Commands& commands) {
  return std::all_of(commands.begin(), commands.end(),
                     [](const Command& command) { return std::holds_alternative<Without>(command); });
}

/// Whether it orders the statement's own loops, or an addend's, not those of what is precomputed.
inline bool is_own_order(const Command& command) {
  const Reorder* reorder = std::get_if<Reorder>(&command);
  return reorder && reorder->of.empty();
}

/// Whether the command says how loops run, wherever they are.
inline bool marks_loops(const Command& command) {
  return std::holds_alternative<Parallelize>(command) || std::holds_alternative<Vectorize>(command) ||
         std::holds_alternative<Unroll>(command) || std::holds_alternative<Prefetch>(command);
}

/// Whether they place no loops, and say of nothing how it is stored.
inline bool only_mark_loops(const Commands& commands) {
  return std::all_of(commands.begin(), commands.end(), [](const Command& command) {
    return marks_loops(command) || std::holds_alternative<Without>(command) ||
           std::holds_alternative<Assemble>(command);
  });
}

/// All but those that say how loops read levels, and what holds workspaces: they place no loops.
inline Commands placing(Commands commands) {
  std::erase_if(commands, [](const Command& command) {
    return std::holds_alternative<Protocol>(command) || std::holds_alternative<Workspace>(command);
  });
  return commands;
}

/// Whether commands neither make the choice nor leave it out.
inline bool is_open(const Commands& commands, Choice choice) {
  return std::none_of(commands.begin(), commands.end(),
                      [&](const Command& command) { return choice_of(command) == choice; });
}

/// All but those of the kind.
template <class Unwanted>
Commands without(Commands commands) {
  std::erase_if(commands, [](const Command& command) { return std::holds_alternative<Unwanted>(command); });
  return commands;
}

}  // namespace scorchc::schedule
