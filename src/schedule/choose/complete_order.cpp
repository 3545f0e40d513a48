#include "schedule/choose/complete_order.h"

#include <algorithm>

#include "schedule/choose/choose_contraction.h"
#include "schedule/legality/loop_constraints.h"
#include "schedule/legality/loop_order.h"
#include "schedule/legality/refuse.h"
#include "schedule/search/plans.h"
#include "schedule/transform/find_command.h"
#include "schedule/transform/parts.h"
#include "schedule/transform/split_blocks.h"
#include "schedule/transform/stage_parts.h"
#include "schedule/transform/stages.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

bool is_over_all(const Reorder& reorder, const Kernel& kernel) {
  const std::vector<std::string> all = all_indices(kernel.statement);
  return std::is_permutation(all.begin(), all.end(), reorder.indices.begin(), reorder.indices.end());
}

// Adds the conversions that the given order of one statement needs: the one that fills `temporary`, the last one, or
// one of its addends.
void add_conversions(const Kernel& kernel, int part, const std::string& temporary, const Commands& given,
                     Commands& found) {
  const Reorder* reorder = find_reorder(given, part, temporary);
  if (!reorder || !is_over_all(*reorder, kernel)) return;
  for (const Access& access : discordant_operands(kernel, reorder->indices)) {
    const auto converts = [&](const Command& command) {
      const Convert* convert = std::get_if<Convert>(&command);
      return convert && convert->access == access && (convert->of.empty() || convert->of == temporary);
    };
    if (std::none_of(given.begin(), given.end(), converts) && std::none_of(found.begin(), found.end(), converts))
      found.push_back(Convert{access, restricted(reorder->indices, access.indices), temporary});
  }
}

Commands needed_conversions(const Kernel& kernel, const Commands& given) {
  Commands found;
  const std::vector<Stage> made = stages(split_blocks(kernel, given), given);
  for (const Stage& stage : made) add_conversions(stage.kernel, 1, stage.temporary.tensor, given, found);
  if (!find_command<Fission>(given)) return found;
  const std::vector<Kernel> addends = addend_kernels(made.back().kernel);
  for (std::size_t n = 0; n < addends.size(); ++n)
    add_conversions(addends[n], static_cast<int>(n) + 1, {}, given, found);
  return found;
}

void log_conversions(const Commands& conversions, Decisions& decisions) {
  for (const Command& command : conversions) {
    const Convert& convert = std::get<Convert>(command);
    decisions.push_back({"schedule", "storage order of " + print(convert.access), joined(convert.indices),
                         "converted first: its present storage order is discordant with the given loop order"});
  }
}

// The commands with the conversions they need, if these make them legal.
std::optional<Commands> with_conversions(const Kernel& kernel, const Commands& given, Decisions& decisions) {
  if (is_left_out(given, Choice::convert)) return {};
  const Commands conversions = needed_conversions(kernel, given);
  Commands all = joined_commands(given, conversions);
  if (conversions.empty() || !plan_of(kernel, all)) return {};
  log_conversions(conversions, decisions);
  return all;
}

// Commands that cannot be completed, in the form with the more useful error: with conversions, unless the error would
// be about a conversion that the user did not give.
Commands refused_form(const Kernel& kernel, const Commands& given) {
  if (is_left_out(given, Choice::convert)) return given;
  const std::optional<Commands> conversions =
      if_legal([&]() -> std::optional<Commands> { return needed_conversions(kernel, given); });
  if (!conversions || conversions->empty()) return given;
  Commands all = joined_commands(given, *conversions);
  try {
    apply_commands(kernel, all);
  } catch (const Failure& failure) {
    return is_about(failure, *conversions) ? given : all;
  }
  return all;
}

// The commands, or the commands with conversions, if either is legal.
std::optional<Commands> legal(const Kernel& kernel, Commands commands, Decisions& decisions) {
  if (plan_of(kernel, commands)) return commands;
  return with_conversions(kernel, commands, decisions);
}

// The commands with a contraction whose loops the order names: the one chosen without the order, or else the cheapest.
std::optional<Commands> contracted(const Kernel& kernel, const Commands& given, Decisions& decisions) {
  const bool is_given = find_command<Precompute>(given) || find_command<Factor>(given) || find_command<Fission>(given);
  if (is_given || !kernel.earlier.empty()) return {};
  Commands open = given;
  std::erase_if(open, is_own_order);
  Decisions said;
  const Contraction chosen = choose_contraction(kernel, open, said);
  if (std::optional<Commands> all =
          chosen.commands.empty() ? std::nullopt : legal(kernel, joined_commands(given, chosen.commands), said)) {
    decisions.insert(decisions.end(), said.begin(), said.end());
    return all;
  }
  std::optional<Commands> best;
  double least = 0;
  for (const Commands& regrouping : regroupings(kernel, open)) {
    Decisions converting;
    std::optional<Commands> all = legal(kernel, joined_commands(given, regrouping), converting);
    const double price = all ? plan_of(kernel, *all)->price.total : 0;
    if (!all || (best && price >= least)) continue;
    best = std::move(all);
    least = price;
    said = {{"schedule", "contraction", print(regrouping),
             "the given order names the loops that remain after this command"}};
    said.insert(said.end(), converting.begin(), converting.end());
  }
  if (best) decisions.insert(decisions.end(), said.begin(), said.end());
  return best;
}

}  // namespace

Commands with_completed_order(const Kernel& kernel, const Commands& commands, Decisions& decisions) {
  if (plan_of(kernel, commands)) return commands;
  if (std::optional<Commands> all = if_legal([&] { return with_conversions(kernel, commands, decisions); }))
    return *all;
  if (std::optional<Commands> all = if_legal([&] { return contracted(kernel, commands, decisions); })) return *all;
  return refused_form(kernel, commands);
}

}  // namespace scorchc::schedule
