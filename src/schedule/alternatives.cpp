#include "schedule/alternatives.h"

#include "schedule/choose/choose_contraction.h"
#include "schedule/choose/choose_copies.h"
#include "schedule/choose/choose_protocols.h"
#include "schedule/choose/choose_stage_loops.h"
#include "schedule/choose/choose_workspaces.h"
#include "schedule/search/plans.h"
#include "schedule/search/protocol_search.h"
#include "schedule/transform/apply.h"
#include "schedule/transform/find_command.h"
#include "schedule/transform/normalise.h"
#include "schedule/transform/split_blocks.h"
#include "support/decisions.h"
#include "support/diagnostics.h"

namespace scorchc::schedule {

std::vector<Commands> alternatives(const Kernel& given, std::size_t most) {
  const Kernel kernel = normalise(given);
  Decisions ignored_log;
  const Commands copies = with_loops_of_stages(kernel, choose_copies(split_blocks(kernel), ignored_log), ignored_log);
  std::vector<Commands> bases = {copies};
  for (const Commands& regrouping : regroupings(kernel, copies)) bases.push_back(joined_commands(copies, regrouping));
  std::vector<std::vector<Commands>> ways;  // one list per base, cheapest first
  for (const Commands& base : bases) {
    try {
      std::vector<Commands>& own = ways.emplace_back();
      const Plans plans = find_plans(kernel, base);
      for (const Plan& plan : plans.ranked) own.push_back(joined_commands(base, plan.commands));
    } catch (const Failure& failure) {
      if (failure.diagnostic().code != Code::schedule_illegal) throw;
    }
  }
  std::vector<Commands> found;
  for (std::size_t place = 0; place < 2 * most_plans; ++place)
    for (const std::vector<Commands>& own : ways)
      if (place < own.size() && found.size() < most) found.push_back(own[place]);
  return found;
}

std::vector<Commands> with_other_protocols(const Kernel& given, const Commands& commands) {
  std::vector<Commands> found;
  if (find_command<Protocol>(commands)) return found;
  const Kernel kernel = normalise(given);
  const cin::Program walking = apply_commands(kernel, commands);
  if (cin::operands(walking.body).size() > most_operands_galloped) return found;
  for (const Command& protocol : possible_protocols(walking)) found.push_back(joined_commands(commands, {protocol}));
  Decisions ignored_log;
  const Commands chosen = choose_protocols(walking, expected_sizes(split_blocks(kernel, commands)), ignored_log);
  if (!chosen.empty()) {
    Protocol walked = std::get<Protocol>(chosen.front());
    walked.reading = Reading::walk;
    found.push_back(joined_commands(commands, {walked}));
  }
  return found;
}

std::vector<Commands> with_other_workspaces(const Kernel& given, const Commands& commands) {
  std::vector<Commands> found;
  if (find_command<Workspace>(commands)) return found;
  for (const Command& workspace : possible_workspaces(apply_commands(normalise(given), commands)))
    found.push_back(joined_commands(commands, {workspace}));
  return found;
}

}  // namespace scorchc::schedule
