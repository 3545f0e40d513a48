// Lowers assignments, sequences and expressions, and the program as a whole.
#include <algorithm>

#include "ir/loop_walk.h"
#include "lower/lowerer.h"

namespace scorchc::lower {
namespace {

bool is_true(const loop::Expr& expr) {
  const loop::Boolean* node = expr.as<loop::Boolean>();
  return node && node->value;
}

bool tells_stored(const loop::Expr& condition) {
  return loop::any_part(condition, [](const loop::Expr& part) { return part.as<loop::IsStored>() != nullptr; });
}

}  // namespace

bool can_run_in_passes(const cin::Program& program, const Storage& storage) {
  bool prepares = false;
  const cin::Stmt* rest = &program.body;
  for (const cin::Where* where = rest->as<cin::Where>(); where; where = rest->as<cin::Where>()) {
    prepares = prepares || !where->temporary.indices.empty();
    rest = &where->consumer();
  }
  const std::vector<cin::Where> inside = cin::wheres(*rest);
  const bool has_workspaces = std::any_of(inside.begin(), inside.end(),
                                          [](const cin::Where& where) { return !where.temporary.indices.empty(); });
  // With several groups, counting is sequential even if filling is parallel.
  const bool alternates = sparse_groups(storage.tensor(program.split.result().name)).size() > 1;
  return prepares && !(has_workspaces && alternates);
}

void guarded(const loop::Expr& condition, loop::Block body, loop::Block& out) {
  if (is_true(condition))
    out.insert(out.end(), body.begin(), body.end());
  else
    out.push_back(loop::If{{condition}, {std::move(body)}});
}

loop::Block simplified_under(const loop::Expr& condition, const loop::Block& body) {
  loop::Block out;
  for (const loop::Stmt& stmt : body) {
    const loop::If* branch = stmt.as<loop::If>();
    if (branch && branch->conditions.front() == condition)
      out.insert(out.end(), branch->blocks[0].begin(), branch->blocks[0].end());
    else
      out.push_back(stmt);
  }
  return out;
}

loop::Update update_of(AssignOp op) {
  switch (op) {
    case AssignOp::set:
      return loop::Update::set;
    case AssignOp::add:
      return loop::Update::add;
    case AssignOp::min:
      return loop::Update::min;
    case AssignOp::max:
      return loop::Update::max;
  }
  return loop::Update::set;
}

Lowerer::Lowerer(const cin::Program& program, Storage& storage, Assembly assembly, const Options& options)
    : program_(program),
      kernel_(program.split),
      storage_(storage),
      result_(storage.tensor(program.split.result().name)),
      groups_(sparse_groups(result_)),
      assembly_(assembly),
      options_(options),
      sparse_result_(!program.split.result().format->is_dense()),
      counting_sorted_(needs_counting_sort(program)),
      in_blocks_(needs_block_assembly(program)),
      compute_type_(loop::type_of(computation_type(program.kernel))) {}

loop::Block Lowerer::run() {
  Block tables, locals, loops;
  tables_ = &tables;
  locals_ = &locals;
  prepare_prefetch(loops);
  lower_program(program_.body, Scope(), loops);
  // Allocations precede the loops: if one fails, nothing has been written.
  tables.insert(tables.end(), locals.begin(), locals.end());
  tables.insert(tables.end(), loops.begin(), loops.end());
  return tables;
}

bool Lowerer::is_short_enough() {
  most_bodies_ = options_.max_loop_bodies;
  run();
  return bodies_ <= most_bodies_;
}

Lowerer::Prepared Lowerer::prepare(Block& out) {
  Prepared prepared{&program_.body, {}, {}};
  while (const cin::Where* where = prepared.rest->as<cin::Where>()) {
    if (where->temporary.indices.empty()) {
      produce_scalar(*where, prepared.scope, out);
    } else {
      fill_workspace(*where, prepared.scope, out);
      prepared.scope = scope_after(*where, std::move(prepared.scope));
    }
    prepared.made.insert(where->temporary.tensor);
    prepared.rest = &where->consumer();
  }
  return prepared;
}

Lowerer::Passes Lowerer::run_passes() {
  Block locals, once;
  Passes passes;
  tables_ = &passes.once;
  locals_ = &locals;
  in_passes_ = true;
  prepare_prefetch(once);
  prepared_ = prepare(once);
  const Assembly filling = assembly_;
  assembly_ = {true, false, false};
  lower_program(*prepared_.rest, prepared_.scope, passes.counting);
  passes.counted = counted();
  assembly_ = filling;
  lower_program(*prepared_.rest, prepared_.scope, passes.filling);
  passes.moved_arrays = std::move(moved_arrays_);
  passes.once.insert(passes.once.end(), locals.begin(), locals.end());
  passes.once.insert(passes.once.end(), once.begin(), once.end());
  return passes;
}

void Lowerer::lower_program(const cin::Stmt& body, Scope scope, Block& out) {
  if (counting_sorted_) {
    scope = producer_scope(std::move(scope));
    rows_[result_.name].counting = assembly_.counts;
    if (!assembly_.counts) rows_[result_.name].next = declare_cursors(result_, out);
  }
  if (in_blocks_) {
    scope = producer_scope(std::move(scope));
    prepare_block_assembly(out);
  }
  const bool may_copy = options_.bodies == Options::Bodies::plain;
  const StoredTensor* operand = may_copy ? copied_operand(body, scope) : nullptr;
  if (operand && copy_entries(*operand, out)) return;
  Block loops;
  declare_totals(loops);
  if (const std::optional<ReusedPattern> from = appends_levels() ? reused_pattern() : std::nullopt) {
    Block appending;
    lower(body, scope, appending);
    reuse_pattern(*from, std::move(appending), loops);
  } else {
    lower(body, scope, loops);
  }
  clear_sums(out);
  out.insert(out.end(), loops.begin(), loops.end());
}

// Whether the pattern of the expression is the same at all coordinates of `indices`.
static bool has_uniform_pattern(const Expr& expr, const std::set<std::string>& indices, const Kernel& kernel) {
  const auto is_one = [&](const std::string& index) { return indices.count(index) > 0; };
  const auto alpha_equivalent = [&](const Expr& part) { return has_uniform_pattern(part, indices, kernel); };
  return match(
      expr,
      [&](const Access& node) {
        return std::none_of(node.indices.begin(), node.indices.end(), is_one) ||
               kernel.tensor(node.tensor).format->is_dense();
      },
      [](const Literal&) { return true; },
      [&](const Apply& node) { return std::all_of(node.operands.begin(), node.operands.end(), alpha_equivalent); },
      [&](const Reduce& node) { return alpha_equivalent(node.body[0]); },
      [&](const Equal& node) { return !is_one(node.left) && !is_one(node.right); });
}

// Whether each entry is assigned in all components of the dense levels below the last sparse one, or in none: its
// pattern does not depend on the coordinates in these levels.
bool Lowerer::assigns_whole_entries() const {
  const cin::Assign* assign = cin::single_assignment(program_.body);
  if (in_blocks_ || counting_sorted_ || !assign || assign->op != AssignOp::set) return false;
  const std::vector<std::string>& lhs = kernel_.statement.lhs.indices;
  std::set<std::string> below;
  for (std::size_t l = groups_.back().last + 1; l < result_.levels.size(); ++l)
    below.insert(lhs[static_cast<std::size_t>(result_.levels[l].mode)]);
  // A part of the last block may lie beyond the extent.
  if (std::any_of(below.begin(), below.end(),
                  [&](const std::string& index) { return kernel_.indices.at(index).part != BlockPart::whole; }))
    return false;
  return has_uniform_pattern(kernel_.statement.rhs, below, kernel_);
}

// Dense levels below the last sparse one accumulate sums in any order, so they start from zero.
void Lowerer::clear_sums(Block& out) const {
  const bool takes_sums = sparse_result_ && groups_.back().last + 1 < result_.levels.size() && !assigns_whole_entries();
  const bool moves_blocks = in_blocks_ && appends_blocks_in_order() && !blocks_.starts_from_zero;
  if (!takes_sums || !assembly_.writes_vals || moves_blocks) return;
  out.push_back(
      loop::Clear{result_.vals, result_.value, loop::Field{result_.object, result_.count_field, -1, loop::Type::i64}});
}

void Lowerer::lower(const cin::Stmt& stmt, const Scope& scope, Block& out) {
  match(
      stmt, [&](const cin::Assign& assign) { lower_assign(assign, scope, out); },
      [&](const cin::Forall& loop) { lower_loop(loop, scope, out); },
      [&](const cin::Where& node) { lower_where(node, scope, out); },
      [&](const cin::Sequence& node) {
        for (const cin::Stmt& part : node.statements) {
          Scope inner = scope_inside(part, scope);
          inner.temporaries = scope.temporaries;
          lower_part(part, inner, out);
        }
      });
}

void Lowerer::lower_assign(const cin::Assign& assign, const Scope& scope, Block& out) {
  if (is_bounding()) {
    upper_bound_.is_bounded = upper_bound_.is_bounded && upper_bound_.index.empty();
    out.push_back(loop::Assign{storage_.tensor(filled_).temporary.count, loop::Update::add, loop::integer(1)});
    return;
  }
  prefetch_access(assign, scope, out);
  if (scope.temporaries.count(assign.lhs.tensor))
    assign_temporary(assign, scope, out);
  else if (rows_.count(assign.lhs.tensor))
    counting_sort(assign, value_of(assign.rhs, scope), scope, out);
  else if (in_blocks_ && assign.lhs.tensor == result_.name)
    place(assign, value_of(assign.rhs, scope), scope, out);
  else if (workspaces_.count(assign.lhs.tensor))
    assign_workspace(assign, scope, out);
  else if (sparse_result_)
    assign_sparse(assign, scope, out);
  else
    assign_dense(assign, scope, out);
}

void Lowerer::assign_temporary(const cin::Assign& assign, const Scope& scope, Block& out) {
  const Temporary& temporary = scope.temporaries.at(assign.lhs.tensor);
  Value value = value_of(assign.rhs, scope);
  // A scalar that an earlier statement assigns is always stored: it is 0 where its right-hand side is unstored.
  if (assign.op == AssignOp::set && program_.kernel.is_assigned_earlier(assign.lhs.tensor))
    value = {or_zero(value), loop::boolean(true), true};
  // Without a branch, so that the loop can be vectorised: an unstored value adds nothing.
  if (assign.op == AssignOp::add && temporary.stored_flag.empty() && temporary.terms.empty() &&
      tells_stored(value.present))
    value = {or_zero(value), loop::boolean(true), true};
  Block body;
  if (!temporary.variable.empty())
    body.push_back(loop::Assign{temporary.variable, update_of(assign.op), loop::cast(temporary.type, value.value)});
  if (!temporary.stored_flag.empty())
    body.push_back(loop::Assign{temporary.stored_flag, loop::Update::set, loop::boolean(true)});
  if (!temporary.terms.empty()) body.push_back(loop::Assign{temporary.terms, loop::Update::add, loop::integer(1)});
  guarded(value.present, std::move(body), out);
}

void Lowerer::assign_dense(const cin::Assign& assign, const Scope& scope, Block& out) {
  AccessState state = scope.access(print(assign.lhs));
  advance(assign.lhs, state, scope);
  const Value value = value_of(assign.rhs, scope);
  const auto store = [&](const loop::Expr& stored) {
    const bool compares = assign.op == AssignOp::min || assign.op == AssignOp::max;
    if (!compares || result_.value == compute_type_)
      return loop::Store{result_.vals, result_.value, state.position.begin, update_of(assign.op),
                         loop::cast(result_.value, stored)};
    // The least i64 does not fit in an i32: compares in the wider type, then narrows.
    const loop::Expr old = loop::cast(compute_type_, loop::load(result_.vals, result_.value, state.position.begin));
    const Operator op = assign.op == AssignOp::min ? Operator::min : Operator::max;
    return loop::Store{result_.vals, result_.value, state.position.begin, loop::Update::set,
                       loop::cast(result_.value, loop::Compute{op, {old, stored}, compute_type_})};
  };
  if (assign.op == AssignOp::add)
    guarded(value.present, {store(value.value)}, out);
  else
    out.push_back(store(or_zero(value)));
}

bool Lowerer::may_be_empty(const std::string& index) const {
  const auto declared = kernel_.indices.find(storage_.original(index));
  return declared == kernel_.indices.end() || declared->second.extent.value_or(0) <= 0;
}

// The context inside a statement: its own loops and temporaries.
struct Lowerer::Inside {
  Ranges ranges = Ranges::may_be_empty;
  std::set<std::string> loops;
  std::map<std::string, bool> made;  // whether they are surely stored
};

bool Lowerer::may_be_unstored(const cin::Stmt& stmt, const Scope& scope, Ranges ranges) const {
  return !stores_surely(stmt, scope, {ranges, {}, {}});
}

bool Lowerer::stores_surely(const cin::Stmt& stmt, const Scope& scope, const Inside& inside) const {
  return match(
      stmt, [&](const cin::Assign& assign) { return is_surely_stored(assign.rhs, scope, inside); },
      [&](const cin::Forall& loop) {
        if (full_operand_ && runs_below(*full_operand_, loop)) return stores_surely(loop.body[0], scope, inside);
        const std::vector<std::string>& lhs = kernel_.statement.lhs.indices;
        const bool reduces = std::find(lhs.begin(), lhs.end(), loop.index) == lhs.end();
        if (reduces && inside.ranges == Ranges::may_be_empty && may_be_empty(loop.index)) return false;
        Inside deeper = inside;
        deeper.loops.insert(loop.index);
        return stores_surely(loop.body[0], scope, deeper);
      },
      [&](const cin::Where& node) {
        Inside consumer = inside;
        // A min or a max over an empty range is stored. A sum is not, even inside a min or a max.
        Inside producer = inside;
        producer.ranges = node.reduction == ReduceOp::sum ? Ranges::may_be_empty : Ranges::are_not_empty;
        consumer.made[node.temporary.tensor] = program_.kernel.is_assigned_earlier(node.temporary.tensor) ||
                                               stores_surely(node.producer(), scope, producer);
        return stores_surely(node.consumer(), scope, consumer);
      },
      [&](const cin::Sequence& node) {
        return std::any_of(node.statements.begin(), node.statements.end(),
                           [&](const cin::Stmt& part) { return stores_surely(part, scope, inside); });
      });
}

// Whether the expression is stored at every combination of coordinates of the loops inside: x(i) + y(j) of sparse
// vectors is stored along either index, but not along both.
bool Lowerer::is_surely_stored(const Expr& expr, const Scope& scope, const Inside& inside) const {
  const auto stored = [&](const Expr& operand) { return is_surely_stored(operand, scope, inside); };
  return match(
      expr,
      [&](const Access& access) {
        // A temporary made inside, a scalar or an array, is stored where its producer stores something.
        const auto made = inside.made.find(access.tensor);
        if (made != inside.made.end() && (access.indices.empty() || !made->second)) return made->second;
        if (access.indices.empty()) {
          const auto it = scope.temporaries.find(access.tensor);
          if (it != scope.temporaries.end()) return !it->second.present.has_value();
        }
        const StoredTensor* tensor = storage_.find(access.tensor);
        if (tensor && tensor->temporary.components && !scope.access(print(access)).presumed_stored) return false;
        return kernel_.find(access.tensor) && !scope.access(print(access)).present &&
               std::none_of(inside.loops.begin(), inside.loops.end(),
                            [&](const std::string& index) { return is_sparse_along(access, index, kernel_); });
      },
      [](const Literal& number) { return number.stored; }, [](const Equal&) { return false; },
      [](const Reduce&) { return false; },
      [&](const Apply& node) {
        switch (pattern_of(node)) {
          case Pattern::full:
            return true;
          case Pattern::numerator:
            return stored(node.operands[0]);
          case Pattern::intersection:
            return std::all_of(node.operands.begin(), node.operands.end(), stored);
          case Pattern::union_:
            return std::any_of(node.operands.begin(), node.operands.end(), stored);
        }
        return false;
      });
}

// The value, or `zero` where it is unstored.
loop::Expr Lowerer::or_zero(const Value& value, double zero) const {
  if (value.is_zero_elsewhere) return value.value;
  return loop::select(value.present, value.value, loop::number(compute_type_, zero, 0));
}

// Next to a term that is surely stored, an unstored term contributes -0.0: x + -0 and x - 0 are x, and -0 - x is -x. If
// signs of zeros are visible in the result, it contributes 0.
loop::Expr Lowerer::operand_of_union(Operator op, const std::vector<Value>& operands, std::size_t n) const {
  if (operands.size() == 1) return operands[n].value;
  const bool is_added = op == Operator::add || (op == Operator::sub && n == 0);
  const bool is_beside_term =
      std::any_of(operands.begin(), operands.end(), [](const Value& other) { return is_true(other.present); });
  return or_zero(operands[n], is_added && is_beside_term && zero_signs_ == ZeroSigns::hidden ? -0.0 : 0.0);
}

Value Lowerer::value_of_access(const Access& access, const Scope& scope) const {
  const loop::Expr always = loop::boolean(true);
  if (const auto it = scope.temporaries.find(access.tensor); it != scope.temporaries.end()) {
    const Temporary& temporary = it->second;
    const loop::Expr present = temporary.present.value_or(always);
    if (temporary.variable.empty()) return {loop::number(compute_type_, 0, 0), present, true};
    return {loop::cast(compute_type_, loop::Variable{temporary.variable, temporary.type}), present, false};
  }
  AccessState state = scope.access(print(access));
  advance(access, state, scope);
  const StoredTensor& tensor = storage_.tensor(access.tensor);
  if (tensor.temporary.components && !state.presumed_stored) state.present = is_component_stored(access, scope);
  return {loop::cast(compute_type_, loop::load(tensor.vals, tensor.value, state.position.begin)),
          state.present.value_or(always), false};
}

// Whether a component of a dense temporary is stored. Components that differ only in modes that do not decide are all
// stored, or none is.
loop::Expr Lowerer::is_component_stored(const Access& access, const Scope& scope) const {
  const StoredTensor& tensor = storage_.tensor(access.tensor);
  const StoredComponents& components = *tensor.temporary.components;
  const auto position_of = [&](const StoredLevel& level, const loop::Expr& above, const loop::Expr& at) {
    return with_collapsed_loops(level.format->locate->position(level.site, above, at), scope.pairs);
  };
  loop::Expr position = loop::integer(0);
  if (components.fibre) {
    const StoredTensor& operand = storage_.tensor(components.fibre->tensor);
    for (const StoredLevel& level : operand.levels) {
      if (&level == &operand.levels.back()) break;
      const std::string& index = components.fibre->indices[static_cast<std::size_t>(level.mode)];
      const auto mode = std::find(tensor.indices.begin(), tensor.indices.end(), index) - tensor.indices.begin();
      position = position_of(level, position, coordinate(access.indices[static_cast<std::size_t>(mode)], scope));
    }
    const StoredLevel& last = operand.levels.back();
    const levels::Positions fibre =
        last.format->position_iteration->bounds(last.site, {position, loop::add(position, loop::integer(1))});
    return loop::less(fibre.begin, fibre.end);
  }
  loop::Expr exists =
      loop::boolean(true);  // whether the component to be tested exists: the first in the modes that do not decide
  for (const StoredLevel& level : tensor.levels) {
    const auto mode = static_cast<std::size_t>(level.mode);
    if (!components.decides[mode]) exists = loop::both(exists, loop::less(loop::integer(0), level.site.extent));
    position = position_of(level, position,
                           components.decides[mode] ? coordinate(access.indices[mode], scope) : loop::integer(0));
  }
  return loop::both(exists, loop::is_stored(loop::load(tensor.vals, tensor.value, position)));
}

Value Lowerer::value_of_apply(const Apply& node, const Scope& scope) const {
  std::vector<Value> operands;
  for (const Expr& operand : node.operands) operands.push_back(value_of(operand, scope));
  std::vector<loop::Expr> values;
  loop::Expr present = operands[0].present;
  bool is_zero_elsewhere = false;
  if (node.is_constant_elsewhere) {
    for (const Value& operand : operands) {
      present = loop::either(present, operand.present);
      values.push_back(or_zero(operand));
    }
    return {loop::Compute{node.op, std::move(values), compute_type_}, present, true};
  }
  switch (pattern_of(node)) {
    case Pattern::intersection:
      // equal(i, i2) * x is x where the coordinates are equal
      if (node.operands[0].as<Equal>()) return {operands[1].value, loop::both(present, operands[1].present), false};
      present = loop::both(present, operands[1].present);
      values = {operands[0].value, operands[1].value};
      break;
    case Pattern::numerator:
      values = {operands[0].value, or_zero(operands[1])};
      break;
    case Pattern::full:
      present = loop::boolean(true);
      for (const Value& operand : operands) values.push_back(or_zero(operand));
      break;
    case Pattern::union_:
      for (const Value& operand : operands) present = loop::either(present, operand.present);
      for (std::size_t n = 0; n < operands.size(); ++n) values.push_back(operand_of_union(node.op, operands, n));
      is_zero_elsewhere = operands.size() > 1 || (operands[0].is_zero_elsewhere &&
                                                  !(node.op == Operator::neg && zero_signs_ == ZeroSigns::seen));
      break;
  }
  return {loop::Compute{node.op, std::move(values), compute_type_}, present, is_zero_elsewhere};
}

Value Lowerer::value_of(const Expr& expr, const Scope& scope) const {
  return match(
      expr, [&](const Access& access) { return value_of_access(access, scope); },
      [&](const Literal& number) {
        return Value{loop::number(compute_type_, number.value, number.integer), loop::boolean(number.stored),
                     !number.stored};
      },
      [&](const Equal& node) {
        return Value{loop::number(compute_type_, 1, 1),
                     node.negated
                         ? loop::negate(loop::equal(coordinate(node.left, scope), coordinate(node.right, scope)))
                         : loop::equal(coordinate(node.left, scope), coordinate(node.right, scope)),
                     false};
      },
      [&](const Apply& node) { return value_of_apply(node, scope); },
      [&](const Reduce&) { return Value{loop::number(compute_type_, 0, 0), loop::boolean(false), true}; });
}

}  // namespace scorchc::lower
