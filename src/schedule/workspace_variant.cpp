#include "schedule/workspace_variant.h"

#include <algorithm>

#include "schedule/choose_workspaces.h"
#include "schedule/conditions.h"
#include "schedule/find_command.h"
#include "schedule/refuse.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

constexpr std::size_t most_workspace_conditions = 3;

std::vector<std::string> counted_operands(const Kernel& kernel) {
  std::vector<std::string> found;
  for (const Access& access : all_operands(kernel)) {
    const TensorDeclaration* tensor = kernel.find(access.tensor);
    const bool is_sparse = tensor && tensor->name != kernel.result().name && !tensor->format->is_dense();
    if (is_sparse && is_counted(*tensor, kernel) && !has(found, access.tensor)) found.push_back(access.tensor);
  }
  return found;
}

/// A plan with its sums in arrays along these indices.
struct InArrays {
  Commands commands;
  std::vector<std::string> along;
};

/// How loops are run and read is not said: what vectors may take depends on what holds sums.
InArrays in_arrays(const ComparedPlans::Plan& plan, const Kernel& kernel) {
  InArrays found{plan.commands, {}};
  std::erase_if(found.commands, [](const Command& command) {
    return marks_loops(command) || std::holds_alternative<Protocol>(command);
  });
  for (const Command& command : possible_workspaces(*plan.program)) {
    const Workspace& other = std::get<Workspace>(command);
    if (other.held != Held::array) continue;
    const auto index = kernel.indices.find(other.temporary.indices.front());
    if (index == kernel.indices.end() || index->second.extent)
      continue;  // of a known one it is no question of the call
    std::erase_if(found.commands, [&](const Command& each) {
      const Workspace* given = std::get_if<Workspace>(&each);
      return given && given->temporary == other.temporary;
    });
    found.commands.push_back(command);
    if (!has(found.along, index->first)) found.along.push_back(index->first);
  }
  return found;
}

/// Of the plans that can be held so the one that costs least: where sums are tuples other loops may be the best.
InArrays cheapest_in_arrays(const ComparedPlans& rivals) {
  InArrays best;
  double least = 0;
  for (const ComparedPlans::Plan& plan : rivals.all()) {
    InArrays held = in_arrays(plan, rivals.kernel());
    if (held.along.empty()) continue;
    const double total = Comparison(rivals.first(), held.commands).prices(rivals.kernel()).other;
    if (!best.along.empty() && total >= least) continue;
    best = std::move(held);
    least = total;
  }
  return best;
}

}  // namespace

std::optional<Candidate> workspace_variant(const ComparedPlans& rivals) {
  const Kernel& kernel = rivals.kernel();
  const InArrays held = cheapest_in_arrays(rivals);
  Candidate found;
  for (const std::string& index : held.along)
    for (const std::string& operand : counted_operands(kernel))
      found.when.conditions.push_back({{.index = index}, Condition::Side::below, {.tensor = operand}});
  if (found.when.conditions.empty() || found.when.conditions.size() > most_workspace_conditions) return {};
  Decisions unsaid;
  const std::optional<Commands> chosen =
      if_legal([&]() -> std::optional<Commands> { return schedule_plan(kernel, held.commands, unsaid).commands; });
  if (!chosen) return {};
  found.commands = *chosen;
  found.there = found.expected = Comparison(rivals.first(), found.commands).prices(kernel);
  if (found.there.ratio() < worth) return {};
  found.reason =
      "an array over " + joined(held.along) +
      " takes no more memory there than the operands do, and as tuples its sums would make the statement cost " +
      times(found.there.ratio()) + " times as much, as things are expected";
  return found;
}

}  // namespace scorchc::schedule
