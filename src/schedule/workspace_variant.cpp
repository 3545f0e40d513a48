#include "schedule/workspace_variant.h"

#include <algorithm>

#include "schedule/choose_workspaces.h"
#include "schedule/conditions.h"
#include "schedule/find_command.h"
#include "schedule/refuse.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

constexpr std::size_t most_conditions = 3;

std::vector<std::string> counted_operands(const Kernel& kernel) {
  std::vector<std::string> found;
  for (const Access& access : all_operands(kernel)) {
    const TensorDeclaration* tensor = kernel.find(access.tensor);
    const bool is_sparse = tensor && tensor->name != kernel.result().name && !tensor->format->is_dense();
    if (is_sparse && is_counted(*tensor, kernel) && !has(found, access.tensor)) found.push_back(access.tensor);
  }
  return found;
}

}  // namespace

std::optional<Candidate> workspace_variant(const Rivals& rivals) {
  const Kernel& kernel = rivals.kernel();
  Candidate found;
  // How loops are run and read is chosen anew: what vectors may take depends on what holds sums.
  found.commands = rivals.first();
  std::erase_if(found.commands, [](const Command& command) { return marks_loops(command) || std::holds_alternative<Protocol>(command); });
  std::vector<std::string> along;
  for (const Command& command : possible_workspaces(apply_commands(kernel, rivals.first()))) {
    const Workspace& other = std::get<Workspace>(command);
    if (other.held != Held::array) continue;
    const auto index = kernel.indices.find(other.temporary.indices.front());
    if (index == kernel.indices.end() || index->second.extent) continue;  // of a known one it is no question of the call
    std::erase_if(found.commands, [&](const Command& each) {
      const Workspace* given = std::get_if<Workspace>(&each);
      return given && given->temporary == other.temporary;
    });
    found.commands.push_back(command);
    if (!has(along, index->first)) along.push_back(index->first);
  }
  for (const std::string& index : along)
    for (const std::string& operand : counted_operands(kernel))
      found.when.conditions.push_back({{.index = index}, Condition::Side::below, {.tensor = operand}});
  if (found.when.conditions.empty() || found.when.conditions.size() > most_conditions) return {};
  Decisions unsaid;
  const std::optional<Commands> chosen =
      if_legal([&]() -> std::optional<Commands> { return schedule_plan(kernel, found.commands, unsaid).commands; });
  if (!chosen) return {};
  found.commands = *chosen;
  found.there = found.expected = Comparison(rivals.first(), found.commands).prices(kernel);
  if (found.there.ratio() < worth) return {};
  found.reason = "an array over " + joined(along) + " takes no more memory there than the operands do, and as tuples its sums would make the statement cost " +
                 times(found.there.ratio()) + " times as much, as things are expected";
  return found;
}

}  // namespace scorchc::schedule
