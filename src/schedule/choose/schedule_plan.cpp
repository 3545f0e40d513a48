#include "schedule/choose/schedule_plan.h"

#include <algorithm>

#include "schedule/choose/choose_blas.h"
#include "schedule/choose/choose_contraction.h"
#include "schedule/choose/choose_copies.h"
#include "schedule/choose/choose_loop_order.h"
#include "schedule/choose/choose_panels.h"
#include "schedule/choose/choose_parallelism.h"
#include "schedule/choose/choose_prefetch.h"
#include "schedule/choose/choose_protocols.h"
#include "schedule/choose/choose_stage_loops.h"
#include "schedule/choose/choose_tiles.h"
#include "schedule/choose/choose_vectors.h"
#include "schedule/choose/choose_workspaces.h"
#include "schedule/choose/complete_order.h"
#include "schedule/estimate/work.h"
#include "schedule/explain/explain_plan.h"
#include "schedule/search/plans.h"
#include "schedule/transform/apply.h"
#include "schedule/transform/find_command.h"
#include "schedule/transform/split_blocks.h"
#include "schedule/transform/stages.h"
#include "support/diagnostics.h"

namespace scorchc::schedule {
namespace {

// Whether a command orders the statement's own loops, not those of a precomputed temporary.
bool has_own_order(const Commands& commands) { return std::any_of(commands.begin(), commands.end(), is_own_order); }

// Closes an open mode order in the user's loop order, unless the user also gives the mode order.
void close_mode_order(const Kernel& kernel, Commands& commands) {
  if (!kernel.result().mode_order_open || find_command<StorageOrder>(commands)) return;
  for (const Command& command : commands) {
    const Reorder* reorder = std::get_if<Reorder>(&command);
    if (!reorder) continue;
    StorageOrder order{kernel.result().name, {}};
    for (const std::string& index : reorder->indices)
      for (const std::string& result_index : kernel.statement.lhs.indices)
        if (index == result_index) order.indices.push_back(index);
    commands.push_back(std::move(order));
    return;
  }
}

bool has_all(const Commands& commands, const Commands& wanted) {
  return std::all_of(wanted.begin(), wanted.end(), [&](const Command& each) {
    return std::find(commands.begin(), commands.end(), each) != commands.end();
  });
}

// The user's commands with tiles, or with loops that leave a product to a BLAS. Tiles rename loops, so there are none
// if a command would no longer find its loop.
std::optional<Commands> tiled_commands(const Kernel& kernel, const Commands& users, Decisions& decisions) {
  if (!only_mark_loops(placing(users))) return {};
  if (kernel.blas == Blas::none && (is_left_out(users, Choice::tile) || is_left_out(users, Choice::convert))) return {};
  Decisions said;
  Commands tiles = kernel.blas == Blas::cblas ? choose_blas(kernel, said) : choose_tiles(kernel, said);
  std::erase_if(tiles, [&](const Command& each) { return std::find(users.begin(), users.end(), each) != users.end(); });
  Commands tiled = joined_commands(tiles, users);
  if (!tiles.empty() && !users.empty() && !plan_of(kernel, tiled)) return {};
  decisions.insert(decisions.end(), said.begin(), said.end());
  return tiles.empty() ? std::nullopt : std::optional(std::move(tiled));
}

// Loops for a BLAS if earlier statements or precomputed temporaries leave a matrix product as the last statement.
Commands loops_for_blas(const Kernel& kernel, const Commands& settled, Decisions& decisions) {
  if (kernel.blas != Blas::cblas) return {};
  const std::vector<Stage> made = stages(split_blocks(kernel, settled), settled);
  if (made.size() == 1) return {};
  Decisions said;
  Commands loops = choose_blas(made.back().kernel, said);
  if (loops.empty() || !plan_of(kernel, joined_commands(settled, loops))) return {};
  decisions.insert(decisions.end(), said.begin(), said.end());
  return loops;
}

}  // namespace

ScheduledPlan schedule_plan(const Kernel& kernel, Commands commands, Decisions& decisions) {
  const bool may_copy = !is_left_out(commands, Choice::convert);
  for (Command& copy : may_copy ? choose_copies(split_blocks(kernel, commands), decisions) : Commands{})
    if (std::find(commands.begin(), commands.end(), copy) == commands.end()) commands.push_back(std::move(copy));
  commands = with_loops_of_addends(kernel, with_loops_of_stages(kernel, std::move(commands), decisions), decisions);
  const bool is_chosen = kernel.schedule != "none";
  const bool is_bare = only_leave_out(commands);
  const auto may_choose = [&](Choice choice) { return is_chosen && is_open(commands, choice); };
  std::vector<PricedPlan> priced_plans;
  if (std::optional<Commands> tiled = is_chosen ? tiled_commands(kernel, commands, decisions) : std::nullopt) {
    commands = std::move(*tiled);
  } else if (has_own_order(commands)) {
    close_mode_order(kernel, commands);
    if (is_chosen) commands = with_completed_order(kernel, commands, decisions);
    decisions.push_back({"schedule", "loop order", print(commands), "given by the user"});
  } else {
    const StorageOrder* order = find_command<StorageOrder>(commands);
    const Kernel pinned = order ? with_mode_order(kernel, *order) : kernel;
    Commands settled = without<StorageOrder>(commands);
    const bool is_regrouped =
        find_command<Factor>(commands) || find_command<Precompute>(commands) || find_command<Fission>(commands);
    Contraction contraction =
        is_regrouped ? Contraction{{}, find_plans(pinned, settled)} : choose_contraction(pinned, settled, decisions);
    settled = joined_commands(settled, contraction.commands);
    commands = joined_commands(commands, contraction.commands);
    priced_plans = std::move(contraction.priced_plans);
    Commands left = is_chosen ? loops_for_blas(pinned, settled, decisions) : Commands{};
    // Cost estimates do not cover BLAS calls, so plans with other loops are no alternatives.
    if (!left.empty())
      std::erase_if(priced_plans, [&](const PricedPlan& each) { return has_all(each.commands, contraction.commands); });
    if (left.empty()) left = choose_loop_order(pinned, settled, contraction.plans, decisions);
    commands = joined_commands(commands, left);
  }
  cin::Program program = apply_commands(kernel, commands);
  log_what_is_made(commands, program, decisions);
  const auto expected = [&] { return expected_sizes(split_blocks(kernel, commands)); };
  if (is_chosen && !is_left_out(commands, Choice::workspace)) {
    const Commands workspaces = choose_workspaces(program, commands, expected(), decisions);
    commands.insert(commands.end(), workspaces.begin(), workspaces.end());
    if (!workspaces.empty()) program = apply_commands(kernel, commands);
  }
  // The two choices are independent, so the loops are rebuilt once for both.
  Commands more;
  if (may_choose(Choice::parallelize)) more = choose_parallelism(program, decisions);
  if (may_choose(Choice::vectorize)) {
    const Commands vectors = choose_vectors(program, decisions);
    more.insert(more.end(), vectors.begin(), vectors.end());
  }
  if (!more.empty()) {
    commands.insert(commands.end(), more.begin(), more.end());
    program = apply_commands(kernel, commands);
  }
  if (may_choose(Choice::prefetch)) {
    const Commands prefetches = choose_prefetch(program, decisions);
    commands.insert(commands.end(), prefetches.begin(), prefetches.end());
    if (!prefetches.empty()) program = apply_commands(kernel, commands);
  }
  if (is_bare && may_choose(Choice::pack)) {
    Commands packed =
        choose_panels(kernel, commands, program, expected_sizes(split_blocks(kernel, commands)), decisions);
    if (!packed.empty()) program = apply_commands(kernel, commands = std::move(packed));
  }
  const Kernel statement = split_blocks(kernel, commands);
  const Sizes sizes = expected_sizes(statement);
  if (may_choose(Choice::protocol)) {
    const Commands protocols = choose_protocols(program, sizes, decisions);
    commands.insert(commands.end(), protocols.begin(), protocols.end());
    if (!protocols.empty()) program = apply_commands(kernel, commands);
  }
  Work work = work_of(program, sizes);
  log_what_is_expected(work, program, statement, sizes, decisions);
  return {std::move(program), std::move(commands), std::move(work), std::move(priced_plans)};
}

}  // namespace scorchc::schedule
