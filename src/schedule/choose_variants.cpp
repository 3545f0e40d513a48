#include "schedule/choose_variants.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "schedule/apply.h"
#include "schedule/cost.h"
#include "schedule/find_command.h"
#include "schedule/formula.h"
#include "schedule/plans.h"
#include "schedule/sizes.h"
#include "schedule/split_blocks.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// A second plan is worth its code where the first one costs so many times as much.
constexpr double worth = 1.4;
// One entry in so many rows is nearly empty, one in so many cells is well filled; and on the way to what is expected.
constexpr std::int64_t nearly_empty[] = {16, 8, 4, 2, 1};
constexpr std::int64_t well_filled[] = {8, 16, 32, 64, 128};
// A well filled matrix of the assumed extent would have more entries than there is memory for: one of so many cells has not.
constexpr double filled_cells = 4e6;
constexpr double longest_extent = 4e18;  // that an integer holds
constexpr std::size_t most_conditions = 2;
// Operands and indices of a statement that is scheduled once more for other fillings, where a plan that was considered is worth it.
constexpr std::size_t most_searched = 3;

/// The side of what is expected that a condition is about.
using Side = Filling::Side;

/// An operand that nobody says anything about.
struct OpenOperand {
  std::string tensor;
  std::vector<std::string> indices;
};

// Where at most the first level is dense, the positions say how many entries there are.
bool is_open(const TensorDeclaration& tensor, const Kernel& kernel) {
  const std::vector<LevelSpec>& levels = tensor.format->levels;
  const auto dense = [](const LevelSpec& level) { return is_dense(level); };
  const bool is_counted = tensor.order >= 2 && std::none_of(levels.begin() + 1, levels.end(), dense);
  return is_counted && tensor.old_value_of.empty() && tensor.alias_of.empty() && !tensor.format->is_blocked() && !tensor.nnz_hint &&
         !tensor.fill_hint && !tensor.statistics && !kernel.is_assigned_earlier(tensor.name);
}

std::vector<OpenOperand> open_operands(const Kernel& kernel) {
  std::vector<OpenOperand> found;
  for (const Access& access : all_operands(kernel)) {
    const TensorDeclaration* tensor = kernel.find(access.tensor);
    const bool is_new = std::none_of(found.begin(), found.end(), [&](const OpenOperand& each) { return each.tensor == access.tensor; });
    if (is_new && tensor && tensor->name != kernel.result().name && !has_repeats(access.indices) && is_open(*tensor, kernel))
      found.push_back({access.tensor, access.indices});
  }
  return found;
}

double extent_of(const std::string& index, const Kernel& kernel) {
  return expected_sizes(split_blocks(kernel, {})).extent(index);
}

/// The kernel with these operands filled so: one entry in `parts` coordinates of its shortest mode, or in `parts` cells.
Kernel filled(const Kernel& kernel, const std::vector<OpenOperand>& operands, Side side, std::int64_t parts) {
  Kernel hinted = kernel;
  for (const OpenOperand& operand : operands) {
    TensorDeclaration& tensor = *std::find_if(hinted.tensors.begin(), hinted.tensors.end(),
                                              [&](const TensorDeclaration& each) { return each.name == operand.tensor; });
    if (side == Side::above) {
      tensor.fill_hint = 1 / static_cast<double>(parts);
      continue;
    }
    double shortest = extent_of(operand.indices[0], kernel);
    for (const std::string& index : operand.indices) shortest = std::min(shortest, extent_of(index, kernel));
    tensor.nnz_hint = std::max(1.0, shortest / static_cast<double>(parts));
  }
  return hinted;
}

double price_at(const Kernel& kernel, const Commands& commands) {
  return price(apply_commands(kernel, commands), expected_sizes(split_blocks(kernel, commands))).total;
}

struct Prices {
  double first = 0, other = 0;
  double ratio() const { return first / other; }
};

/// What two plans cost at the sizes that a kernel's hints give.
struct Comparison {
  const Commands& first;
  const Commands& other;
  Prices prices(const Kernel& kernel) const { return {price_at(kernel, first), price_at(kernel, other)}; }
  double at(const Kernel& kernel) const { return prices(kernel).ratio(); }
};

