#include "schedule/search/plans.h"

#include <algorithm>
#include <optional>

#include "schedule/estimate/growth.h"
#include "schedule/estimate/stage_sizes.h"
#include "schedule/legality/loop_constraints.h"
#include "schedule/legality/refuse.h"
#include "schedule/search/candidate_orders.h"
#include "schedule/search/protocol_search.h"
#include "schedule/search/transpose_for_vectors.h"
#include "schedule/search/vectorizable_loops.h"
#include "schedule/transform/apply.h"
#include "schedule/transform/find_command.h"
#include "schedule/transform/split_blocks.h"
#include "schedule/transform/stages.h"
#include "support/diagnostics.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// Limit on search time: priced plans times accesses of the statement.
constexpr std::size_t most_accesses_priced = 4000;
constexpr std::size_t most_compared = 12;  // plans whose growth is compared
constexpr double most_for_growth = 8;      // cost ratio that slower growth may take at the expected sizes

std::size_t most_of(Search search) {
  switch (search) {
    case Search::first:
      return 4;
    case Search::quick:
      return most_plans / 4;
    case Search::full:
      break;
  }
  return most_plans;
}

bool is_converted(const Commands& commands, const Access& access) {
  return std::any_of(commands.begin(), commands.end(), [&](const Command& command) {
    const Convert* convert = std::get_if<Convert>(&command);
    return convert && convert->of.empty() && convert->access == access;
  });
}

// Number of dense levels below sparse ones. Each makes a sparse level store whole blocks, more than with the dense
// levels first.
std::size_t dense_below_sparse(const Kernel& kernel, const std::vector<std::string>& order) {
  std::size_t count = 0;
  bool sparse = false;
  if (kernel.result().outer) return 0;  // such levels are compressed
  for (const std::string& index : order) {
    const std::vector<std::string>& lhs = kernel.statement.lhs.indices;
    const auto mode = static_cast<std::size_t>(std::find(lhs.begin(), lhs.end(), index) - lhs.begin());
    const bool dense = is_dense(kernel.result().format->levels[mode]);
    if (dense && sparse) ++count;
    sparse = sparse || !dense;
  }
  return count;
}

// Mode orders of an open result for these loops: their own order, unless it has too many dense levels below sparse
// ones, and the order that the user wrote.
std::vector<std::optional<StorageOrder>> mode_orders(const Kernel& kernel, const LoopOrder& order,
                                                     std::size_t most_dense_below) {
  if (!kernel.result().mode_order_open) return {std::nullopt};
  const std::vector<std::string>& lhs = kernel.statement.lhs.indices;
  std::vector<std::optional<StorageOrder>> found;
  const std::vector<std::string> own = restricted(order, lhs);
  if (dense_below_sparse(kernel, own) <= most_dense_below) found.emplace_back(StorageOrder{kernel.result().name, own});
  if (own != lhs) found.emplace_back(StorageOrder{kernel.result().name, lhs});
  return found;
}

// The commands that a loop order needs.
Commands commands_for(const Kernel& split, const LoopOrder& order, const std::optional<StorageOrder>& mode_order,
                      const Commands& settled) {
  Commands commands;
  for (const Access& access : discordant_operands(split, order))
    if (!is_converted(settled, access)) commands.push_back(Convert{access, restricted(order, access.indices)});
  commands.push_back(Reorder{order});
  if (mode_order) commands.push_back(*mode_order);
  return commands;
}

// The ways to run these loops: with operands as stored where the order is concordant, or with copies for vector loops.
std::vector<Commands> ways_for(const Kernel& split, const LoopOrder& order,
                               const std::optional<StorageOrder>& mode_order, const Commands& settled) {
  std::vector<Commands> ways = {commands_for(split, order, mode_order, settled)};
  if (is_left_out(settled, Choice::convert))
    return find_command<Convert>(ways.front()) ? std::vector<Commands>{} : ways;
  if (split.schedule == "none" || is_left_out(settled, Choice::vectorize)) return ways;
  const auto is_new = [&](const Command& copy) { return !is_converted(settled, std::get<Convert>(copy).access); };
  for (const Commands& copies : copies_for_vectors(split, order))
    if (std::all_of(copies.begin(), copies.end(), is_new)) ways.push_back(joined_commands(copies, ways.front()));
  return ways;
}

