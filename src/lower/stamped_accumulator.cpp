// Lowers workspaces whose components are located at coordinates that other operands determine: sparse accumulators
// with generation stamps. No list is kept, sorted or reset. A coordinate holds a value if its stamp equals the epoch,
// which increases each time the workspace is filled. A workspace that is filled only once, a sparse vector in an array,
// has a flag in place of a stamp. So has one that is cleared, before it is filled, wherever it will be located: its
// other components are never read.
//
//   sums[j] = (seen[j] == epoch ? sums[j] : 0) + x; seen[j] = epoch;   branch-free: new and old sums mix unpredictably
//   sums[j] += x; seen[j] = true;                                      where it was cleared
//
// Masked accumulators are from Milakovic, Selvitopi, Nisa, Budimlic, Buluc, "Parallel Algorithms for Masked Sparse
// Matrix-Matrix Products", 2022.
#include "lower/iterator.h"

namespace scorchc::lower {

// Declares its arrays once; returns whether this is the first time. Values that are read before they are set are
// zeroed.
bool Lowerer::declare_stamped(const StoredTensor& tensor) {
  if (!declared_.insert(tensor.name).second) return false;
  const bool has_rounds = !tensor.temporary.epoch.empty();
  const loop::Type mark = has_rounds ? loop::Type::i64 : loop::Type::boolean;
  const loop::Expr& extent = tensor.levels[0].site.extent;
  if (has_rounds)
    locals_->push_back(loop::LocalArray{tensor.temporary.scratch, mark, loop::integer(1), true, cleanup()});
  locals_->push_back(loop::LocalArray{tensor.temporary.seen, mark, extent, !tensor.temporary.is_masked, cleanup()});
  const bool reads_first = has_rounds || tensor.temporary.is_masked;
  if (has_values()) locals_->push_back(loop::LocalArray{tensor.vals, tensor.value, extent, reads_first, cleanup()});
  return true;
}

// While bounding it does nothing: no loop's bound depends on what the workspace holds.
void Lowerer::fill_stamped(const cin::Where& where, const StoredTensor& tensor, const Scope& scope, Block& out) {
  if (is_bounding()) return;
  const std::string &rounds = tensor.temporary.scratch, &epoch = tensor.temporary.epoch;
  const bool is_first = declare_stamped(tensor);
  if (!epoch.empty()) {
    out.push_back(loop::Store{rounds, loop::Type::i64, loop::integer(0), loop::Update::add, loop::integer(1)});
    const loop::Expr number = loop::load_index(rounds, loop::Type::i64, loop::integer(0));
    const bool is_outermost = scope.coordinates.empty();  // then a producer that runs twice finds it declared
    if (is_first || !is_outermost)
      out.push_back(loop::Declare{epoch, number, is_outermost});
    else
      out.push_back(loop::Assign{epoch, loop::Update::set, number});
  }
  workspaces_[tensor.name] = &where;
  Block filling;
  if (tensor.temporary.is_masked) clear_looked_up(*where.consumer().as<cin::Forall>(), tensor, scope, filling);
  lower_part(where.producer(), producer_scope(scope_inside(where.producer(), scope)), filling);
  workspaces_.erase(tensor.name);
  const bool is_asked_before = may_hold_anything(where, scope).has_value();
  guarded(is_asked_before ? loop::boolean(true) : has_entries(where.consumer(), scope), std::move(filling), out);
}

// Clears flags and sums where the consumer's loop will locate them.
void Lowerer::clear_looked_up(const cin::Forall& loop, const StoredTensor& tensor, const Scope& scope, Block& out) {
  Iterator asking = make_iterators(iteration_tree(loop, kernel_), scope_at(loop, scope)).at(0);
  const std::size_t names = storage_.names.mark();
  asking.position = storage_.names.fresh("p" + level_name(*asking.level));
  const std::string& index = storage_.coordinate(loop.index);
  const loop::Expr at = loop::index_variable(index);
  Block clearing = {
      constant(index, asking.stored_coordinate()),
      loop::Store{tensor.temporary.seen, loop::Type::boolean, at, loop::Update::set, loop::boolean(false)}};
  if (with_values()) clearing.push_back(reset_sum(tensor, at));
  storage_.names.forget_since(names);
  out.push_back(loop::Comment{loop.index + ": " + asking.access + ", reset components that will be located"});
  out.push_back(loop::For{asking.position, asking.range.begin, asking.range.end, std::move(clearing)});
}

// The condition that a coordinate holds a value. While bounding nothing is filled, so any coordinate may.
loop::Expr Lowerer::holds(const StoredTensor& tensor, const loop::Expr& at) const {
  if (is_bounding()) return loop::boolean(true);
  const TemporaryNames& names = tensor.temporary;
  if (names.epoch.empty()) return loop::load(names.seen, loop::Type::boolean, at);
  return loop::equal(loop::load_index(names.seen, loop::Type::i64, at), loop::index_variable(names.epoch));
}

// The condition that a loop over one operand's entries has any; true for every other statement.
loop::Expr Lowerer::has_entries(const cin::Stmt& stmt, const Scope& scope) const {
  const cin::Forall* loop = stmt.as<cin::Forall>();
  if (!loop) return loop::boolean(true);
  const IterationTree tree = iteration_tree(*loop, kernel_);
  if (tree.kind != IterationTree::Kind::iterator) return loop::boolean(true);
  return loop::less(loop::integer(0), *most_of(tree, scope_at(*loop, scope)));
}

// The condition that the operands that lead the consumer and the producer have entries: otherwise there is nothing to
// do. Most rows of nearly empty operands have none. Empty if the consumer does something without sums, or if the
// producer has sums without entries of an operand.
std::optional<loop::Expr> Lowerer::may_hold_anything(const cin::Where& where, const Scope& scope) const {
  if (!storage_.tensor(where.temporary.tensor).temporary.is_masked || is_bounding() || sparse_result_) return {};
  if (without(where.consumer(), {print(where.temporary)}, kernel_, zero_signs_)) return {};
  const loop::Expr has_terms = has_entries(where.producer(), scope_inside(where.producer(), scope));
  if (has_terms == loop::boolean(true)) return {};
  return loop::both(has_entries(where.consumer(), scope), has_terms);
}

void Lowerer::accumulate_stamped(const StoredTensor& tensor, const loop::Expr& at, AssignOp op, const loop::Expr& value,
                                 Block& out) {
  const bool has_rounds = !tensor.temporary.epoch.empty();
  const loop::Expr mark = has_rounds ? loop::index_variable(tensor.temporary.epoch) : loop::boolean(true);
  const loop::Store marked{tensor.temporary.seen, has_rounds ? loop::Type::i64 : loop::Type::boolean, at,
                           loop::Update::set, mark};
  const auto store = [&](loop::Update update, const loop::Expr& stored) {
    return loop::Store{tensor.vals, tensor.value, at, update, stored};
  };
  if (with_values() && op == AssignOp::add && tensor.temporary.is_masked) {
    out.push_back(store(loop::Update::add, value));
  } else if (with_values() && op == AssignOp::add) {
    const loop::Expr sum = loop::pick(holds(tensor, at), loop::load(tensor.vals, tensor.value, at), empty_sum(tensor));
    out.push_back(store(loop::Update::set, loop::Compute{Operator::add, {sum, value}, tensor.value}));
  } else if (with_values() && op == AssignOp::set) {
    out.push_back(store(loop::Update::set, value));
  } else if (with_values()) {
    out.push_back(loop::If{{holds(tensor, at)}, {{store(update_of(op), value)}, {store(loop::Update::set, value)}}});
  }
  out.push_back(marked);
}

}  // namespace scorchc::lower
