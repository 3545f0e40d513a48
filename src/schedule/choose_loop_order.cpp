#include "schedule/choose_loop_order.h"

#include <algorithm>
#include <optional>

#include "schedule/apply.h"
#include "schedule/candidate_orders.h"
#include "schedule/choose_copies.h"
#include "schedule/cost.h"
#include "schedule/growth.h"
#include "schedule/loop_constraints.h"
#include "schedule/parts.h"
#include "schedule/split_blocks.h"
#include "support/diagnostics.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// Work is counted in accesses of the statement, once for each plan that is priced.
constexpr std::size_t most_accesses_priced = 4000;
constexpr std::size_t most_compared = 12;  // plans whose growth is compared

struct Plan {
  LoopOrder order;
  Commands commands;
  cin::Program program;
  Price price;
  Growth growth;
};

template <class Wanted>
bool has_command(const Commands& commands) {
  return std::any_of(commands.begin(), commands.end(),
                     [](const Command& command) { return std::holds_alternative<Wanted>(command); });
}

bool is_converted(const Commands& commands, const Access& access) {
  return std::any_of(commands.begin(), commands.end(), [&](const Command& command) {
    const Convert* convert = std::get_if<Convert>(&command);
    return convert && convert->access == access;
  });
}

LoopOrder restricted(const LoopOrder& order, const std::vector<std::string>& to) {
  LoopOrder kept;
  for (const std::string& index : order)
    if (has(to, index)) kept.push_back(index);
  return kept;
}

// The commands that go with a loop order.
Commands commands_for(const Kernel& kernel, const Kernel& split, const LoopOrder& order, const Commands& settled) {
  Commands commands;
  for (const Access& access : discordant_operands(split, order))
    if (!is_converted(settled, access)) commands.push_back(Convert{access, restricted(order, access.indices)});
  commands.push_back(Reorder{order});
  if (kernel.result().mode_order_open)
    commands.push_back(Order{kernel.result().name, restricted(order, kernel.statement.lhs.indices)});
  return commands;
}

Commands joined_commands(const Commands& settled, const Commands& more) {
  Commands all = settled;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

// What the settled commands forbid is no plan; the last refusal is kept.
std::optional<Plan> plan(const Kernel& kernel, const Commands& settled, LoopOrder order, Commands commands,
                         const Sizes& sizes, std::optional<Failure>& refused) {
  try {
    cin::Program program = apply_commands(kernel, joined_commands(settled, commands));
    Price priced = price(program, sizes);
    return Plan{std::move(order), std::move(commands), std::move(program), std::move(priced), {}};
  } catch (const Failure& failure) {
    if (failure.diagnostic().code != Code::schedule_illegal) throw;
    refused = failure;
    return {};
  }
}

// The cheapest first. Of the first few those that grow faster than another one go behind it.
struct Plans {
  std::vector<Plan> ranked;
  std::size_t legal = 0;
  bool complete = true;
  std::vector<bool> dominated;  // of the ranked ones
};

void rank(Plans& plans, const Kernel& split) {
  std::vector<std::size_t> places(plans.ranked.size());
  for (std::size_t n = 0; n < places.size(); ++n) places[n] = n;
  const auto conversions = [&](std::size_t n) { return plans.ranked[n].commands.size(); };
  std::sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    const double x = plans.ranked[a].price.total, y = plans.ranked[b].price.total;
    if (x < y * (1 - 1e-9) || y < x * (1 - 1e-9)) return x < y;
    return conversions(a) != conversions(b) ? conversions(a) < conversions(b) : a < b;
  });
  std::vector<Plan> ranked;
  for (const std::size_t place : places) ranked.push_back(std::move(plans.ranked[place]));
  plans.ranked = std::move(ranked);
  plans.dominated.assign(plans.ranked.size(), false);
  const std::size_t compared = std::min(most_compared, plans.ranked.size());
  if (compared < 2) return;
  const std::vector<Sizes> corners = corner_sizes(split);
  for (std::size_t n = 0; n < compared; ++n) plans.ranked[n].growth = growth(plans.ranked[n].program, corners);
  for (std::size_t n = 0; n < compared; ++n)
    for (std::size_t other = 0; other < compared; ++other)
      if (is_dominated(plans.ranked[n].growth, plans.ranked[other].growth)) plans.dominated[n] = true;
  const auto best = std::find(plans.dominated.begin(), plans.dominated.begin() + static_cast<std::ptrdiff_t>(compared), false);
  const std::ptrdiff_t first = best - plans.dominated.begin();
  std::rotate(plans.ranked.begin(), plans.ranked.begin() + first, plans.ranked.begin() + first + 1);
  std::rotate(plans.dominated.begin(), plans.dominated.begin() + first, plans.dominated.begin() + first + 1);
}

Plans find_plans(const Kernel& kernel, const Kernel& split, const Commands& settled) {
  const Sizes sizes = expected_sizes(split);
  const std::size_t operands = std::max<std::size_t>(1, accesses(split.statement.rhs).size());
  const std::size_t most = std::clamp<std::size_t>(most_accesses_priced / operands, 1, most_plans);
  Plans plans;
  std::optional<Failure> refused;
  CandidateOrders found = candidate_orders(split, loop_constraints(split, Freedom::conversions), sizes, most);
  plans.legal = found.legal;
  plans.complete = found.complete && found.legal <= most;
  for (LoopOrder& order : found.orders) {
    Commands commands = commands_for(kernel, split, order, settled);
    if (std::optional<Plan> one = plan(kernel, settled, std::move(order), std::move(commands), sizes, refused))
      plans.ranked.push_back(std::move(*one));
  }
  if (plans.ranked.empty() && refused) throw Failure(*refused);
  if (plans.ranked.empty())
    fail(Code::internal_error, {kernel.statement.source, kernel.statement.rhs.span()}, "no loop order was found");
  rank(plans, split);
  return plans;
}

