#include "schedule/transform/mark_loops.h"

#include <algorithm>
#include <optional>

#include "schedule/legality/iteration_domain.h"
#include "schedule/legality/parallel_loops.h"
#include "schedule/legality/refuse.h"
#include "schedule/legality/vector_loops.h"
#include "schedule/transform/mark_prefetch.h"
#include "schedule/transform/mark_protocol.h"
#include "schedule/transform/mark_vectors.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

using Why = std::optional<std::string>;

bool has_loop(const cin::Stmt& stmt) {
  return match(
      stmt, [](const cin::Assign&) { return false; }, [](const cin::Forall&) { return true; },
      [](const cin::Where& where) { return has_loop(where.producer()) || has_loop(where.consumer()); },
      [](const cin::Sequence& sequence) {
        return std::any_of(sequence.statements.begin(), sequence.statements.end(), has_loop);
      });
}

Why why_not_unrolled(const cin::Forall& loop, const Kernel& kernel) {
  if (loop.vector) return "its iterations already run in the lanes of a vector loop";
  if (loop.parallel) return "it is a parallel loop";
  if (has_loop(cin::inside(loop))) return "it is not innermost: only innermost loops can be unrolled";
  const std::vector<Access> operands = walked(loop, kernel);
  if (operands.size() > 1)
    return "it merges `" + print(operands[0]) + "` and `" + print(operands[1]) + "`, so its trip count is unknown";
  return {};
}

// Marks the loops with one name, and keeps the reason if the last one visited cannot be marked. The statement's own
// loops come last, after those that initialise its result. Loops that convert operands are never marked.
class LoopMarking {
 public:
  LoopMarking(const Kernel& kernel, std::string name) : kernel_(kernel), name_(std::move(name)) {}

  cin::Stmt fuse(const cin::Stmt& stmt, const std::string& inner, const std::string& fused_as) {
    return visit(stmt, [&](cin::Forall& loop) {
      why_ = why_not_fused(loop, inner);
      loop.fused_as = fused_as;
    });
  }

  cin::Stmt unroll(const cin::Stmt& stmt, std::int64_t times) {
    return visit(stmt, [&](cin::Forall& loop) {
      why_ = why_not_unrolled(loop, kernel_);
      loop.unroll = times;
    });
  }

  // Returns the marked statement, or refuses the command if a loop is missing or could not be marked.
  template <class Command>
  cin::Stmt checked(cin::Stmt marked, const Kernel& kernel, const Command& command) const {
    if (!found_) refuse(kernel, command, "the loops have no index `" + name_ + "`");
    if (why_) refuse(kernel, command, *why_);
    return marked;
  }

 private:
  template <class Mark>
  cin::Stmt visit(const cin::Stmt& stmt, const Mark& mark) {
    return match(
        stmt, [&](const cin::Assign&) { return stmt; },
        [&](const cin::Forall& loop) -> cin::Stmt {
          if (cin::name_of(loop) != name_) return cin::with_inside(loop, visit(cin::inside(loop), mark));
          found_ = true;
          cin::Forall marked = loop;
          mark(marked);
          return why_ ? stmt : cin::Stmt(marked);
        },
        [&](const cin::Where& where) {
          cin::Where result = where;
          const TensorDeclaration* made = kernel_.find(where.temporary.tensor);
          const bool in_rows = made && !where.temporary.indices.empty() && !made->format->is_dense();
          const bool around = std::exchange(fills_rows_, fills_rows_ || in_rows);
          if (!cin::converted_operand(where)) result.parts[1] = visit(where.producer(), mark);
          fills_rows_ = around;
          result.parts[0] = visit(where.consumer(), mark);
          return cin::Stmt(result);
        },
        [&](const cin::Sequence& sequence) {
          cin::Sequence result;
          for (const cin::Stmt& part : sequence.statements) result.statements.push_back(visit(part, mark));
          return cin::Stmt(result);
        });
  }

  Why why_not_fused(const cin::Forall& loop, const std::string& inner) const {
    const cin::Forall* second = loop.body[0].as<cin::Forall>();
    if (!second || second->index != inner)
      return "the loop over `" + inner + "` is not directly inside the loop over `" + loop.index + "`";
    if (fills_rows_) return "these loops assemble a sparse temporary row by row";
    for (const cin::Forall* each : {&loop, second}) {
      const std::string& index = each->index;
      for (const Access& access : walked(*each, kernel_))
        return "the loop over `" + index + "` walks the coordinates that `" + print(access) +
               "` stores, not all of them";
      if (!kernel_.result().format->is_dense() && has(kernel_.statement.lhs.indices, index))
        return "`" + kernel_.result().name + "` is sparse and assembled row by row";
    }
    const auto outer_part = kernel_.indices.find(loop.index), inner_part = kernel_.indices.find(inner);
    if (outer_part != kernel_.indices.end() && inner_part != kernel_.indices.end() &&
        !outer_part->second.block_of.empty() && outer_part->second.block_of == inner_part->second.block_of)
      return "the last block may be shorter than the others";
    return {};
  }

  const Kernel& kernel_;
  const std::string name_;
  Why why_;
  bool found_ = false;       // whether there is such a loop
  bool fills_rows_ = false;  // the enclosing loops fill a sparse temporary
};

