#include "schedule/variants/prefer_default_plan.h"

#include <algorithm>
#include <optional>

#include "schedule/explain/numbers.h"
#include "schedule/legality/refuse.h"
#include "schedule/transform/split_blocks.h"
#include "schedule/variants/choose_variants.h"
#include "schedule/variants/compared_plans.h"
#include "schedule/variants/conditions.h"

namespace scorchc::schedule {
namespace {

// Cost ratio from which data override the default plan.
constexpr double gain_threshold_of_data = 1.25;

bool has_data(const Kernel& kernel) {
  return std::any_of(kernel.tensors.begin(), kernel.tensors.end(),
                     [](const TensorDeclaration& tensor) { return tensor.statistics != nullptr; });
}

Kernel with_unknown_data(Kernel kernel) {
  for (TensorDeclaration& tensor : kernel.tensors) tensor.statistics.reset();
  for (auto& [index, declaration] : kernel.indices)
    if (!declaration.extent) declaration.hint.reset();
  return kernel;
}

/// Whether a variant of the default plan covers operands of these sizes.
bool has_variant_for(const Kernel& kernel, const Kernel& unknown, const ScheduledPlan& usual) {
  Decisions ignored_log;
  const std::vector<PlanCommands> plans = plans_of(choose_variants(unknown, usual, ignored_log));
  const Sizes sizes = expected_sizes(split_blocks(kernel, {}));
  return std::any_of(plans.begin() + 1, plans.end(),
                     [&](const PlanCommands& variant) { return hold(variant.when.conditions, sizes); });
}

}  // namespace

void prefer_default_plan(const Kernel& kernel, ScheduledPlan& plan, Decisions& decisions) {
  if (!has_data(kernel)) return;
  const Kernel unknown = with_unknown_data(kernel);
  Decisions of_usual, ignored_log;
  const ScheduledPlan usual = schedule_plan(unknown, {}, of_usual);
  if (usual.commands == plan.commands) return;
  std::optional<ScheduledPlan> found =
      if_legal([&]() -> std::optional<ScheduledPlan> { return schedule_plan(kernel, usual.commands, ignored_log); });
  if (!found) return;
  const Prices prices = Comparison(plan.commands, usual.commands).prices(kernel);
  if (prices.other > gain_threshold_of_data * prices.first || has_variant_for(kernel, unknown, usual)) return;
  of_usual.push_back({"schedule", "data", "the default plan",
                      "its cost is within the estimation error of the plan for these data, which costs 1/" +
                          times(std::max(1.0, prices.other / prices.first)) + " as much: " + print(plan.commands)});
  decisions = std::move(of_usual);
  plan = *std::move(found);
}

}  // namespace scorchc::schedule