/// The index whose extent the boundary follows: with more of it, and as many entries, the other plan gains most.
std::string index_of(const OpenOperand& operand, const Kernel& kernel, const Comparison& plans) {
  std::string best;
  double most = 0;
  for (const std::string& index : operand.indices) {
    Kernel longer = kernel;
    IndexDeclaration& declared = longer.indices[index];
    const auto four_times = static_cast<std::int64_t>(std::min(4 * extent_of(index, kernel), longest_extent));
    (declared.extent ? declared.extent : declared.hint) = four_times;
    const double ratio = plans.at(longer);
    if (ratio <= most * (1 + 1e-9)) continue;
    most = ratio;
    best = index;
  }
  return best;
}

/// A plan that might be worth it, and where.
struct Candidate {
  Variant when;
  Commands commands;
  std::int64_t furthest = 1;     // the parts at which it was asked for,
  Prices there = {}, expected = {};  // and prices there, and at the expected sizes
};

class Chooser {
 public:
  Chooser(const Kernel& kernel, const ScheduledPlan& plan)
      : plan_(plan), closed_(closed(kernel, plan.commands)), open_(open_operands(closed_.kernel)) {}

  std::optional<Candidate> candidate(Side side) const {
    if (open_.empty()) return {};
    const Kernel base = side == Side::above ? with_short_extents() : closed_.kernel;
    const std::int64_t furthest = parts_of(side).front();
    const Kernel all_filled = filled(base, open_, side, furthest);
    std::optional<Commands> there = best_of_considered(all_filled);
    if (!there) return {};
    Decisions unsaid;
    if (is_short()) there = schedule_plan(all_filled, {}, unsaid).commands;
    const ScheduledPlan other = schedule_plan(closed_.kernel, *there, unsaid);  // as it is when it is pasted back
    const Comparison plans{closed_.commands, other.commands};
    // How levels are read is no plan of its own.
    if (without<Protocol>(other.commands) == without<Protocol>(closed_.commands)) return {};
    const Prices prices_there = plans.prices(all_filled);
    if (prices_there.ratio() < worth) return {};
    Candidate found{{}, other.commands, furthest, prices_there, plans.prices(closed_.kernel)};
    const std::vector<OpenOperand> deciding = deciding_operands(base, side, plans);
    if (deciding.size() > most_conditions) return {};
    // An array of what is precomputed is to be no larger than several times the operand, as where it was asked for.
    const bool is_held = side == Side::above && find_command<Precompute>(other.commands);
    const std::int64_t parts = is_held ? furthest : boundary(base, deciding, side, plans);
    for (const OpenOperand& operand : deciding) {
      Filling filling{operand.tensor, {}, side, operand.indices.back(), parts};
      if (side == Side::above)
        filling.rows.assign(operand.indices.begin(), operand.indices.end() - 1);
      else
        filling.index = index_of(operand, filled(base, deciding, side, parts), plans);
      if (filling.index.empty()) return {};
      found.when.fillings.push_back(std::move(filling));
    }
    return found;
  }

 private:
  bool is_short() const {
    return all_operands(closed_.kernel).size() <= most_searched && closed_.kernel.indices.size() <= most_searched;
  }

  /// Of what was looked at for the expected sizes, the plan that would be worth it at these.
  std::optional<Commands> best_of_considered(const Kernel& kernel) const {
    const Sizes sizes = expected_sizes(split_blocks(kernel, {}));
    const Order* order = find_command<Order>(plan_.commands);
    const double first = price(plan_.program, sizes).total;
    const Considered* best = nullptr;
    double least = first / worth;
    for (const Considered& plan : plan_.considered) {
      const Order* own = find_command<Order>(plan.commands);
      if (order && own && !(*order == *own)) continue;
      const double total = price(plan.program, sizes).total;
      if (total > least) continue;
      least = total;
      best = &plan;
    }
    return best ? std::optional(without<Order>(best->commands)) : std::nullopt;
  }

  static std::vector<std::int64_t> parts_of(Side side) {
    return side == Side::below ? std::vector<std::int64_t>(std::begin(nearly_empty), std::end(nearly_empty))
                               : std::vector<std::int64_t>(std::begin(well_filled), std::end(well_filled));
  }

  Kernel with_short_extents() const {
    Kernel shorter = closed_.kernel;
    std::size_t order = 2;
    for (const OpenOperand& operand : open_) order = std::max(order, operand.indices.size());
    const auto extent = static_cast<std::int64_t>(std::pow(filled_cells, 1 / static_cast<double>(order)));
    for (const OpenOperand& operand : open_)
      for (const std::string& index : operand.indices) {
        IndexDeclaration& declared = shorter.indices[index];
        if (!declared.extent && !declared.hint) declared.hint = extent;
      }
    return shorter;
  }

