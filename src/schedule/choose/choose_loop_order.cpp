#include "schedule/choose/choose_loop_order.h"

#include <algorithm>
#include <optional>

#include "schedule/explain/explain_order.h"
#include "schedule/legality/reads_in_place.h"
#include "schedule/search/plans.h"
#include "schedule/transform/find_command.h"
#include "schedule/transform/parts.h"
#include "schedule/transform/split_blocks.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// Commands for the search of one addend: exclusions, and conversions of its operands. Marks of loops may be for another
// addend.
Commands settled_for(const Kernel& addend, const Commands& settled) {
  Commands found = left_out(settled);
  const std::vector<Access> read = accesses(addend.statement.rhs);
  for (const Command& command : settled)
    if (const Convert* convert = std::get_if<Convert>(&command);
        convert && std::find(read.begin(), read.end(), convert->access) != read.end())
      found.push_back(command);
  return found;
}

// Addends of a dense result without a common order, in loops of their own.
struct FissionPlan {
  Plan plan;
  std::vector<Plans> addends;
};
std::optional<FissionPlan> split_plan(const Kernel& kernel, const Kernel& split, const Commands& settled) {
  const std::vector<Kernel> parts = addend_kernels(split);
  const AssignOp op = split.statement.op;
  if (!only_mark_loops(placing(without<Convert>(settled))) || is_left_out(settled, Choice::fission)) return {};
  if (parts.size() < 2 || !split.result().format->is_dense() || (op != AssignOp::set && op != AssignOp::add)) return {};
  // A converted operand with an open storage order needs one order for the whole statement. The old result may be read
  // by one addend only.
  const bool is_open = std::any_of(split.temporaries.begin(), split.temporaries.end(),
                                   [](const TensorDeclaration& tensor) { return tensor.converted_from.has_value(); });
  if (reads_result(split) || is_open || has_blocks(kernel)) return {};
  std::vector<Plans> addends;
  Commands commands = {Fission{}};
  for (std::size_t n = 0; n < parts.size(); ++n) {
    Plans plans = find_plans(parts[n], settled_for(parts[n], settled));
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
  std::optional<Plan> whole = plan_of(kernel, joined_commands(settled, commands));
  if (!whole) return {};
  whole->commands = std::move(commands);  // without the settled ones
  return FissionPlan{std::move(*whole), std::move(addends)};
}

// False if the result is made by the operand's own loops after all, without a conversion.
bool is_stored_again(const Convert& convert, const Kernel& scheduled) {
  return std::any_of(scheduled.temporaries.begin(), scheduled.temporaries.end(), [&](const TensorDeclaration& made) {
    return made.name == convert.access.tensor || (made.copy_of && made.copy_of->tensor == convert.access.tensor);
  });
}

void log_order(const Kernel& split, const Plans& plans, Decisions& decisions) {
  const Plan& best = plans.ranked.front();
  for (const Command& command : best.commands)
    if (const Convert* convert = std::get_if<Convert>(&command)) {
      if (!is_stored_again(*convert, best.program->split)) continue;
      const bool is_dense = split.tensor(convert->access.tensor).format->is_dense();
      decisions.push_back(
          {"schedule", "storage order of " + print(convert->access), joined(convert->indices),
           is_dense
               ? "copied first, so that the vector loop over " + convert->indices.back() + " has unit stride"
               : "converted first: its present storage order is discordant with the loop order " + joined(best.order)});
    }
  if (!best.order.empty()) decisions.push_back(order_decision("loop order", plans));
  if (split.needs_counting_sort(best.order))
    decisions.push_back(
        {"schedule", "assembly of " + split.result().name, "counting sort",
         "the loops do not follow its storage order: the entries of each row are counted, then stored at the next "
         "free position of their row"});
}

}  // namespace

Commands choose_loop_order(const Kernel& kernel, const Commands& settled, const Plans& plans, Decisions& decisions) {
  const Kernel split = split_blocks(kernel, settled);
  const Plan& best = plans.ranked.front();
  if (find_command<Convert>(best.commands)) {
    const std::optional<FissionPlan> fission = split_plan(kernel, split, settled);
    if (fission && fission->plan.price.total < best.price.total) {
      for (std::size_t n = 0; n < fission->addends.size(); ++n) {
        Decision decision = order_decision("loop order of addend " + std::to_string(n + 1), fission->addends[n]);
        decision.reason =
            "no order walks all addends concordantly, and a dense result accumulates them in separate loops; " +
            decision.reason;
        decisions.push_back(std::move(decision));
      }
      return fission->plan.commands;
    }
  }
  log_order(split, plans, decisions);
  return best.commands;
}

}  // namespace scorchc::schedule