// 12.34 -> "12", 1.26 -> "1.3"
std::string times(double ratio) {
  const long tenths = static_cast<long>(std::min(ratio, 1e6) * 10 + 0.5);
  return tenths >= 100 ? std::to_string(tenths / 10) : std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

std::string described(const Plan& plan) {
  std::string text = joined(plan.order);
  int conversions = 0;
  for (const Command& command : plan.commands) conversions += std::holds_alternative<Convert>(command) ? 1 : 0;
  if (conversions > 0) text += conversions == 1 ? ", with an operand converted," : ", with " + std::to_string(conversions) + " operands converted,";
  return text;
}

std::string reason_for(const Plans& plans) {
  const Plan& best = plans.ranked.front();
  if (plans.ranked.size() == 1) return plans.legal == 1 ? "the only loop order that is legal" : "the first legal loop order";
  std::string text = "the cheapest of " + std::string(plans.complete ? "" : "the likeliest ") +
                     std::to_string(plans.ranked.size()) + " loop orders";
  const std::size_t rivals = std::min<std::size_t>(plans.ranked.size(), 3);
  for (std::size_t n = 1; n < rivals; ++n) {
    const Plan& rival = plans.ranked[n];
    const double ratio = rival.price.total / std::max(1e-9, best.price.total);
    text += (n == 1 ? ": " : "; ") + described(rival) + " would cost ";
    text += ratio > 1.05 ? times(ratio) + " times as much" : ratio > 1 + 1e-9 ? "a little more" : ratio < 1 - 1e-9 ? "less as things are expected" : "as much";
    if (plans.dominated[n]) text += ", and grows faster";
  }
  return text;
}

// Addends of a dense result that do not agree on an order, one after the other.
struct Split {
  Plan plan;
  std::vector<Plans> addends;
};
std::optional<Split> split_plan(const Kernel& kernel, const Kernel& split, const Commands& settled) {
  const std::vector<Kernel> parts = addend_kernels(split);
  const AssignOp op = split.statement.op;
  if (parts.size() < 2 || !settled.empty() || !split.result().format->is_dense() || (op != AssignOp::set && op != AssignOp::add))
    return {};
  // An operand whose storage order is open gets one for the whole statement; what the result holds is read by one alone.
  const bool is_open = std::any_of(split.temporaries.begin(), split.temporaries.end(),
                                   [](const TensorDeclaration& tensor) { return tensor.converted_from.has_value(); });
  const bool blocked = std::any_of(kernel.tensors.begin(), kernel.tensors.end(),
                                   [](const TensorDeclaration& tensor) { return tensor.format->is_blocked(); });
  if (reads_result(split) || is_open || blocked) return {};
  std::vector<Plans> addends;
  Commands commands = {SplitStatement{}};
  for (std::size_t n = 0; n < parts.size(); ++n) {
    Plans plans = find_plans(parts[n], parts[n], {});
    const Plan& best = plans.ranked.front();
    if (make_parts(parts[n], best.order).back().reads_result) return {};
    for (const Command& command : best.commands) {
      if (std::holds_alternative<Convert>(command)) return {};
      Reorder reorder = std::get<Reorder>(command);
      reorder.part = static_cast<int>(n) + 1;
      commands.emplace_back(std::move(reorder));
    }
    addends.push_back(std::move(plans));
  }
  std::optional<Failure> refused;
  std::optional<Plan> whole = plan(kernel, {}, {}, std::move(commands), expected_sizes(split), refused);
  if (!whole) return {};
  return Split{std::move(*whole), std::move(addends)};
}

void say(const Kernel& split, const Plans& plans, Decisions& decisions) {
  const Plan& best = plans.ranked.front();
  for (const Command& command : best.commands)
    if (const Convert* convert = std::get_if<Convert>(&command))
      decisions.push_back({"schedule", "storage order of " + print(convert->access), joined(convert->indices),
                           "converted first: loops in the order " + joined(best.order) + " cannot walk it as it is stored"});
  if (!best.order.empty()) decisions.push_back({"schedule", "loop order", joined(best.order), reason_for(plans)});
  if (split.scatters(best.order))
    decisions.push_back({"schedule", "assembly of " + split.result().name, "scattered",
                         "the loops do not follow its storage order: the entries of its rows are counted, then each goes "
                         "to the next place in its row"});
}

}  // namespace

Commands choose_loop_order(const Kernel& kernel, const Commands& settled, Decisions& decisions) {
  const Kernel split = split_blocks(kernel);
  const Plans plans = find_plans(kernel, split, settled);
  const Plan& best = plans.ranked.front();
  if (has_command<Convert>(best.commands)) {
    const std::optional<Split> apart = split_plan(kernel, split, settled);
    if (apart && apart->plan.price.total < best.price.total) {
      for (std::size_t n = 0; n < apart->addends.size(); ++n)
        decisions.push_back({"schedule", "loop order of addend " + std::to_string(n + 1),
                             joined(apart->addends[n].ranked.front().order),
                             "no single order suits all addends as they are stored, and a dense result takes them one by one; " +
                                 reason_for(apart->addends[n])});
      return apart->plan.commands;
    }
  }
  say(split, plans, decisions);
  return best.commands;
}

}  // namespace scorchc::schedule
