#include "schedule/auto_schedule.h"

#include "schedule/choose_variants.h"
#include "schedule/conditions.h"
#include "schedule/normalise.h"
#include "schedule/rivals.h"
#include "support/diagnostics.h"

namespace scorchc::schedule {
namespace {

Commands users_commands(const Kernel& kernel) {
  if (kernel.schedule == "auto" || kernel.schedule == "none") return {};
  return parse(make_source("--schedule", kernel.schedule));
}

}  // namespace

Scheduled auto_schedule(const Kernel& given, Decisions& decisions) {
  const Kernel kernel = normalise(given);
  Commands users = users_commands(kernel);
  if (const std::string problem = verify(users); !problem.empty())
    fail(Code::schedule_illegal, {given.statement.source, {}}, problem);
  const std::vector<PlanCommands> wanted = plans_of(users);
  ScheduledPlan first = schedule_plan(kernel, wanted[0].commands, decisions);
  Commands others;
  for (std::size_t n = 1; n < wanted.size(); ++n) {
    check_conditions(kernel, wanted[n].when);
    others.push_back(wanted[n].when);
    others.insert(others.end(), wanted[n].commands.begin(), wanted[n].commands.end());
  }
  if (users.empty() && kernel.schedule != "none") others = choose_variants(kernel, first, decisions);
  Scheduled scheduled{std::move(first.program), first.commands, std::move(first.work)};
  // All plans store the result in the same order.
  const Kernel same = closed(kernel, first.commands).kernel;
  const std::vector<PlanCommands> plans = plans_of(others);
  for (std::size_t n = 1; n < plans.size(); ++n) {
    Decisions unsaid;
    ScheduledPlan plan = schedule_plan(same, plans[n].commands, unsaid);
    if (!users.empty())
      decisions.push_back({"schedule", "variant where " + print(plans[n].when.conditions), print(plan.commands), "the user's"});
    scheduled.commands.push_back(plans[n].when);
    scheduled.commands.insert(scheduled.commands.end(), plan.commands.begin(), plan.commands.end());
    scheduled.variants.push_back({plans[n].when, std::move(plan.program)});
  }
  return scheduled;
}

}  // namespace scorchc::schedule
