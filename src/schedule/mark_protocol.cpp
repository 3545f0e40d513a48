#include "schedule/mark_protocol.h"

#include <algorithm>

#include "levels/registry.h"
#include "schedule/choose_vectors.h"
#include "schedule/iteration_domain.h"
#include "schedule/refuse.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

using Why = std::optional<std::string>;

// The operand's level over the index, or null. Repeated indices have a loop each, so there is at most one.
const LevelSpec* level_along(const Access& access, const std::string& index, const Kernel& kernel) {
  for (const LevelSpec& level : kernel.tensor(access.tensor).format->levels)
    if (access.indices[static_cast<std::size_t>(level.mode)] == index) return &level;
  return nullptr;
}

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
  const auto is_looked_up = [&](const Access& each) { return each == access || cin::locates(loop, each); };
  if (!is_asked(loop, kernel, is_looked_up) || is_asked(loop, kernel, [](const Access&) { return false; })) return {};
  const std::vector<Access> all = walked(loop, kernel);
  if (std::all_of(all.begin(), all.end(), is_looked_up))
    return "the loop over " + in_backquotes(loop.index) + " would have no operand to walk";
  return "the loop over " + in_backquotes(loop.index) + " must also visit entries of " + in_backquotes(access) +
         " where no walked operand has one";
}

// A masked workspace is reset where the loop will locate it: at the entries of exactly one operand.
Why why_not_masked(const cin::Forall& loop, const Access& access, const Kernel& kernel) {
  if (!is_list_with_places(access, kernel)) return in_backquotes(access) + " is not a workspace over one index";
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

// Marks the loops over the index that read the operand.
class ProtocolMarking {
 public:
  ProtocolMarking(const Protocol& command, const Kernel& kernel) : command_(command), kernel_(kernel) {}
  Why why;
  bool found = false;

  cin::Stmt visit(const cin::Stmt& stmt) {
    if (!reads(stmt, command_.access)) return stmt;
    return match(
        stmt, [&](const cin::Assign&) { return stmt; },
        [&](const cin::Forall& loop) {
          cin::Forall result = cin::with_inside(loop, visit(cin::inside(loop)));
          if (loop.index == command_.index) mark(result);
          return cin::Stmt(result);
        },
        [&](const cin::Where& where) {
          cin::Where result = where;
          if (!cin::converted_operand(where)) result.parts[1] = visit(where.producer());
          if (where.temporary == command_.access && command_.reading == Reading::masked && !why)
            why = why_not_masked(where);
          result.parts[0] = visit(where.consumer());
          return cin::Stmt(result);
        },
        [&](const cin::Sequence& sequence) {
          cin::Sequence result;
          for (const cin::Stmt& part : sequence.statements) result.statements.push_back(visit(part));
          return cin::Stmt(result);
        });
  }

 private:
  Why why_not_masked(const cin::Where& where) const {
    const cin::Forall* loop = where.consumer().as<cin::Forall>();
    if (!is_list_with_places(where.temporary, kernel_))
      return in_backquotes(where.temporary) + " is not a workspace over one index";
    if (where.distinct) return in_backquotes(where.temporary) + " is assigned once, without accumulation";
    if (!loop || loop->index != command_.index)
      return in_backquotes(where.temporary) + " is also read outside the loop over " + in_backquotes(command_.index);
    return {};
  }

  void mark(cin::Forall& loop) {
    found = true;
    if (!why) why = why_not_read(loop, command_.access, command_.reading, kernel_);
    const LevelSpec* level = level_along(command_.access, command_.index, kernel_);
    // No mark for the defaults: dense levels are located, sparse ones walked.
    if (command_.reading != Reading::walk && level && !is_dense(*level))
      loop.reads.push_back({command_.access, command_.reading});
  }

  const Protocol& command_;
  const Kernel& kernel_;
};

}  // namespace

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
  if (reading == Reading::locate && is_list_with_places(access, split)) return why_not_located(loop, access, split);
  if (!levels::level_format(level->level).search)
    return is_list_with_places(access, split) ? std::string("a workspace cannot be galloped through")
                                              : "the level of " + in_backquotes(access) + " along " +
                                                    in_backquotes(loop.index) + " has no search: it can only be walked";
  return reading == Reading::locate ? why_not_located(loop, access, split) : why_not_galloped(loop, access, split);
}

std::optional<std::string> why_no_protocol(const Kernel& split, const Protocol& command, const cin::Stmt& body) {
  const Access& access = command.access;
  if (!split.find(access.tensor) || !reads(body, access)) return "the loops read no " + in_backquotes(access);
  if (!has(access.indices, command.index))
    return in_backquotes(command.index) + " is not an index of " + in_backquotes(access);
  ProtocolMarking marking(command, split);
  marking.visit(body);
  if (!marking.found) return "no loop over " + in_backquotes(command.index) + " reads " + in_backquotes(access);
  return marking.why;
}

cin::Stmt with_protocol(const Kernel& kernel, const Kernel& split, const Protocol& command, const cin::Stmt& body) {
  if (const Why why = why_no_protocol(split, command, body)) refuse(kernel, command, *why);
  return with_legal_protocol(split, command, body);
}

cin::Stmt with_legal_protocol(const Kernel& split, const Protocol& command, const cin::Stmt& body) {
  return ProtocolMarking(command, split).visit(body);
}

}  // namespace scorchc::schedule