  /// The one operand that decides by itself, whatever the others are: that for which it is worth most. All, if none does.
  std::vector<OpenOperand> deciding_operands(const Kernel& base, Side side, const Comparison& plans) const {
    std::vector<OpenOperand> found = open_;
    double most = worth;
    for (const OpenOperand& operand : open_) {
      const double ratio = plans.at(filled(base, {operand}, side, parts_of(side).front()));
      if (ratio < most) continue;
      most = ratio;
      found = {operand};
    }
    return found;
  }

  /// Half-way to where the prices cross, with the others as expected and filled alike: prices are no times.
  std::int64_t boundary(const Kernel& base, const std::vector<OpenOperand>& deciding, Side side, const Comparison& plans) const {
    const std::vector<std::int64_t> all = parts_of(side);
    const auto is_cheaper = [&](std::int64_t parts) {
      return plans.at(filled(base, deciding, side, parts)) >= 1 && plans.at(filled(base, open_, side, parts)) >= 1;
    };
    const auto crossing = std::find_if_not(all.begin() + 1, all.end(), is_cheaper);
    return all[static_cast<std::size_t>(crossing - all.begin() - 1) / 2];
  }

  const ScheduledPlan& plan_;
  const Closed closed_;
  const std::vector<OpenOperand> open_;
};

std::string said(const char* plan, double dearer, double cheaper) {
  return std::string(plan) + " would cost " + times(dearer / cheaper) + " times as much (" + about(dearer) + " against " +
         about(cheaper) + ")";
}

void say(const Candidate& chosen, Decisions& decisions) {
  const bool is_below = chosen.when.fillings[0].side == Side::below;
  const Prices &there = chosen.there, &expected = chosen.expected;
  const std::string here = expected.first < expected.other ? said("this one", expected.other, expected.first)
                                                           : said("that one", expected.first, expected.other) + ", but grows more slowly";
  decisions.push_back({"schedule", "variant where " + print(chosen.when.fillings), print(chosen.commands),
                       "only the operands of a call can tell: with one entry in " + std::to_string(chosen.furthest) +
                           (is_below ? " rows " : " cells ") + said("the plan above", there.first, there.other) +
                           ", at the expected sizes " + here});
}

}  // namespace

Closed closed(const Kernel& kernel, const Commands& commands) {
  Closed found{kernel, commands};
  if (const Order* order = find_command<Order>(commands)) found.kernel = with_mode_order(kernel, *order);
  found.commands = without<Order>(commands);
  return found;
}

Commands commands_at_expected_sizes(const Kernel& kernel, const Commands& all) {
  const std::vector<PlanCommands> plans = plans_of(all);
  const Sizes sizes = expected_sizes(split_blocks(kernel, {}));
  const auto holds = [&](const Filling& filling) {
    double stored = sizes.prefixes.at(filling.tensor).back();
    for (const std::string& index : filling.rows) stored = std::floor(stored / std::max(1.0, sizes.extent(index)));
    const double part = std::floor(sizes.extent(filling.index) / static_cast<double>(filling.parts));
    return filling.side == Side::below ? stored < part : part < stored;
  };
  const auto running = std::find_if(plans.begin() + 1, plans.end(), [&](const PlanCommands& plan) {
    return std::all_of(plan.when.fillings.begin(), plan.when.fillings.end(), holds);
  });
  if (running == plans.end()) return plans[0].commands;
  Commands commands = running->commands;
  if (const Order* order = find_command<Order>(plans[0].commands)) {
    const auto behind = std::find_if(commands.begin(), commands.end(), [](const Command& command) {
      const Reorder* reorder = std::get_if<Reorder>(&command);
      return reorder && reorder->of.empty();
    });
    commands.insert(behind == commands.end() ? behind : behind + 1, *order);
  }
  return commands;
}

Commands choose_variants(const Kernel& kernel, const ScheduledPlan& plan, Decisions& decisions) {
  const Chooser chooser(kernel, plan);
  std::vector<Candidate> found;
  for (const Side side : {Side::below, Side::above})
    if (std::optional<Candidate> one = chooser.candidate(side)) found.push_back(std::move(*one));
  Commands commands;
  for (const Candidate& each : found) {
    say(each, decisions);
    commands.push_back(each.when);
    commands.insert(commands.end(), each.commands.begin(), each.commands.end());
  }
  return commands;
}

}  // namespace scorchc::schedule
