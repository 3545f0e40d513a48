#include "schedule/auto_schedule.h"

#include "schedule/alternatives.h"
#include "schedule/choose/choose_workspaces.h"
#include "schedule/choose/schedule_plan.h"
#include "schedule/estimate/growth.h"
#include "schedule/estimate/stage_sizes.h"
#include "schedule/legality/refuse.h"
#include "schedule/transform/find_command.h"
#include "schedule/transform/normalise.h"
#include "schedule/transform/split_blocks.h"
#include "schedule/transform/stages.h"
#include "schedule/variants/choose_variants.h"
#include "schedule/variants/compared_plans.h"
#include "schedule/variants/conditions.h"
#include "schedule/variants/prefer_default_plan.h"
#include "support/diagnostics.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

Commands users_commands(const Kernel& kernel) {
  if (kernel.schedule == "auto" || kernel.schedule == "none") return {};
  return parse(make_source("--schedule", kernel.schedule));
}

bool grows_faster_than_work(const Kernel& kernel, const ScheduledPlan& plan) {
  const Kernel statement = split_blocks(kernel, plan.commands);
  std::vector<Sizes> corners = corner_sizes(statement);
  const std::vector<Stage> made = stages(statement, {});
  for (Sizes& corner : corners) corner = with_temporaries(std::move(corner), made);
  return grows_faster_than_work(statement, plan.program, corners);
}

// Indices of the loops that merge operands and keep few of the coordinates they walk; empty if there are none.
std::string sparse_merges(const Kernel& kernel, const ScheduledPlan& plan) {
  std::string merged;
  for (const LoopPrice& loop : price(plan.program, expected_sizes(split_blocks(kernel, plan.commands))).loops)
    if (loop.steps > 10 * loop.iterations && merged.find(loop.index) == std::string::npos)
      merged += (merged.empty() ? "" : ", ") + loop.index;
  return merged;
}

// Text on converted operands. A conversion clears one counter per coordinate, so it costs the extent however few
// entries there are.
std::string conversions_text(const Commands& commands) {
  std::string text;
  for (const Command& command : commands)
    if (const Convert* convert = std::get_if<Convert>(&command))
      text += (text.empty() ? "" : "; ") + print(convert->access) +
              " is converted, at a cost that follows its extents: stored in the order " + joined(convert->indices) +
              " it needs no conversion";
  return text;
}

// Whether the loops that the commands make grow no faster than the work. False if the commands are illegal.
bool grow_no_faster(const Kernel& kernel, const Commands& commands) {
  const auto do_not = [&]() -> std::optional<bool> {
    Decisions ignored_log;
    return !grows_faster_than_work(kernel, schedule_plan(kernel, commands, ignored_log));
  };
  return if_legal(do_not).value_or(false);
}

// Commands whose loops do not grow faster than the work: the plan with lists in place of arrays, or else another plan.
// Empty if there are none. Clearing arrays and counting for conversions take time even for empty operands; for others
// both are faster.
Commands without_growth(const Kernel& kernel, const ScheduledPlan& plan) {
  Commands lists;
  for (const Command& command : possible_workspaces(plan.program))
    if (std::get<Workspace>(command).held == WorkspaceKind::tuples) lists.push_back(command);
  const bool are_open = !lists.empty() && !find_command<Workspace>(plan.commands);
  if (are_open && grow_no_faster(kernel, joined_commands(plan.commands, lists))) return lists;
  // Scheduling all alternatives of a longer statement takes longer than choosing its plan.
  constexpr std::size_t most_operands = 2, most = 24;
  if (all_operands(kernel).size() > most_operands) return {};
  for (const Commands& commands : alternatives(kernel, most))
    if (grow_no_faster(kernel, commands)) return commands;
  return {};
}

// Warns if the loops do asymptotically more than the work, and names what would help: other loops than the given ones,
// or other formats. If legal loops exist that do not grow, the text is only a hint: they cost more at the expected
// sizes.
void warn_of_growth(const Kernel& kernel, bool has_user_commands, const ScheduledPlan& plan, Decisions& decisions) {
  if (!grows_faster_than_work(kernel, plan)) return;
  std::string reason = "the work is to read the operands, multiply matching entries and write the result";
  Kernel open = kernel;
  open.schedule = "auto";
  Decisions ignored_log;
  const ScheduledPlan chosen = has_user_commands ? schedule_plan(open, {}, ignored_log) : plan;
  if (has_user_commands && !grows_faster_than_work(open, chosen)) {
    reason += "; the plan chosen without a schedule does not: " + print(chosen.commands);
  } else if (const Commands others = without_growth(open, plan); !others.empty()) {
    return decisions.push_back({"schedule", "for nearly empty operands", print(others),
                                "with long extents, clearing arrays or counting for conversions would dominate the "
                                "chosen plan; these commands avoid both"});
  } else if (const std::string merged = sparse_merges(kernel, plan); !merged.empty()) {
    reason += "; the loops over " + merged +
              " merge operands to find common coordinates: a dense level there would be located directly";
  } else if (const std::string conversions = conversions_text(plan.commands); !conversions.empty()) {
    reason += "; " + conversions;
  }
  decisions.push_back({"schedule", "warning", "the loops grow asymptotically faster than the work", std::move(reason)});
}

}  // namespace

Scheduled auto_schedule(const Kernel& given, Decisions& decisions) {
  const Kernel kernel = normalise(given);
  Commands users = users_commands(kernel);
  if (const std::string problem = verify(users); !problem.empty())
    fail(Code::schedule_illegal, {given.statement.source, {}}, problem);
  const std::vector<PlanCommands> wanted = plans_of(users);
  const bool is_open = users.empty() && kernel.schedule != "none";
  Decisions of_first;
  ScheduledPlan first = schedule_plan(kernel, wanted[0].commands, of_first);
  if (is_open) prefer_default_plan(kernel, first, of_first);
  decisions.insert(decisions.end(), of_first.begin(), of_first.end());
  warn_of_growth(kernel, !users.empty() || kernel.schedule == "none", first, decisions);
  Commands others;
  for (std::size_t n = 1; n < wanted.size(); ++n) {
    check_conditions(kernel, wanted[n].when);
    others.push_back(wanted[n].when);
    others.insert(others.end(), wanted[n].commands.begin(), wanted[n].commands.end());
  }
  if (is_open) others = choose_variants(kernel, first, decisions);
  Scheduled scheduled{std::move(first.program), first.commands, std::move(first.work)};
  // All plans store the result in the same order.
  const Kernel same = closed(kernel, first.commands).kernel;
  const std::vector<PlanCommands> plans = plans_of(others);
  for (std::size_t n = 1; n < plans.size(); ++n) {
    Decisions ignored_log;
    ScheduledPlan plan = schedule_plan(same, plans[n].commands, ignored_log);
    const std::string when = "variant where " + print(plans[n].when.conditions);
    if (plan.commands == without<StorageOrder>(first.commands)) {
      decisions.push_back({"schedule", when, "none", "it has the same loops as the plan above"});
      continue;
    }
    if (!users.empty()) decisions.push_back({"schedule", when, print(plan.commands), "given by the user"});
    scheduled.commands.push_back(plans[n].when);
    scheduled.commands.insert(scheduled.commands.end(), plan.commands.begin(), plan.commands.end());
    scheduled.variants.push_back({plans[n].when, std::move(plan.program)});
  }
  return scheduled;
}

}  // namespace scorchc::schedule
