// Workspaces whose components are looked up, where other operands say which are asked for. No list is kept, sorted or
// emptied: a coordinate holds a value where its stamp is the number of the round, one more each time that the workspace
// is filled anew. One that is filled once, a sparse vector in an array, has a mark in place of a stamp. So has one that
// is cleared before it is filled, wherever it will be looked up: elsewhere it holds what nobody reads.
//
//   sums[j] = (seen[j] == round ? sums[j] : 0) + x; seen[j] = round;    by a mask: a mix of new and old ones is not
//   foretold sums[j] += x; seen[j] = true;                                       where it was cleared
//
// Milakovic, Selvitopi, Nisa, Budimlic, Buluc, "Parallel Algorithms for Masked Sparse Matrix-Matrix Products", 2022,
// has masked accumulators.
#include "lower/iterator.h"

namespace scorchc::lower {

// Its arrays, once; whether this is the first time. Room for sums is zeroed, as it is read before there are any.
bool Lowerer::declare_stamped(const StoredTensor& tensor) {
  if (!declared_.insert(tensor.name).second) return false;
  const bool has_rounds = !tensor.temporary.round.empty();
  const loop::Type mark = has_rounds ? loop::Type::i64 : loop::Type::boolean;
  const loop::Expr& extent = tensor.levels[0].site.extent;
  if (has_rounds)
    locals_->push_back(loop::LocalArray{tensor.temporary.scratch, mark, loop::integer(1), true, cleanup()});
  locals_->push_back(loop::LocalArray{tensor.temporary.seen, mark, extent, !tensor.temporary.is_cleared, cleanup()});
  const bool reads_first = has_rounds || tensor.temporary.is_cleared;
  if (has_values()) locals_->push_back(loop::LocalArray{tensor.vals, tensor.value, extent, reads_first, cleanup()});
  return true;
}

// No loop's bound depends on what the workspace holds.
void Lowerer::fill_stamped(const cin::Where& where, const StoredTensor& tensor, const Scope& scope, Block& out) {
  if (is_bounding()) return;
  const std::string &rounds = tensor.temporary.scratch, &round = tensor.temporary.round;
  const bool is_first = declare_stamped(tensor);
  if (!round.empty()) {
    out.push_back(loop::Store{rounds, loop::Type::i64, loop::integer(0), loop::Update::add, loop::integer(1)});
    const loop::Expr number = loop::load_index(rounds, loop::Type::i64, loop::integer(0));
    const bool is_outermost = scope.coordinates.empty();  // where a producer that runs twice finds it declared
    if (is_first || !is_outermost)
      out.push_back(loop::Declare{round, number, is_outermost});
    else
      out.push_back(loop::Assign{round, loop::Update::set, number});
  }
  workspaces_[tensor.name] = &where;
  Block filling;
  if (tensor.temporary.is_cleared) clear_probed(*where.consumer().as<cin::Forall>(), tensor, scope, filling);
  lower_part(where.producer(), beside_result(scope_inside(where.producer(), scope)), filling);
  workspaces_.erase(tensor.name);
  const bool is_asked_before = may_hold_anything(where, scope).has_value();
  guarded(is_asked_before ? loop::boolean(true) : has_entries(where.consumer(), scope), std::move(filling), out);
}

// Marks and sums where the loop that looks them up will.
void Lowerer::clear_probed(const cin::Forall& loop, const StoredTensor& tensor, const Scope& scope, Block& out) {
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
  out.push_back(loop::Comment{loop.index + ": " + asking.access + ", cleared where sums are looked up"});
  out.push_back(loop::For{asking.position, asking.range.begin, asking.range.end, std::move(clearing)});
}

// Whether a coordinate holds a value. Where only bounds are looked for nothing is made: any may.
loop::Expr Lowerer::holds(const StoredTensor& tensor, const loop::Expr& at) const {
  if (is_bounding()) return loop::boolean(true);
  const TemporaryNames& names = tensor.temporary;
  if (names.round.empty()) return loop::load(names.seen, loop::Type::boolean, at);
  return loop::equal(loop::load_index(names.seen, loop::Type::i64, at), loop::index_variable(names.round));
}

// Whether an outermost loop over one operand's entries has anything to walk. Nothing is made for others.
loop::Expr Lowerer::has_entries(const cin::Stmt& stmt, const Scope& scope) const {
  const cin::Forall* loop = stmt.as<cin::Forall>();
  if (!loop) return loop::boolean(true);
  const IterationTree tree = iteration_tree(*loop, kernel_);
  if (tree.kind != IterationTree::Kind::iterator) return loop::boolean(true);
  return loop::less(loop::integer(0), *most_of(tree, scope_at(*loop, scope)));
}

// Where nothing is to be done without sums, and there are none without entries of another operand: whether both have
// any. Most rows of nearly empty operands have not.
std::optional<loop::Expr> Lowerer::may_hold_anything(const cin::Where& where, const Scope& scope) const {
  if (!storage_.tensor(where.temporary.tensor).temporary.is_cleared || is_bounding() || sparse_result_) return {};
  if (without(where.consumer(), {print(where.temporary)}, kernel_, zero_signs_)) return {};
  const loop::Expr has_terms = has_entries(where.producer(), scope_inside(where.producer(), scope));
  if (has_terms == loop::boolean(true)) return {};
  return loop::both(has_entries(where.consumer(), scope), has_terms);
}

void Lowerer::keep_stamped(const StoredTensor& tensor, const loop::Expr& at, AssignOp op, const loop::Expr& value,
                           Block& out) {
  const bool has_rounds = !tensor.temporary.round.empty();
  const loop::Expr mark = has_rounds ? loop::index_variable(tensor.temporary.round) : loop::boolean(true);
  const loop::Store marked{tensor.temporary.seen, has_rounds ? loop::Type::i64 : loop::Type::boolean, at,
                           loop::Update::set, mark};
  const auto store = [&](loop::Update update, const loop::Expr& stored) {
    return loop::Store{tensor.vals, tensor.value, at, update, stored};
  };
  if (with_values() && op == AssignOp::add && tensor.temporary.is_cleared) {
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
