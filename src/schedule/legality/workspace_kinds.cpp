#include "schedule/legality/workspace_kinds.h"

#include <algorithm>

#include "schedule/legality/parallel_loops.h"
#include "schedule/legality/refuse.h"

namespace scorchc::schedule {
namespace {

// Text that lists the statement's workspaces.
std::string listed_workspaces(const cin::Stmt& body, const Kernel& split) {
  std::string listed;
  for (const cin::Where* where : cin::wheres_in(body))
    if (is_workspace(*where, split)) listed += (listed.empty() ? "" : ", ") + in_backquotes(where->temporary);
  return listed.empty() ? "the loops need no workspace" : "the loops have these workspaces: " + listed;
}

}  // namespace

bool is_workspace(const cin::Where& where, const Kernel& split) {
  const TensorDeclaration* made = split.find(where.temporary.tensor);
  return cin::kind_of(where) == cin::TemporaryKind::workspace && made && made->format && !is_precomputed(where, split);
}

std::optional<std::string> why_not_kind(const Kernel& split, const Workspace& command, const cin::Stmt& body) {
  const std::vector<const cin::Where*> all = cin::wheres_in(body);
  const auto found = std::find_if(all.begin(), all.end(), [&](const cin::Where* where) {
    return where->temporary == command.temporary && is_workspace(*where, split);
  });
  const bool is_made_first = std::any_of(all.begin(), all.end(), [&](const cin::Where* where) {
    return where->temporary == command.temporary && is_precomputed(*where, split);
  });
  if (is_made_first) return in_backquotes(command.temporary) + " is precomputed: `precompute` determines its storage";
  if (found == all.end()) return listed_workspaces(body, split);
  const Format& format = *split.tensor(command.temporary.tensor).format;
  if (format.is_dense()) return in_backquotes(command.temporary) + " is a plain array, whose components are all stored";
  if (command.held == WorkspaceKind::tuples || format.is_indexed_list()) return {};
  if (command.temporary.indices.size() > 1)
    return in_backquotes(command.temporary) + " has several indices: a workspace in an array has one";
  const std::string& index = command.temporary.indices.front();
  if (split.is_huge(index)) return "the extent of `" + index + "` is too large for an array";
  return {};
}

}  // namespace scorchc::schedule
