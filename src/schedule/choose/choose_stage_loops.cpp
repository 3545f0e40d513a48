#include "schedule/choose/choose_stage_loops.h"

#include <algorithm>

#include "schedule/explain/explain_order.h"
#include "schedule/search/plans.h"
#include "schedule/transform/find_command.h"
#include "schedule/transform/parts.h"
#include "schedule/transform/split_blocks.h"
#include "schedule/transform/stage_parts.h"
#include "schedule/transform/stages.h"

namespace scorchc::schedule {
namespace {

// Conversions given only for the statement that fills `temporary`, as commands of a kernel with that statement alone.
Commands conversions_given_for(const std::string& temporary, const Commands& given) {
  Commands found;
  for (const Command& command : given)
    if (const Convert* convert = std::get_if<Convert>(&command); convert && convert->of == temporary)
      found.push_back(Convert{convert->access, convert->indices});
  return found;
}

// Conversions given for the last statement, of the operands that one of its addends reads.
Commands conversions_given_for_addend(const Kernel& addend, const Commands& given) {
  const std::vector<Access> read = accesses(addend.statement.rhs);
  Commands found = conversions_given_for({}, given);
  std::erase_if(found, [&](const Command& command) {
    return std::find(read.begin(), read.end(), std::get<Convert>(command).access) == read.end();
  });
  return found;
}

// Conversions given for all statements that contradict some of `wanted`.
Commands contradicted_conversions(const Commands& wanted, const Commands& given) {
  Commands found;
  for (const Command& command : given) {
    const Convert* made = std::get_if<Convert>(&command);
    const auto disagrees = [&](const Command& other) {
      const Convert* convert = std::get_if<Convert>(&other);
      return convert && convert->access == made->access && !(*convert == *made);
    };
    if (made && made->of.empty() && std::any_of(wanted.begin(), wanted.end(), disagrees)) found.push_back(command);
  }
  return found;
}

// Whether another statement reads the same access.
bool is_read_elsewhere(const Access& access, const Stage& here, const std::vector<Stage>& all) {
  return std::any_of(all.begin(), all.end(), [&](const Stage& stage) {
    const std::vector<Access> read = accesses(stage.kernel.statement.rhs);
    return stage.temporary.tensor != here.temporary.tensor && std::find(read.begin(), read.end(), access) != read.end();
  });
}

}  // namespace

Commands with_loops_of_stages(const Kernel& kernel, Commands commands, Decisions& decisions) {
  const Commands given = commands;
  const std::vector<Stage> all = stages(split_blocks(kernel, given), given);
  for (const Stage& stage : all) {
    const std::string& name = stage.temporary.tensor;
    if (name.empty() || find_reorder(given, 1, name)) continue;
    const Commands own = joined_commands(left_out(given), conversions_given_for(name, given));
    Plans plans = find_plans(stage.kernel, own);
    if (const Commands shared = contradicted_conversions(plans.ranked.front().commands, given); !shared.empty())
      plans = find_plans(stage.kernel, joined_commands(own, shared));
    if (!plans.ranked.front().order.empty()) decisions.push_back(order_decision("loop order of " + name, plans));
    for (Command command : plans.ranked.front().commands) {
      if (Reorder* reorder = std::get_if<Reorder>(&command)) reorder->of = name;
      const auto is_said = [&](const Command& each) {
        return std::find(commands.begin(), commands.end(), each) != commands.end();
      };
      if (is_said(command)) continue;
      // Another statement that reads the operand may need another storage order, so the conversion is for this one
      // only.
      if (Convert* convert = std::get_if<Convert>(&command); convert && is_read_elsewhere(convert->access, stage, all))
        convert->of = name;
      if (!is_said(command)) commands.push_back(std::move(command));
    }
  }
  return commands;
}

Commands with_loops_of_addends(const Kernel& kernel, Commands commands, Decisions& decisions) {
  if (!find_command<Fission>(commands)) return commands;
  const Commands given = commands;
  const std::vector<Kernel> addends = addend_kernels(stages(split_blocks(kernel, given), given).back().kernel);
  for (std::size_t n = 0; n < addends.size(); ++n) {
    const int part = static_cast<int>(n) + 1;
    if (find_reorder(given, part, {})) continue;
    const Plans plans =
        find_plans(addends[n], joined_commands(left_out(given), conversions_given_for_addend(addends[n], given)));
    decisions.push_back(order_decision("loop order of addend " + std::to_string(part), plans));
    for (Command command : plans.ranked.front().commands) {
      if (Reorder* reorder = std::get_if<Reorder>(&command)) reorder->part = part;
      if (std::find(commands.begin(), commands.end(), command) == commands.end())
        commands.push_back(std::move(command));
    }
  }
  return commands;
}

}  // namespace scorchc::schedule