Plan plan(cin::Program made, const Commands& settled, LoopOrder order, Commands commands, const Sizes& sizes) {
  auto program = std::make_shared<cin::Program>(std::move(made));
  const Kernel& kernel = program->kernel;
  // Vectorising is always cheaper where it is legal. Protocols are applied where they are cheaper.
  if (kernel.schedule != "none" && !is_left_out(settled, Choice::vectorize)) program->body = with_vectors(*program);
  const bool may_gallop = kernel.schedule != "none" && is_open(settled, Choice::protocol);
  Price priced = may_gallop ? price_with_protocols(*program, sizes) : price(*program, sizes);
  return Plan{std::move(order), std::move(commands), std::move(program), std::move(priced)};
}

void rank(Plans& plans) {
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
}

// Whether hints or data give entry counts: then extreme sizes do not matter.
bool is_any_known(const Kernel& kernel) {
  return std::any_of(kernel.tensors.begin(), kernel.tensors.end(),
                     [](const TensorDeclaration& tensor) { return is_known(tensor); });
}

// Marks dominated plans among the cheapest few, and moves the first plan that is not dominated to the front.
void compare_growth(Plans& plans, const Kernel& split) {
  const std::size_t compared = std::min(most_compared, plans.ranked.size());
  if (compared < 2) return;
  const std::vector<Sizes> corners = corner_sizes(split);
  std::vector<Growing> growing;
  for (std::size_t n = 0; n < compared; ++n) growing.emplace_back(*plans.ranked[n].program, corners);
  const auto is_dominated = [&](std::size_t n) {
    return std::any_of(growing.begin(), growing.end(),
                       [&](Growing& other) { return &other != &growing[n] && growing[n].is_dominated(other); });
  };
  bool has_first = false;
  for (std::size_t n = 0; n < compared && (n < most_reported || !has_first); ++n) {
    plans.dominated[n] = is_dominated(n);
    has_first = has_first || !plans.dominated[n];
  }
  if (is_any_known(split)) return;
  const auto best =
      std::find(plans.dominated.begin(), plans.dominated.begin() + static_cast<std::ptrdiff_t>(compared), false);
  const std::ptrdiff_t first = best - plans.dominated.begin();
  if (plans.ranked[static_cast<std::size_t>(first)].price.total > most_for_growth * plans.ranked.front().price.total)
    return;
  std::rotate(plans.ranked.begin(), plans.ranked.begin() + first, plans.ranked.begin() + first + 1);
  std::rotate(plans.dominated.begin(), plans.dominated.begin() + first, plans.dominated.begin() + first + 1);
}

}  // namespace

