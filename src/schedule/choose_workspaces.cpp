#include "schedule/choose_workspaces.h"

#include <algorithm>

#include "schedule/choose_protocols.h"
#include "schedule/cost.h"
#include "schedule/mark_workspace.h"
#include "schedule/plans.h"

namespace scorchc::schedule {
namespace {

// An array is as long as the index is in any call: only an extent that no call exceeds bounds it, and then it is no
// longer than what the operands store, so that memory stays in proportion to it.
bool has_capacity(const IndexDeclaration& index, const Kernel& kernel, const Sizes& sizes) {
  if (!index.extent) return false;
  double entries = 0;
  for (const TensorDeclaration& operand : kernel.tensors)
    if (const auto prefixes = sizes.prefixes.find(operand.name);
        prefixes != sizes.prefixes.end() && !prefixes->second.empty())
      entries += operand.name == kernel.result().name ? 0 : prefixes->second.back();
  return static_cast<double>(*index.extent) <= entries;
}

// Whether it is known that the other way could be better: no index that nobody speaks of is too long for an array, or
// short enough for one.
bool is_likely(const Workspace& other, const cin::Program& program, const Sizes& sizes) {
  const auto index = program.split.indices.find(other.temporary.indices.front());
  if (index == program.split.indices.end()) return false;
  return other.held == Held::array ? has_capacity(index->second, program.kernel, sizes) : is_known(index->second);
}

}  // namespace

Commands possible_workspaces(const cin::Program& program) {
  Commands found;
  for (const cin::Where* where : cin::wheres_in(program.body)) {
    if (!is_workspace(*where, program.split)) continue;
    const bool is_array = program.split.tensor(where->temporary.tensor).format->has_places();
    const Workspace other{where->temporary, is_array ? Held::tuples : Held::array};
    if (!why_not_held(program.split, other, program.body)) found.push_back(other);
  }
  return found;
}

Commands choose_workspaces(const cin::Program& given, const Commands& said, const Sizes& sizes, Decisions& decisions) {
  Commands chosen;
  cin::Program program = given;
  // How levels are read is chosen later, and may be most of the price.
  const auto priced = [&](cin::Program each) { return price_with_protocols(each, sizes).total; };
  for (const Command& command : said)
    if (const Workspace* workspace = std::get_if<Workspace>(&command))
      decisions.push_back({"schedule", "kind of workspace " + print(workspace->temporary),
                           std::string(name(workspace->held)), "the user's"});
  double least = 0;
  for (const Command& command : possible_workspaces(given)) {
    const Workspace& other = std::get<Workspace>(command);
    const auto is_of_it = [&](const Command& each) {
      const Workspace* workspace = std::get_if<Workspace>(&each);
      return workspace && workspace->temporary == other.temporary;
    };
    if (std::any_of(said.begin(), said.end(), is_of_it) || !is_likely(other, given, sizes)) continue;
    if (least == 0) least = priced(program);
    cin::Program held_so = program;
    hold_legally(held_so.split, other);
    const double total = priced(held_so);
    if (total >= (1 - least_gain) * least) continue;
    const bool is_array = other.held == Held::array;
    decisions.push_back(
        {"schedule", "kind of workspace " + print(other.temporary), std::string(name(other.held)),
         (is_array ? "the extent is known, and no longer than what the operands store: as a list of tuples"
                   : "few of its places would ever be used: as an array") +
             (" it would make the statement cost " + times(least / total)) + " times as much"});
    program = std::move(held_so);
    least = total;
    chosen.push_back(command);
  }
  return chosen;
}

}  // namespace scorchc::schedule
