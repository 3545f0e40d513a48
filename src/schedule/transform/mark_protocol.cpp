#include "schedule/transform/mark_protocol.h"

#include "schedule/legality/iteration_domain.h"
#include "schedule/legality/protocols.h"
#include "schedule/legality/refuse.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

using Why = std::optional<std::string>;

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
    if (!is_indexed_list(where.temporary, kernel_))
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
