#include "schedule/variants/workspace_variant.h"

#include <algorithm>

#include "schedule/choose/choose_workspaces.h"
#include "schedule/explain/numbers.h"
#include "schedule/legality/refuse.h"
#include "schedule/transform/find_command.h"
#include "schedule/variants/conditions.h"
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

/// Removes marks and protocols: which loops can be vector loops depends on the kind of workspace.
InArrays in_arrays(const ComparedPlans::Plan& plan, const Kernel& kernel) {
  InArrays found{plan.commands, {}};
  std::erase_if(found.commands, [](const Command& command) {
    return marks_loops(command) || std::holds_alternative<Protocol>(command);
  });
  for (const Command& command : possible_workspaces(*plan.program)) {
    const Workspace& other = std::get<Workspace>(command);
    if (other.held != WorkspaceKind::array) continue;
    const auto index = kernel.indices.find(other.temporary.indices.front());
    if (index == kernel.indices.end() || index->second.extent) continue;  // a known extent needs no test in the call
    std::erase_if(found.commands, [&](const Command& each) {
      const Workspace* given = std::get_if<Workspace>(&each);
      return given && given->temporary == other.temporary;
    });
    found.commands.push_back(command);
    if (!has(found.along, index->first)) found.along.push_back(index->first);
  }
  return found;
}

/// The cheapest of the plans whose workspaces can be arrays: with tuples, other loops may have been best.
InArrays cheapest_in_arrays(const ComparedPlans& plans) {
  InArrays best;
  double least = 0;
  for (const ComparedPlans::Plan& plan : plans.all()) {
    InArrays held = in_arrays(plan, plans.kernel());
    if (held.along.empty()) continue;
    const double total = Comparison(plans.first(), held.commands).prices(plans.kernel()).other;
    if (!best.along.empty() && total >= least) continue;
    best = std::move(held);
    least = total;
  }
  return best;
}

}  // namespace

std::optional<Candidate> workspace_variant(const ComparedPlans& plans) {
  const Kernel& kernel = plans.kernel();
  const InArrays held = cheapest_in_arrays(plans);
  Candidate found;
  for (const std::string& index : held.along)
    for (const std::string& operand : counted_operands(kernel))
      found.when.conditions.push_back({{.index = index}, Condition::Side::below, {.tensor = operand}});
  if (found.when.conditions.empty() || found.when.conditions.size() > most_workspace_conditions) return {};
  Decisions ignored_log;
  const std::optional<Commands> chosen =
      if_legal([&]() -> std::optional<Commands> { return schedule_plan(kernel, held.commands, ignored_log).commands; });
  if (!chosen) return {};
  found.commands = *chosen;
  found.there = found.expected = Comparison(plans.first(), found.commands).prices(kernel);
  if (found.there.ratio() < gain_threshold) return {};
  found.reason = "an array over " + joined(held.along) +
                 " takes no more memory than the operands in these calls, with an estimated speedup of " +
                 times(found.there.ratio()) + "x over a list of tuples at the expected sizes";
  return found;
}

}  // namespace scorchc::schedule
