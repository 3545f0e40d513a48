#include "schedule/transform/mark_workspace.h"

#include <optional>
#include <string>

#include "schedule/legality/refuse.h"
#include "schedule/legality/workspace_kinds.h"

namespace scorchc::schedule {

void hold(const Kernel& kernel, Kernel& split, const Workspace& command, const cin::Stmt& body) {
  if (const std::optional<std::string> why = why_not_kind(split, command, body)) refuse(kernel, command, *why);
  set_legal_kind(split, command);
}

void set_legal_kind(Kernel& split, const Workspace& command) {
  for (TensorDeclaration& made : split.temporaries) {
    if (made.name != command.temporary.tensor) continue;
    // An array with blocks below its own level keeps them.
    if (command.held == WorkspaceKind::array && !made.format->is_indexed_list())
      made.format->levels.front().level = "workspace";
    if (command.held == WorkspaceKind::tuples)
      for (LevelSpec& level : made.format->levels) level.level = "coordinate";
  }
}

}  // namespace scorchc::schedule
