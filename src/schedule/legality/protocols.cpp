#include "schedule/legality/protocols.h"

#include <algorithm>
#include <functional>

#include "levels/registry.h"
#include "schedule/legality/iteration_domain.h"
#include "schedule/legality/refuse.h"
#include "schedule/legality/vector_loops.h"

namespace scorchc::schedule {
namespace {

using Why = std::optional<std::string>;

// Whether the loop must visit a coordinate where, of the operands sparse along its index, exactly those of `is_stored`
// store something.
bool is_asked(const cin::Forall& loop, const Kernel& kernel, const std::function<bool(const Access&)>& is_stored) {
  return is_in_iteration_domain(loop.body[0], kernel, [&](const Access& access) {
    return !is_sparse_along(access, loop.index, kernel) || is_stored(access);
  });
}

Why why_not_located(const cin::Forall& loop, const Access& access, const Kernel& kernel) {
  if (walks_runs(access, loop.index, kernel))
    return in_backquotes(access) + " may have a coordinate of " + in_backquotes(loop.index) +
           " several times: it cannot be located";
  const auto is_located = [&](const Access& each) { return each == access || cin::locates(loop, each); };
  if (!is_asked(loop, kernel, is_located) || is_asked(loop, kernel, [](const Access&) { return false; })) return {};
  const std::vector<Access> all = walked(loop, kernel);
  if (std::all_of(all.begin(), all.end(), is_located))
    return "the loop over " + in_backquotes(loop.index) + " would have no operand to walk";
  return "the loop over " + in_backquotes(loop.index) + " must also visit entries of " + in_backquotes(access) +
         " where no walked operand has one";
}

// A masked workspace is reset where the loop will locate it: at the entries of exactly one operand.
Why why_not_masked(const cin::Forall& loop, const Access& access, const Kernel& kernel) {
  if (!is_indexed_list(access, kernel)) return in_backquotes(access) + " is not a workspace over one index";
  if (const Why why = why_not_located(loop, access, kernel)) return why;
  const std::vector<Access> all = walked(loop, kernel);
  const auto others = std::count_if(all.begin(), all.end(), [&](const Access& each) { return each != access; });
  if (others != 1 || is_asked(loop, kernel, [](const Access&) { return false; }))
    return "the entries of exactly one operand must select where " + in_backquotes(access) + " is located";
  return {};
}

Why why_not_galloped(const cin::Forall& loop, const Access& access, const Kernel& kernel) {
  if (is_asked(loop, kernel, [](const Access&) { return false; }))
    return "the loop over " + in_backquotes(loop.index) + " visits every coordinate and skips none";
  if (is_asked(loop, kernel, [&](const Access& each) { return each == access; }))
    return "each entry of " + in_backquotes(access) + " is visited: the loop over " + in_backquotes(loop.index) +
           " skips none";
  const std::vector<Access> all = walked(loop, kernel);
  if (std::all_of(all.begin(), all.end(), [&](const Access& each) { return each == access; }))
    return "the loop over " + in_backquotes(loop.index) + " walks " + in_backquotes(access) +
           " alone and locates the others: it skips none";
  return {};
}

}  // namespace

const LevelSpec* level_along(const Access& access, const std::string& index, const Kernel& kernel) {
  for (const LevelSpec& level : kernel.tensor(access.tensor).format->levels)
    if (access.indices[static_cast<std::size_t>(level.mode)] == index) return &level;
  return nullptr;
}

std::optional<std::string> why_not_read(const cin::Forall& loop, const Access& access, Reading reading,
                                        const Kernel& split) {
  const LevelSpec* level = level_along(access, loop.index, split);
  if (is_dense(*level)) {
    if (reading == Reading::locate) return {};
    return in_backquotes(access) + " is dense along " + in_backquotes(loop.index) +
           ": every coordinate is located, none is walked";
  }
  if (reading == Reading::walk) return {};
  if (reading == Reading::masked) return why_not_masked(loop, access, split);
  if (reading == Reading::locate && is_indexed_list(access, split)) return why_not_located(loop, access, split);
  if (!levels::level_format(level->level).search)
    return is_indexed_list(access, split) ? std::string("a workspace cannot be galloped through")
                                          : "the level of " + in_backquotes(access) + " along " +
                                                in_backquotes(loop.index) + " has no search: it can only be walked";
  return reading == Reading::locate ? why_not_located(loop, access, split) : why_not_galloped(loop, access, split);
}

}  // namespace scorchc::schedule
