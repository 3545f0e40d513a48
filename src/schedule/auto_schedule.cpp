#include "schedule/auto_schedule.h"

#include "schedule/choose_variants.h"
#include "schedule/conditions.h"
#include "schedule/find_command.h"
#include "schedule/growth.h"
#include "schedule/normalise.h"
#include "schedule/rivals.h"
#include "schedule/schedule_plan.h"
#include "schedule/split_blocks.h"
#include "schedule/stages.h"
#include "schedule/usual_plan.h"
#include "support/diagnostics.h"

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
    if (loop.steps > 10 * loop.iterations && merged.find(loop.index) == std::string::npos) merged += (merged.empty() ? "" : ", ") + loop.index;
  return merged;
}

// Where more is walked than there is to do, and what would help: other loops than those that were asked for, or formats.
void warn_of_growth(const Kernel& kernel, bool is_asked_for, const ScheduledPlan& plan, Decisions& decisions) {
  if (!grows_faster_than_work(kernel, plan)) return;
  std::string reason = "than reading the operands, multiplying what meets, and writing the result";
  Kernel open = kernel;
  open.schedule = "auto";
  Decisions unsaid;
  const ScheduledPlan chosen = is_asked_for ? schedule_plan(open, {}, unsaid) : plan;
  if (is_asked_for && !grows_faster_than_work(open, chosen))
    reason += "; those that are chosen without a schedule do not: " + print(chosen.commands);
  else if (const std::string merged = walked_to_meet(kernel, plan); !merged.empty())
    reason += "; the loops over " + merged + " walk operands to find where they meet: a dense level there would find it at once";
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
  if (is_open) prefer_usual_plan(kernel, first, of_first);
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
    if (plan.commands == without<Order>(first.commands)) {
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
