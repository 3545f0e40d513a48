#include "schedule/variants/choose_variants.h"

#include <algorithm>

#include "schedule/explain/numbers.h"
#include "schedule/transform/find_command.h"
#include "schedule/transform/split_blocks.h"
#include "schedule/variants/conditions.h"
#include "schedule/variants/density_variants.h"
#include "schedule/variants/shape_variants.h"
#include "schedule/variants/workspace_variant.h"

namespace scorchc::schedule {
namespace {

std::string said(const char* plan, double higher, double lower) {
  constexpr double about_equal = 1.05;
  const double ratio = higher / lower;
  const std::string multiple = ratio < about_equal ? "about as much as the other" : times(ratio) + "x as much";
  return std::string(plan) + " costs " + multiple + " (" + about(higher) + " against " + about(lower) + ")";
}

void log_variant(const Candidate& chosen, Decisions& decisions) {
  const std::string subject = "variant where " + print(chosen.when.conditions);
  if (!chosen.reason.empty())
    return decisions.push_back({"schedule", subject, print(chosen.commands), "decided in each call: " + chosen.reason});
  const Prices &there = chosen.there, &expected = chosen.expected;
  const std::string here = expected.first < expected.other ? said("this variant", expected.other, expected.first)
                                                           : said("the plan above", expected.first, expected.other) +
                                                                 ", but the cost of the plan above grows more slowly";
  decisions.push_back({"schedule", subject, print(chosen.commands),
                       "decided in each call: " + chosen.where + " " +
                           said("the plan above", there.first, there.other) + ", at the expected sizes " + here});
}

}  // namespace

Commands commands_at_expected_sizes(const Kernel& kernel, const Commands& all) {
  const std::vector<PlanCommands> plans = plans_of(all);
  const Sizes sizes = expected_sizes(split_blocks(kernel, {}));
  const auto running = std::find_if(plans.begin() + 1, plans.end(),
                                    [&](const PlanCommands& plan) { return hold(plan.when.conditions, sizes); });
  if (running == plans.end()) return plans[0].commands;
  Commands commands = running->commands;
  if (const StorageOrder* order = find_command<StorageOrder>(plans[0].commands)) {
    const auto behind = std::find_if(commands.begin(), commands.end(), is_own_order);
    commands.insert(behind == commands.end() ? behind : behind + 1, *order);
  }
  return commands;
}

Commands choose_variants(const Kernel& kernel, const ScheduledPlan& plan, Decisions& decisions) {
  const ComparedPlans plans(kernel, plan);
  std::vector<Candidate> found = density_variants(plans);
  if (std::optional<Candidate> one = shape_variant(plans)) found.push_back(std::move(*one));
  if (std::optional<Candidate> one = found.size() < most_variants ? workspace_variant(plans) : std::nullopt)
    found.push_back(std::move(*one));
  Commands commands;
  for (const Candidate& each : found) {
    log_variant(each, decisions);
    commands.push_back(each.when);
    commands.insert(commands.end(), each.commands.begin(), each.commands.end());
  }
  return commands;
}

}  // namespace scorchc::schedule