cin::Stmt fused(const Kernel& kernel, const Kernel& split, const Fuse& command, const cin::Stmt& body) {
  std::string name = command.outer + "_" + command.inner;
  for (int n = 2; split.indices.count(name) || split.find(name); ++n)
    name = command.outer + "_" + command.inner + std::to_string(n);
  LoopMarking marking(split, command.outer);
  cin::Stmt marked = marking.fuse(body, command.inner, name);
  return marking.checked(std::move(marked), kernel, command);
}

cin::Stmt unrolled(const Kernel& kernel, const Kernel& split, const Unroll& command, const cin::Stmt& body) {
  LoopMarking marking(split, command.index);
  cin::Stmt marked = marking.unroll(body, command.times);
  return marking.checked(std::move(marked), kernel, command);
}

// Marks the outermost loops with this name, of precomputed temporaries and of the statement, whose iterations write
// disjoint components.
cin::Stmt parallelized(const cin::Stmt& stmt, const Parallelize& command, const Kernel& kernel,
                       const cin::Where* filling = nullptr) {
  if (const cin::Where* where = stmt.as<cin::Where>()) {
    cin::Where result = *where;
    result.parts[0] = parallelized(where->consumer(), command, kernel, filling);
    if (is_precomputed(*where, kernel)) result.parts[1] = parallelized(where->producer(), command, kernel, where);
    return result;
  }
  if (const cin::Forall* loop = stmt.as<cin::Forall>(); loop && cin::name_of(*loop) == command.index) {
    if (why_serial(kernel, *loop, filling)) return stmt;
    cin::Forall parallel = *loop;
    parallel.parallel = true;
    parallel.partition = command.partition;
    return parallel;
  }
  if (const cin::Sequence* sequence = stmt.as<cin::Sequence>()) {
    cin::Sequence result;
    for (const cin::Stmt& part : sequence->statements)
      result.statements.push_back(parallelized(part, command, kernel, filling));
    return result;
  }
  return stmt;
}

cin::Stmt checked_parallel(const Kernel& kernel, const Kernel& split, const Parallelize& command,
                           const cin::Stmt& body) {
  const cin::Forall* loop = find_loop(body, command.index);
  if (!loop) refuse(kernel, command, "the loops have no index `" + command.index + "`");
  cin::Stmt parallel = parallelized(body, command, split);
  if (parallel == body)
    refuse(kernel, command,
           why_serial(split, *loop, nullptr).value_or("the loop over `" + command.index + "` is not outermost"));
  return parallel;
}

cin::Stmt checked_vectors(const Kernel& kernel, const Kernel& split, const Vectorize& command, const cin::Stmt& body) {
  const cin::Forall* loop = find_loop(body, command.index);
  if (!loop) refuse(kernel, command, "the loops have no index `" + command.index + "`");
  const ValueType type = computation_type(kernel);
  cin::Stmt vectors = vectorized(body, command.index, split, kernel, type);
  if (vectors == body) refuse(kernel, command, why_scalar(*loop, split, type).value_or("it is inside a vector loop"));
  return vectors;
}

template <class Wanted, class Act>
void perform(const Commands& commands, cin::Stmt& body, const Act& act) {
  for (const Command& command : commands)
    if (const Wanted* wanted = std::get_if<Wanted>(&command)) body = act(*wanted, body);
}

}  // namespace

const cin::Forall* find_loop(const cin::Stmt& stmt, const std::string& name) {
  if (const cin::Forall* loop = stmt.as<cin::Forall>())
    return cin::name_of(*loop) == name ? loop : find_loop(cin::inside(*loop), name);
  const cin::Where* where = stmt.as<cin::Where>();
  const cin::Sequence* sequence = stmt.as<cin::Sequence>();
  // Search the statement's own loops first: they come last.
  std::vector<cin::Stmt> parts = where ? where->parts : sequence ? sequence->statements : std::vector<cin::Stmt>{};
  if (sequence) std::reverse(parts.begin(), parts.end());
  for (const cin::Stmt& part : parts)
    if (const cin::Forall* loop = find_loop(part, name)) return loop;
  return nullptr;
}

cin::Stmt mark_loops(const Kernel& kernel, const Kernel& split, const Commands& commands, cin::Stmt body) {
  perform<Fuse>(commands, body,
                [&](const Fuse& command, const cin::Stmt& stmt) { return fused(kernel, split, command, stmt); });
  for (const Reading reading : {Reading::walk, Reading::locate, Reading::masked, Reading::gallop})
    perform<Protocol>(commands, body, [&](const Protocol& command, const cin::Stmt& stmt) {
      return command.reading == reading ? with_protocol(kernel, split, command, stmt) : stmt;
    });
  perform<Parallelize>(commands, body, [&](const Parallelize& command, const cin::Stmt& stmt) {
    return checked_parallel(kernel, split, command, stmt);
  });
  perform<Vectorize>(commands, body, [&](const Vectorize& command, const cin::Stmt& stmt) {
    return checked_vectors(kernel, split, command, stmt);
  });
  perform<Unroll>(commands, body,
                  [&](const Unroll& command, const cin::Stmt& stmt) { return unrolled(kernel, split, command, stmt); });
  perform<Prefetch>(commands, body, [&](const Prefetch& command, const cin::Stmt& stmt) {
    return prefetching(kernel, split, command, stmt);
  });
  return body;
}

}  // namespace scorchc::schedule
