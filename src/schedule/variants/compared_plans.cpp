#include "schedule/variants/compared_plans.h"

#include <algorithm>
#include <cmath>

#include "schedule/estimate/cost.h"
#include "schedule/estimate/sizes.h"
#include "schedule/transform/apply.h"
#include "schedule/transform/find_command.h"
#include "schedule/transform/split_blocks.h"

namespace scorchc::schedule {
namespace {

// Statements with at most this many operands and indices are scheduled again for other sizes, once one of the priced
// plans justifies a variant. With a single sparse operand there are fewer plans, so one more index is possible.
constexpr std::size_t most_scheduled_again = 3;
constexpr double longest_extent = 4e18;  // fits an int64

// Huge extents are the only hints that change loops.
bool has_huge_extents(const Kernel& kernel) {
  return std::any_of(kernel.indices.begin(), kernel.indices.end(),
                     [&](const auto& index) { return kernel.is_huge(index.first); });
}

}  // namespace

Closed closed(const Kernel& kernel, const Commands& commands) {
  Closed found{kernel, commands};
  if (const StorageOrder* order = find_command<StorageOrder>(commands)) found.kernel = with_mode_order(kernel, *order);
  found.commands = without<StorageOrder>(commands);
  return found;
}

double Comparison::Compared::price_at(const Kernel& kernel) const {
  const Sizes sizes = expected_sizes(split_blocks(kernel, commands));
  if (has_huge_extents(kernel)) return price(apply_commands(kernel, commands), sizes).total;
  if (!program) program = apply_commands(kernel, commands);
  return price(*program, sizes).total;
}

double extent_of(const std::string& index, const Kernel& kernel) {
  return expected_sizes(split_blocks(kernel, {})).extent(index);
}

Kernel with_extent(Kernel kernel, const std::string& index, double extent) {
  IndexDeclaration& declared = kernel.indices[index];
  (declared.extent ? declared.extent : declared.hint) =
      static_cast<std::int64_t>(std::round(std::clamp(extent, 1.0, longest_extent)));
  return kernel;
}

std::optional<Candidate> ComparedPlans::better_at(const Kernel& kernel, double times) const {
  const std::optional<Commands> there = best_of_priced_plans(kernel, times);
  if (!there) return {};
  if (!is_short()) return candidate(*there, kernel, times);
  // The plan chosen at these sizes, or else the best priced plan with protocols chosen at these sizes.
  Decisions ignored_log;
  if (std::optional<Candidate> chosen = candidate(schedule_plan(kernel, {}, ignored_log).commands, kernel, times))
    return chosen;
  return candidate(schedule_plan(kernel, *there, ignored_log).commands, kernel, times);
}

std::optional<Candidate> ComparedPlans::candidate(const Commands& there, const Kernel& kernel, double times) const {
  Decisions ignored_log;
  Candidate found;
  found.commands =
      schedule_plan(closed_.kernel, there, ignored_log).commands;  // the commands as they are when pasted back
  // Protocols and kinds of workspaces alone do not make another plan.
  if (placing(found.commands) == placing(first())) return {};
  const Comparison plans(first(), found.commands);
  found.there = plans.prices(kernel);
  if (found.there.ratio() < times) return {};
  found.expected = plans.prices(closed_.kernel);
  return found;
}

bool ComparedPlans::is_short() const {
  const std::vector<Access> operands = all_operands(closed_.kernel);
  const auto sparse = std::count_if(operands.begin(), operands.end(), [&](const Access& access) {
    const TensorDeclaration* tensor = closed_.kernel.find(access.tensor);
    return tensor && tensor->format && !tensor->format->is_dense();
  });
  return operands.size() <= most_scheduled_again &&
         closed_.kernel.indices.size() <= most_scheduled_again + (sparse == 1 ? 1 : 0);
}

std::vector<const PricedPlan*> ComparedPlans::priced_plans() const {
  const StorageOrder* order = find_command<StorageOrder>(plan_.commands);
  std::vector<const PricedPlan*> found;
  for (const PricedPlan& plan : plan_.priced_plans) {
    const StorageOrder* own = find_command<StorageOrder>(plan.commands);
    if (!order || !own || *order == *own) found.push_back(&plan);
  }
  return found;
}

std::vector<ComparedPlans::Plan> ComparedPlans::all() const {
  std::vector<Plan> found{{first(), &plan_.program}};
  for (const PricedPlan* plan : priced_plans())
    found.push_back({without<StorageOrder>(plan->commands), &*plan->program});
  return found;
}

// The cheapest of the priced plans at this kernel's sizes, if the first plan costs at least `times` as much.
std::optional<Commands> ComparedPlans::best_of_priced_plans(const Kernel& kernel, double times) const {
  const Sizes sizes = expected_sizes(split_blocks(kernel, {}));
  const PricedPlan* best = nullptr;
  double least = price(plan_.program, sizes).total / times;
  for (const PricedPlan* plan : priced_plans()) {
    const double total = price(*plan->program, sizes).total;
    if (total > least) continue;
    least = total;
    best = plan;
  }
  return best ? std::optional(without<StorageOrder>(best->commands)) : std::nullopt;
}

}  // namespace scorchc::schedule
