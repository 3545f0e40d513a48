#include "schedule/transform/mark_prefetch.h"

#include "schedule/legality/iteration_domain.h"
#include "schedule/legality/prefetches.h"
#include "schedule/legality/refuse.h"
#include "support/match.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// Marks the innermost loops whose entries select components of the operand.
class PrefetchMarking {
 public:
  PrefetchMarking(const Prefetch& command, const Kernel& kernel) : command_(command), kernel_(kernel) {}
  std::optional<std::string> why;
  bool found = false;

  struct Visited {
    cin::Stmt stmt;
    bool reads;  // whether the statement reads the operand; only then are its loops marked
  };
  Visited visit(const cin::Stmt& stmt) {
    return match(
        stmt, [&](const cin::Assign&) { return Visited{stmt, reads(stmt, command_.access)}; },
        [&](const cin::Forall& loop) {
          Visited inner = visit(cin::inside(loop));
          return inner.reads ? Visited{visit_loop(loop, inner.stmt), true} : Visited{stmt, false};
        },
        [&](const cin::Where& where) {
          const bool converts = cin::converted_operand(where) != nullptr;
          const Visited producer =
              converts ? Visited{where.producer(), reads(where.producer(), command_.access)} : visit(where.producer());
          const Visited consumer = visit(where.consumer());
          if (!producer.reads && !consumer.reads) return Visited{stmt, false};
          cin::Where result = where;
          result.parts[1] = producer.stmt;
          result.parts[0] = consumer.stmt;
          return Visited{result, true};
        },
        [&](const cin::Sequence& sequence) {
          cin::Sequence result;
          bool is_read = false;
          for (const cin::Stmt& part : sequence.statements) {
            Visited visited = visit(part);
            is_read = is_read || visited.reads;
            result.statements.push_back(std::move(visited.stmt));
          }
          return is_read ? Visited{result, true} : Visited{stmt, false};
        });
  }

 private:
  cin::Stmt visit_loop(const cin::Forall& loop, const cin::Stmt& inner) {
    cin::Forall result = cin::with_inside(loop, inner);
    if (inner != cin::inside(loop)) return result;
    const Format& format = *kernel_.tensor(command_.access.tensor).format;
    const std::vector<LevelSpec>& levels = format.levels;
    const auto is_along = [&](const LevelSpec& level) {
      return command_.access.indices[static_cast<std::size_t>(level.mode)] == loop.index;
    };
    const bool is_asking = format.is_dense() ? has(command_.access.indices, loop.index) : is_along(levels.front());
    if (!is_asking || walked(loop, kernel_).empty()) return result;
    found = true;
    why = why_not_prefetched(loop, kernel_);
    const bool has_rows = !is_along(levels.back());
    if (!why && !has_rows && command_.condition == PrefetchCondition::of_large)
      why = "the loop selects single components of `" + print(command_.access) + "`; add `; always`";
    if (!why)
      result.prefetches.push_back(
          {command_.access, command_.distance, command_.condition == PrefetchCondition::always});
    return result;
  }

  const Prefetch& command_;
  const Kernel& kernel_;
};

}  // namespace

std::optional<std::string> why_not_prefetched(const Kernel& split, const Prefetch& command, const cin::Stmt& body) {
  PrefetchMarking marking(command, split);
  marking.visit(body);
  return marking.why;
}

cin::Stmt prefetching(const Kernel& kernel, const Kernel& split, const Prefetch& command, const cin::Stmt& body) {
  const Access& access = command.access;
  const TensorDeclaration* tensor = split.find(access.tensor);
  if (!tensor || !reads(body, access)) refuse(kernel, command, "the loops do not read `" + print(access) + "`");
  if (!tensor->format->is_dense() && !has_rows_to_prefetch(split, *tensor))
    refuse(kernel, command,
           "`" + tensor->name + "` is sparse: the addresses of its components are not known in advance");
  PrefetchMarking marking(command, split);
  const cin::Stmt marked = marking.visit(body).stmt;
  if (!marking.found)
    refuse(
        kernel, command,
        "no loop over an index of `" + print(access) + "` walks the entries of another operand: it is read in order");
  if (marking.why) refuse(kernel, command, *marking.why);
  return marked;
}

}  // namespace scorchc::schedule
