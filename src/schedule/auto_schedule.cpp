#include "schedule/auto_schedule.h"

#include <algorithm>

#include "schedule/choose_variants.h"
#include "schedule/normalise.h"
#include "schedule/refuse.h"
#include "support/diagnostics.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

Commands users_commands(const Kernel& kernel) {
  if (kernel.schedule == "auto" || kernel.schedule == "none") return {};
  return parse(make_source("--schedule", kernel.schedule));
}

// A condition asks for what is known of an operand when the kernel is called.
void check(const Kernel& kernel, const Variant& variant) {
  for (const Filling& filling : variant.fillings) {
    const TensorDeclaration* tensor = kernel.find(filling.tensor);
    if (!tensor || tensor->name == kernel.result().name || kernel.is_assigned_earlier(tensor->name))
      refuse(kernel, variant, "`" + filling.tensor + "` is no operand");
    if (tensor->format->is_dense()) refuse(kernel, variant, "`" + filling.tensor + "` is dense: it has all its components");
    std::vector<std::string> wanted = filling.rows;
    wanted.push_back(filling.index);
    const std::vector<Access> all = all_operands(kernel);
    for (const std::string& index : wanted)
      if (std::none_of(all.begin(), all.end(), [&](const Access& access) { return has(access.indices, index); }))
        refuse(kernel, variant, "no operand has the index `" + index + "`");
  }
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
    check(kernel, wanted[n].when);
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
      decisions.push_back({"schedule", "variant where " + print(plans[n].when.fillings), print(plan.commands), "the user's"});
    scheduled.commands.push_back(plans[n].when);
    scheduled.commands.insert(scheduled.commands.end(), plan.commands.begin(), plan.commands.end());
    scheduled.variants.push_back({plans[n].when, std::move(plan.program)});
  }
  return scheduled;
}

}  // namespace scorchc::schedule