Commands joined_commands(const Commands& settled, const Commands& more) {
  Commands all = settled;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::optional<Plan> plan_of(const Kernel& kernel, const Commands& commands) {
  return if_legal([&]() -> std::optional<Plan> {
    return plan(apply_commands(kernel, commands), commands, {}, commands,
                expected_sizes(split_blocks(kernel, commands)));
  });
}

PlanSearch::PlanSearch(const Kernel& kernel, Commands settled)
    : kernel_(kernel),
      settled_(std::move(settled)),
      split_(split_blocks(kernel, settled_)),
      computed_(stages(split_, settled_)),
      statement_(computed_.back().kernel),
      sizes_(sizes_of_stages(split_, computed_)),
      orders_(statement_,
              loop_constraints(statement_,
                               is_left_out(settled_, Choice::convert) ? Freedom::workspaces : Freedom::conversions),
              sizes_, most_plans) {}

std::vector<Commands> PlanSearch::ways_for(const LoopOrder& order, std::size_t most_dense_below) const {
  std::vector<Commands> ways;
  for (const std::optional<StorageOrder>& mode_order : mode_orders(kernel_, order, most_dense_below))
    for (Commands& commands : schedule::ways_for(statement_, order, mode_order, settled_))
      ways.push_back(std::move(commands));
  return ways;
}

// Only a closed mode order needs further splitting beyond the settled commands.
cin::Program PlanSearch::program(const Commands& commands) {
  const StorageOrder* order = find_command<StorageOrder>(commands);
  if (!order && kernel_.result().mode_order_open) return apply_commands(kernel_, commands);
  if (!order) return apply_commands(kernel_, commands, split_, computed_, stage_loops_);
  Closed& parts = closed(*order);
  return apply_commands(parts.kernel, commands, parts.split, parts.computed, parts.loops);
}

PlanSearch::Closed& PlanSearch::closed(const StorageOrder& order) {
  for (Closed& known : closed_)
    if (known.order == order) return known;
  Kernel kernel = with_mode_order(kernel_, order);
  Kernel split = split_blocks(kernel, settled_);
  std::vector<Stage> computed = stages(split, settled_);
  return closed_.emplace_back(Closed{order, std::move(kernel), std::move(split), std::move(computed), {}});
}

// A plan that the settled commands make illegal keeps the reason.
const PlanSearch::Made& PlanSearch::made(const LoopOrder& order, Commands commands) {
  const auto known =
      std::find_if(made_.begin(), made_.end(), [&](const Made& each) { return each.commands == commands; });
  if (known != made_.end()) return *known;
  Made made{commands, {}, {}};
  try {
    cin::Program program = this->program(joined_commands(settled_, commands));
    made.plan = plan(std::move(program), settled_, order, std::move(commands), sizes_);
  } catch (const Failure& failure) {
    if (failure.diagnostic().code != Code::schedule_illegal) throw;
    made.refused = failure;
  }
  return made_.emplace_back(std::move(made));
}

// Relevance of a reason: higher if it is about a given command. A reason about a workspace ranks lower, because other
// loop orders have other workspaces.
int PlanSearch::weight(const Failure& refused) const {
  return !is_about(refused, settled_) ? 0 : refused.diagnostic().message.starts_with("`workspace(") ? 1 : 2;
}

// Throws the most relevant reason why no plan was found.
void PlanSearch::refuse(const std::optional<Failure>& refused) const {
  if (is_left_out(settled_, Choice::convert))
    schedule::refuse(kernel_, Without{Choice::convert},
                     "no loop order is concordant with the storage orders of all operands and of the result");
  if (refused) throw Failure(*refused);
  const Statement& statement = kernel_.statement;
  if (!statement_.temporaries.empty())
    fail(Code::schedule_illegal, {statement.source, statement.rhs.span()},
         "no loop order is concordant with the storage orders of the precomputed temporaries",
         "write the indices of a temporary in another order");
  fail(Code::internal_error, {statement.source, statement.rhs.span()}, "no loop order was found");
}

Plans PlanSearch::find(Search search) {
  const std::size_t operands = std::max<std::size_t>(1, accesses_in(split_.statement.rhs).size());
  const std::size_t most = std::clamp<std::size_t>(most_accesses_priced / operands, 1, most_of(search));
  const CandidateOrders found = orders_.likeliest(most);
  Plans plans;
  plans.legal = found.legal;
  plans.complete = found.complete && found.legal <= most;
  std::optional<Failure> refused;
  const auto add_plans = [&](const LoopOrder& order, std::size_t most_dense_below) {
    for (Commands& commands : ways_for(order, most_dense_below)) {
      ++plans.priced;
      const Made& one = made(order, std::move(commands));
      if (one.plan)
        plans.ranked.push_back(*one.plan);
      else if (!refused || weight(*one.refused) > weight(*refused))
        refused = one.refused;
    }
  };
  const std::size_t as_written =
      kernel_.result().mode_order_open ? dense_below_sparse(kernel_, kernel_.statement.lhs.indices) : 0;
  for (const LoopOrder& order : found.orders) add_plans(order, as_written);
  // Accept mode orders that store too many components rather than finding no plan.
  if (plans.ranked.empty()) {
    for (const LoopOrder& order : found.orders) add_plans(order, order.size());
  }
  if (plans.ranked.empty()) refuse(refused);
  rank(plans);
  if (search == Search::full) compare_growth(plans, split_);
  return plans;
}

Plans find_plans(const Kernel& kernel, const Commands& settled, Search search) {
  return PlanSearch(kernel, settled).find(search);
}

}  // namespace scorchc::schedule
