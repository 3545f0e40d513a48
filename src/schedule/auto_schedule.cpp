#include "schedule/auto_schedule.h"

#include "schedule/alternatives.h"
#include "schedule/choose_variants.h"
#include "schedule/choose_workspaces.h"
#include "schedule/compared_plans.h"
#include "schedule/conditions.h"
#include "schedule/find_command.h"
#include "schedule/growth.h"
#include "schedule/normalise.h"
#include "schedule/prefer_default_plan.h"
#include "schedule/refuse.h"
#include "schedule/schedule_plan.h"
#include "schedule/split_blocks.h"
#include "schedule/stages.h"
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

// Which loops walk operands to find where they meet.
std::string walked_to_meet(const Kernel& kernel, const ScheduledPlan& plan) {
  std::string merged;
  for (const LoopPrice& loop : price(plan.program, expected_sizes(split_blocks(kernel, plan.commands))).loops)
    if (loop.steps > 10 * loop.iterations && merged.find(loop.index) == std::string::npos)
      merged += (merged.empty() ? "" : ", ") + loop.index;
  return merged;
}

// What is converted, whose counts are cleared first, one for each coordinate.
std::string conversions_text(const Commands& commands) {
  std::string text;
  for (const Command& command : commands)
    if (const Convert* convert = std::get_if<Convert>(&command))
      text += (text.empty() ? "" : "; ") + print(convert->access) + " is converted: stored in the order " +
              joined(convert->indices) + " it would not have to be";
  return text;
}

// The commands, if the loops that they ask for do not grow faster than the work.
bool grow_no_faster(const Kernel& kernel, const Commands& commands) {
  const auto do_not = [&]() -> std::optional<bool> {
    Decisions unsaid;
    return !grows_faster_than_work(kernel, schedule_plan(kernel, commands, unsaid));
  };
  return if_legal(do_not).value_or(false);
}

// The plan's loops with lists in place of arrays, or else other loops, that do not grow faster than the work. Arrays
// take time to clear and conversions to count in, however little is stored, but are faster where something is.
Commands without_growth(const Kernel& kernel, const ScheduledPlan& plan) {
  Commands lists;
  for (const Command& command : possible_workspaces(plan.program))
    if (std::get<Workspace>(command).held == Held::tuples) lists.push_back(command);
  const bool are_open = !lists.empty() && !find_command<Workspace>(plan.commands);
  if (are_open && grow_no_faster(kernel, joined_commands(plan.commands, lists))) return lists;
  // To schedule all alternatives of a longer statement would take longer than to choose its plan.
  constexpr std::size_t most_operands = 2, most = 24;
  if (all_operands(kernel).size() > most_operands) return {};
  for (const Commands& commands : alternatives(kernel, most))
    if (grow_no_faster(kernel, commands)) return commands;
  return {};
}

// Where more is walked than there is to do, and what would help: other loops than those that were asked for, or
// formats. It is no more than a hint where there are legal loops that would not, as these are dearer at the sizes that
// are expected.
void warn_of_growth(const Kernel& kernel, bool is_in_iteration_domain, const ScheduledPlan& plan,
                    Decisions& decisions) {
  if (!grows_faster_than_work(kernel, plan)) return;
  std::string reason = "than reading the operands, multiplying what meets, and writing the result";
  Kernel open = kernel;
  open.schedule = "auto";
  Decisions unsaid;
  const ScheduledPlan chosen = is_in_iteration_domain ? schedule_plan(open, {}, unsaid) : plan;
  if (is_in_iteration_domain && !grows_faster_than_work(open, chosen)) {
    reason += "; those that are chosen without a schedule do not: " + print(chosen.commands);
  } else if (const Commands others = without_growth(open, plan); !others.empty()) {
    return decisions.push_back({"schedule", "where next to nothing is stored", print(others),
                                "beside long extents the chosen plan's arrays, or what it converts, would take longer "
                                "than all else; these would not"});
  } else if (const std::string merged = walked_to_meet(kernel, plan); !merged.empty()) {
    reason += "; the loops over " + merged +
              " walk operands to find where they meet: a dense level there would find it at once";
  } else if (const std::string conversions = conversions_text(plan.commands); !conversions.empty()) {
    reason += "; " + conversions;
  }
  decisions.push_back({"schedule", "warning", "the loops grow faster than the work", std::move(reason)});
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
    Decisions unsaid;
    ScheduledPlan plan = schedule_plan(same, plans[n].commands, unsaid);
    const std::string when = "variant where " + print(plans[n].when.conditions);
    if (plan.commands == without<StorageOrder>(first.commands)) {
      decisions.push_back({"schedule", when, "none", "its loops are those of the plan above"});
      continue;
    }
    if (!users.empty()) decisions.push_back({"schedule", when, print(plan.commands), "the user's"});
    scheduled.commands.push_back(plans[n].when);
    scheduled.commands.insert(scheduled.commands.end(), plan.commands.begin(), plan.commands.end());
    scheduled.variants.push_back({plans[n].when, std::move(plan.program)});
  }
  return scheduled;
}

}  // namespace scorchc::schedule
