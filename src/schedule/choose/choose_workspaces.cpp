#include "schedule/choose/choose_workspaces.h"

#include <algorithm>

#include "schedule/explain/numbers.h"
#include "schedule/legality/workspace_kinds.h"
#include "schedule/search/protocol_search.h"
#include "schedule/transform/mark_workspace.h"

namespace scorchc::schedule {
namespace {

// Whether an array for the index stays in proportion to the input. An array is as long as the extent in any call, so
// the extent must be fixed and at most the number of entries that the operands store.
bool has_capacity(const IndexDeclaration& index, const Kernel& kernel, const Sizes& sizes) {
  if (!index.extent) return false;
  double entries = 0;
  for (const TensorDeclaration& operand : kernel.tensors)
    if (const auto prefixes = sizes.prefixes.find(operand.name);
        prefixes != sizes.prefixes.end() && !prefixes->second.empty())
      entries += operand.name == kernel.result().name ? 0 : prefixes->second.back();
  return static_cast<double>(*index.extent) <= entries;
}

// Whether hints show that the other kind may be better. An index without hints is neither too long for an array nor
// short enough for one.
bool is_likely(const Workspace& other, const cin::Program& program, const Sizes& sizes) {
  const auto index = program.split.indices.find(other.temporary.indices.front());
  if (index == program.split.indices.end()) return false;
  return other.held == WorkspaceKind::array ? has_capacity(index->second, program.kernel, sizes)
                                            : is_known(index->second);
}

}  // namespace

Commands possible_workspaces(const cin::Program& program) {
  Commands found;
  for (const cin::Where* where : cin::wheres_in(program.body)) {
    if (!is_workspace(*where, program.split)) continue;
    const bool is_array = program.split.tensor(where->temporary.tensor).format->is_indexed_list();
    const Workspace other{where->temporary, is_array ? WorkspaceKind::tuples : WorkspaceKind::array};
    if (!why_not_kind(program.split, other, program.body)) found.push_back(other);
  }
  return found;
}

Commands choose_workspaces(const cin::Program& given, const Commands& said, const Sizes& sizes, Decisions& decisions) {
  Commands chosen;
  cin::Program program = given;
  // Protocols are chosen later but may dominate the cost, so each kind is priced with its best protocols.
  const auto priced = [&](cin::Program each) { return price_with_protocols(each, sizes).total; };
  for (const Command& command : said)
    if (const Workspace* workspace = std::get_if<Workspace>(&command))
      decisions.push_back({"schedule", "kind of workspace " + print(workspace->temporary),
                           std::string(name(workspace->held)), "given by the user"});
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
    set_legal_kind(held_so.split, other);
    const double total = priced(held_so);
    if (total >= (1 - least_gain) * least) continue;
    const bool is_array = other.held == WorkspaceKind::array;
    decisions.push_back({"schedule", "kind of workspace " + print(other.temporary), std::string(name(other.held)),
                         (is_array ? "its extent is fixed and at most the number of stored entries;"
                                   : "few components of an array would be used;") +
                             (" estimated speedup " + times(least / total)) + "x"});
    program = std::move(held_so);
    least = total;
    chosen.push_back(command);
  }
  return chosen;
}

}  // namespace scorchc::schedule
