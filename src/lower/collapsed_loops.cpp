// Collapses two dense loops, the second directly inside the first, into one loop over pairs of coordinates.
#include <algorithm>
#include <limits>

#include "lower/iteration_tree.h"
#include "lower/thread_locals.h"
#include "support/words.h"

namespace scorchc::lower {
namespace {

// Whether an array has a component for each pair and nothing else: then the number of pairs does not overflow.
bool has_array_of(const Kernel& kernel, const std::string& first, const std::string& second) {
  const auto is_array = [&](const Access& access) {
    const TensorDeclaration* tensor = kernel.find(access.tensor);
    return tensor && tensor->format && tensor->format->is_dense() && access.indices.size() == 2 &&
           access.indices[0] != access.indices[1] && has(access.indices, first) && has(access.indices, second);
  };
  const std::vector<Access> read = accesses(kernel.statement.rhs);
  return is_array(kernel.statement.lhs) || std::any_of(read.begin(), read.end(), is_array);
}

}  // namespace

loop::Expr with_collapsed_loops(const loop::Expr& position, const std::vector<CollapsedLoops>& all) {
  const auto terms = [](const loop::Expr& expr, loop::BinaryOp op) -> const std::vector<loop::Expr>* {
    const loop::Binary* node = expr.as<loop::Binary>();
    return node && node->op == op ? &node->operands : nullptr;
  };
  for (const CollapsedLoops& each : all) {
    const std::vector<loop::Expr>* sum = terms(position, loop::BinaryOp::add);
    const std::vector<loop::Expr>* product =
        sum && (*sum)[1] == each.second ? terms((*sum)[0], loop::BinaryOp::mul) : nullptr;
    if (!product || (*product)[1] != each.size) continue;
    const std::vector<loop::Expr>* above = terms((*product)[0], loop::BinaryOp::add);
    if ((*product)[0] == each.first) return each.pair;
    if (above && (*above)[1] == each.first) return loop::add(loop::mul((*above)[0], each.size), each.pair);
  }
  return position;
}

/// Whether both loops still run over every coordinate: where a part of the statement was dropped, a loop may be gone.
bool Lowerer::are_collapsed_loops(const cin::Forall& loop) const {
  const cin::Forall* second = loop.fused_as.empty() ? nullptr : loop.body[0].as<cin::Forall>();
  return second && iterators(iteration_tree(loop, kernel_)).empty() &&
         iterators(iteration_tree(*second, kernel_)).empty();
}

void Lowerer::lower_collapsed_loops(const cin::Forall& loop, const Scope& outer, Block& out) {
  if (++bodies_ > most_bodies_) return;
  const cin::Forall& second_loop = *loop.body[0].as<cin::Forall>();
  const std::string &first_name = storage_.coordinate(loop.index),
                    &second_name = storage_.coordinate(second_loop.index);
  const auto named = [&](const std::string& name, const loop::Expr& value) -> loop::Expr {
    if (!value.as<loop::Binary>()) return value;
    const std::string fresh = storage_.names.fresh(name);
    out.push_back(loop::Declare{fresh, value});
    return loop::index_variable(fresh);
  };
  out.push_back(loop::Comment{loop.fused_as + ": pairs of " + loop.index + " and " + second_loop.index +
                              (loop.vector ? ", vectorised" : "")});
  const loop::Expr size = named(second_name + "_end", end_of(second_loop.index, outer));
  loop::Expr rows = end_of(loop.index, outer);
  // No run visits more pairs than an i64 counts, but computing their number must not overflow.
  const loop::Expr most = loop::integer(std::numeric_limits<std::int64_t>::max());
  if (!has_array_of(kernel_, loop.index, second_loop.index))
    rows = loop::select(loop::less(loop::integer(0), size), loop::minimum(rows, loop::divide(most, size)),
                        loop::integer(0));
  const std::string name = storage_.names.fresh(loop.fused_as);
  const loop::Expr count = named(name + "_end", loop::mul(rows, size));
  const ThreadLocals own(*this, may_run_parallel(loop, outer));
  const std::size_t names = storage_.names.mark();
  const CollapsedLoops pairs{loop::index_variable(name), loop::index_variable(first_name),
                             loop::index_variable(second_name), size};
  Block body = {loop::Declare{first_name, loop::divide(pairs.pair, size)},
                loop::Declare{second_name, loop::sub(pairs.pair, loop::mul(pairs.first, size))}};
  Scope scope = outer;
  scope.coordinates.insert_or_assign(loop.index, pairs.first);
  if (options_.bodies == Options::Bodies::marked) mark_body(second_loop.index, scope, body);
  scope.coordinates.insert_or_assign(second_loop.index, pairs.second);
  scope.pairs.push_back(pairs);
  lower(second_loop.body[0], scope, body);
  storage_.names.forget_since(names);
  out.push_back(
      loop::For{name, loop::integer(0), count, std::move(body), own.parallel, own.locals, loop.vector, loop.unroll});
}

}  // namespace scorchc::lower
