#include "orders.h"

#include <algorithm>
#include <tuple>

#include "schedule/legality/loop_constraints.h"
#include "schedule/legality/loop_order.h"
#include "support/words.h"

namespace scorchc::rules {
namespace {

using schedule::Freedom;
using schedule::LoopConstraint;
using Order = std::vector<std::string>;

std::string commands(const Kernel& kernel, const Order& order) {
  std::string text = "reorder(" + joined(order) + ")";
  for (const Access& access : schedule::discordant_operands(kernel, order)) {
    Order levels;
    for (const std::string& index : order)
      if (has(access.indices, index)) levels.push_back(index);
    text += "; convert(" + print(access) + ": " + joined(levels) + ")";
  }
  return text;
}

/// Adds the constraint that the levels above a sparse level of the result come first: no scattering into rows.
void add_result_order(const Kernel& kernel, std::vector<LoopConstraint>& constraints) {
  if (kernel.result().mode_order_open) return;  // the levels follow the loops
  const std::vector<LevelSpec>& levels = kernel.result().format->levels;
  const auto index_of = [&](std::size_t l) {
    return kernel.statement.lhs.indices[static_cast<std::size_t>(levels[l].mode)];
  };
  for (std::size_t inner = 0; inner < levels.size(); ++inner)
    for (std::size_t outer = 0; outer < inner && !is_dense(levels[inner]); ++outer)
      constraints.push_back(
          {index_of(outer), index_of(inner), LoopConstraint::Reason::result_order, &kernel.statement.lhs});
}

/// Whether the order needs a workspace: a sparse result is appended to, so it cannot be indexed below a reduction.
bool needs_workspace(const Kernel& kernel, const Order& order) {
  if (kernel.result().format->is_dense()) return false;
  bool reduces = false;
  for (const std::string& index : order) {
    const bool is_free = has(kernel.statement.lhs.indices, index);
    if (is_free && reduces) return true;
    reduces = reduces || !is_free;
  }
  return false;
}

}  // namespace

std::optional<std::string> taco_default(const Kernel& kernel) {
  std::vector<LoopConstraint> constraints = schedule::loop_constraints(kernel, Freedom::workspaces);
  add_result_order(kernel, constraints);
  Order left = schedule::all_indices(kernel.statement), order;
  while (!left.empty()) {
    const auto is_next = [&](const std::string& index) {
      return std::none_of(constraints.begin(), constraints.end(), [&](const LoopConstraint& constraint) {
        return constraint.inner == index && has(left, constraint.outer);
      });
    };
    const auto next = std::find_if(left.begin(), left.end(), is_next);
    if (next == left.end()) return std::nullopt;
    order.push_back(*next);
    left.erase(next);
  }
  return commands(kernel, order);
}

std::optional<std::string> scorch_rules(const Kernel& kernel) {
  const std::vector<LoopConstraint> constraints = schedule::loop_constraints(kernel, Freedom::conversions);
  Order order = schedule::all_indices(kernel.statement);
  std::sort(order.begin(), order.end());
  std::optional<std::tuple<std::size_t, bool, Order>> best;
  do {
    if (schedule::first_broken(constraints, order)) continue;
    const std::tuple cost(schedule::discordant_operands(kernel, order).size(), needs_workspace(kernel, order), order);
    if (!best || cost < *best) best = cost;
  } while (std::next_permutation(order.begin(), order.end()));
  if (!best) return std::nullopt;
  return commands(kernel, std::get<Order>(*best));
}

}  // namespace scorchc::rules
