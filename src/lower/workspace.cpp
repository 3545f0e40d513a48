// Lowers temporaries with indices. A workspace over one index has a value for every coordinate, and a list of those
// that hold one. A workspace over several indices is a hashed list of tuples. Both are filled in any order, sorted, and
// then walked like an operand. An operand in another storage order is also a list of tuples; these are distinct, so
// none is located.
#include <algorithm>
#include <limits>
#include <utility>

#include "ir/loop_walk.h"
#include "lower/lowerer.h"
#include "lower/operand_table.h"
#include "lower/stored_components.h"

namespace scorchc::lower {
namespace {

bool is_list(const StoredTensor& tensor) { return !tensor.temporary.seen.empty(); }
bool is_located(const StoredTensor& tensor) { return tensor.temporary.is_located; }
bool is_tuples(const StoredTensor& tensor) { return !tensor.temporary.tuples.empty(); }

// Whether the consumer only copies each component of the temporary: to the tensor `to`, if that is not null.
bool is_only_moved(const cin::Where& where, const std::string* to = nullptr) {
  const cin::Assign* assign = cin::assignment_in(where.consumer());
  return assign && assign->rhs == Expr(where.temporary) && (!to || assign->lhs.tensor == *to);
}

loop::Expr number_of_components(const StoredTensor& tensor, std::size_t first = 0) {
  loop::Expr count = loop::integer(1);
  for (std::size_t l = first; l < tensor.levels.size(); ++l) count = loop::mul(count, tensor.levels[l].site.extent);
  return count;
}

// The number of values. That of a list of blocks is limited to what an i64 can count: there is no memory for more.
loop::Expr values_count(const StoredTensor& tensor) {
  const loop::Expr cells = number_of_components(tensor, 1);
  loop::Expr blocks = tensor.levels[0].site.extent;
  if (tensor.levels.size() == 1) return blocks;
  return loop::mul(loop::minimum(blocks, loop::divide(loop::integer(std::numeric_limits<std::int64_t>::max()), cells)),
                   cells);
}

}  // namespace

// Emits checks that return out_of_memory if an array has more components than an i64 can count, since no operand bounds
// its size. A thread cannot return, so its arrays are checked before the parallel loop.
void Lowerer::refuse_overflow(const StoredTensor& tensor) {
  Block& out = before_threads_ ? *before_threads_ : *locals_;
  loop::Expr count = tensor.levels.empty() ? loop::integer(1) : tensor.levels[0].site.extent;
  for (std::size_t l = 1; l < tensor.levels.size(); ++l) {
    const loop::Expr extent = tensor.levels[l].site.extent;
    const loop::Expr most = loop::divide(loop::integer(std::numeric_limits<std::int64_t>::max()),
                                         loop::select(loop::less(loop::integer(0), extent), extent, loop::integer(1)));
    out.push_back(loop::ReturnIf{loop::less(most, count), loop::Status::out_of_memory, cleanup()});
    count = loop::mul(count, extent);
  }
}

void Lowerer::fill_workspace(const cin::Where& where, const Scope& scope, Block& out) {
  const std::string& name = where.temporary.tensor;
  const StoredTensor& tensor = storage_.tensor(name);
  const std::string outer = std::exchange(filled_, name);
  const bool was_found = std::exchange(is_block_found_, false);
  const Marks outer_marks = std::exchange(marks_, {});
  const loop::Type around = std::exchange(compute_type_, filling_type_of(where));
  if (counting_sorts_into(where, tensor, storage_))
    lower_rows(where, tensor, scope, out);
  else if (!tensor.temporary.rows.empty())
    fill_compressed_tuples(where, tensor, scope, out);
  else if (is_located(tensor))
    fill_stamped(where, tensor, scope, out);
  else
    fill_in_any_order(where, tensor, scope, out);
  filled_ = outer;
  is_block_found_ = was_found;
  marks_ = outer_marks;
  compute_type_ = around;
}

// Each statement computes in its own type. An operand that several statements read is copied as it is.
loop::Type Lowerer::filling_type_of(const cin::Where& where) const {
  const Kernel& kernel = program_.kernel;
  const std::string& name = where.temporary.tensor;
  if (kernel.is_assigned_earlier(name)) return loop::type_of(filling_type(kernel, name, ValueType::f64));
  const bool copies =
      !kernel.earlier.empty() && !where.temporary.indices.empty() && operand_stored_again(where, kernel_);
  return copies ? storage_.tensor(name).value : compute_type_;
}

void Lowerer::fill_in_any_order(const cin::Where& where, const StoredTensor& tensor, const Scope& scope, Block& out) {
  const std::string& name = tensor.name;
  if (is_bounding()) {
    if (!is_list(tensor) && !is_tuples(tensor)) return;
    out.push_back(loop::Declare{tensor.temporary.count, loop::integer(0), true});
    return lower_part(where.producer(), producer_scope(scope_inside(where.producer(), scope)), out);
  }
  const bool is_filled_again = declared_.count(name) > 0;
  const bool is_marked = !is_filled_again && may_adapt_accumulator(where, tensor, scope);
  declare_workspace(tensor, where,
                    is_marked ? loop::LoadMask::number : 0);  // LoadMask reads beyond the last flag
  // Outside of all loops, a producer that runs twice finds its variables declared.
  const auto start = [&](const std::string& variable, const loop::Expr& value) {
    if (is_filled_again && scope.coordinates.empty())
      out.push_back(loop::Assign{variable, loop::Update::set, value});
    else
      out.push_back(loop::Declare{variable, value, true});
  };
  if (is_list(tensor))
    start(tensor.temporary.count, loop::integer(0));
  else if (is_tuples(tensor) && (is_filled_again || !scope.coordinates.empty()))
    out.push_back(loop::ResetTuples{tensor.temporary.tuples});
  else if (!is_tuples(tensor) && !sets_all(where.producer()))
    clear_array(tensor, out);
  if (has_flag(where, tensor)) start(tensor.temporary.stored, loop::boolean(false));
  workspaces_[name] = &where;
  if (is_marked) {
    accumulate_each_way(where, tensor, scope, out);
  } else {
    lower_part(where.producer(), producer_scope(scope_inside(where.producer(), scope)), out);
    order_workspace(tensor, where, out);
  }
  workspaces_.erase(name);
}

void Lowerer::lower_workspace(const cin::Where& where, const Scope& scope, Block& out) {
  const std::string& name = where.temporary.tensor;
  const StoredTensor& tensor = storage_.tensor(name);
  if (const std::optional<loop::Expr> asked = may_hold_anything(where, scope)) {
    Block body;
    fill_workspace(where, scope, body);
    lower(where.consumer(), scope_after(where, scope), body);
    return guarded(*asked, std::move(body), out);
  }
  fill_workspace(where, scope, out);
  std::optional<SparseAccumulator> row = std::exchange(accumulator_, std::nullopt);
  Block consuming;
  lower(where.consumer(), scope_after(where, scope), consuming);
  if (row) return consume_row(tensor, std::move(*row), std::move(consuming), out);
  if (is_list(tensor) && !is_located(tensor) && !is_bounding()) return reset_list(tensor, std::move(consuming), out);
  out.insert(out.end(), consuming.begin(), consuming.end());
}

// Resets a list after its consumer.
void Lowerer::reset_list(const StoredTensor& tensor, Block consuming, Block& out) {
  const bool is_left = !reset_while_walking(tensor, consuming);
  out.insert(out.end(), consuming.begin(), consuming.end());
  if (!is_left) return;
  const std::string& name = tensor.name;
  const std::string at = storage_.names.fresh("p" + name);
  const loop::Expr coordinate = loop::load_index(tensor.levels[0].site.crd, loop::Type::i64, loop::index_variable(at));
  out.push_back(loop::Comment{name + ": reset"});
  out.push_back(
      loop::For{at, loop::integer(0), loop::index_variable(tensor.temporary.count), reset(tensor, coordinate)});
}

// Resets one coordinate of a list.
loop::Block Lowerer::reset(const StoredTensor& tensor, const loop::Expr& coordinate) const {
  Block out = {
      loop::Store{tensor.temporary.seen, loop::Type::boolean, coordinate, loop::Update::set, loop::boolean(false)}};
  if (are_sums_empty_.count(tensor.name)) out.push_back(reset_sum(tensor, coordinate));
  return out;
}

loop::Stmt Lowerer::reset_sum(const StoredTensor& tensor, const loop::Expr& coordinate) const {
  return loop::Store{tensor.vals, tensor.value, coordinate, loop::Update::set, empty_sum(tensor)};
}

// Resets the list inside the consumer's loop, while coordinates are in registers or a cache. It must be the only loop,
// walk the whole list, and reset sums. Returns whether it does.
bool Lowerer::reset_while_walking(const StoredTensor& tensor, Block& consuming) const {
  if (!are_sums_empty_.count(tensor.name)) return false;
  const auto is_loop = [](const loop::Stmt& stmt) { return !loop::blocks(stmt).empty(); };
  if (std::count_if(consuming.begin(), consuming.end(), is_loop) != 1) return false;
  loop::Stmt& only = *std::find_if(consuming.begin(), consuming.end(), is_loop);
  const loop::For* walk = walk_of_list(tensor, only);
  if (!walk) return false;
  loop::For copy = *walk;
  const Block last = reset(tensor, loop::index_variable(walk->body[0].as<loop::Declare>()->name));
  copy.body.insert(copy.body.end(), last.begin(), last.end());
  only = std::move(copy);
  return true;
}

// The statement, if it is a loop over the whole list, in order, that declares its coordinates first; else null.
const loop::For* Lowerer::walk_of_list(const StoredTensor& tensor, const loop::Stmt& stmt) const {
  const loop::For* walk = stmt.as<loop::For>();
  if (!walk || walk->parallel || walk->vector || walk->begin != loop::integer(0) ||
      walk->end != loop::index_variable(tensor.temporary.count) || walk->body.empty())
    return nullptr;
  const loop::Declare* coordinate = walk->body[0].as<loop::Declare>();
  const loop::Expr listed =
      loop::load_index(tensor.levels[0].site.crd, loop::Type::i64, loop::index_variable(walk->name));
  return coordinate && !coordinate->is_mutable && coordinate->value == listed ? walk : nullptr;
}

// Whether a flag tells at run time if anything is stored in an array of sums: an unstored sum is not a 0 to multiply
// by.
bool Lowerer::has_flag(const cin::Where& where, const StoredTensor& tensor) const {
  return !where.distinct && !is_list(tensor) && !is_tuples(tensor) && !sets_all(where.producer());
}

bool Lowerer::knows_what_is_stored(const cin::Where& where, const StoredTensor& tensor) const {
  return is_list(tensor) || is_tuples(tensor) || has_flag(where, tensor) || tensor.temporary.marks_components();
}

// The scope after the temporary has been filled.
Scope Lowerer::scope_after(const cin::Where& where, Scope scope) const {
  const StoredTensor& tensor = storage_.tensor(where.temporary.tensor);
  if (!has_flag(where, tensor)) return scope;
  AccessState state;
  state.present = loop::flag_variable(tensor.temporary.stored);
  scope.accesses.insert_or_assign(print(where.temporary), state);
  return scope;
}

// Sets every component to 0, since the array accumulates sums.
void Lowerer::clear_array(const StoredTensor& tensor, Block& out) {
  if (!with_values()) return;
  const std::string at = storage_.names.fresh("p" + tensor.name);
  out.push_back(loop::For{at,
                          loop::integer(0),
                          number_of_components(tensor),
                          {loop::Store{tensor.vals, tensor.value, loop::index_variable(at), loop::Update::set,
                                       loop::number(tensor.value, 0, 0)}}});
}

// The scope of a producer: its loops may run over indices of the result, which must not advance.
Scope Lowerer::producer_scope(Scope scope) const {
  scope.result = ResultState();
  scope.result.level = result_.levels.size();
  scope.result.group = groups_.size();
  return scope;
}

// Declares a workspace once: for the function, or for each thread inside a parallel loop.
void Lowerer::declare_workspace(const StoredTensor& tensor, const cin::Where& where, std::int64_t more_marks) {
  if (!declared_.insert(tensor.name).second) return;
  const TemporaryNames& names = tensor.temporary;
  if (is_tuples(tensor)) {
    locals_->push_back(loop::Tuples{names.tuples, names.columns, tensor.vals,
                                    has_values() ? tensor.value : loop::Type::boolean, names.count, cleanup(),
                                    names.coordinate, storage_.entries_to_convert(where)});
    if (tensor.levels[0].format->locate)
      locals_->push_back(loop::LocalArray{tensor.levels[1].site.pos, loop::Type::i64,
                                          loop::add(tensor.levels[0].site.extent, loop::integer(1)), true, cleanup()});
    return;
  }
  if (!is_list(tensor)) {
    if (!has_values()) return;
    if (!where.distinct) refuse_overflow(tensor);  // a copy is as large as its operand
    locals_->push_back(loop::LocalArray{tensor.vals, tensor.value, number_of_components(tensor), false, cleanup()});
    return;
  }
  const loop::Expr& extent = tensor.levels[0].site.extent;
  const auto array = [&](const std::string& name, loop::Type element, const loop::Expr& count) {
    locals_->push_back(loop::LocalArray{name, element, count, element == loop::Type::boolean, cleanup()});
  };
  array(names.seen, loop::Type::boolean, loop::add(extent, loop::integer(more_marks)));
  array(tensor.levels[0].site.crd, loop::Type::i64, extent);
  array(names.scratch, loop::Type::i64, extent);
  if (has_values()) array(tensor.vals, tensor.value, values_count(tensor));
}

// The value, plus 0 unless it is a sum that starts from 0: neither is ever -0.0.
loop::Expr Lowerer::never_negative_zero(const Expr& from, const loop::Expr& value) const {
  const Access* access = from.as<Access>();
  const bool is_sum = access && access->indices.empty() && !kernel_.find(access->tensor);
  return is_sum ? value : loop::Compute{Operator::add, {value, loop::number(compute_type_, 0, 0)}, compute_type_};
}

void Lowerer::assign_workspace(const cin::Assign& assign, const Scope& scope, Block& out) {
  Value value = value_of(assign.rhs, scope);
  // min and max take an unstored value as 0.
  if (assign.op == AssignOp::min || assign.op == AssignOp::max) value = {or_zero(value), loop::boolean(true), true};
  Block body;
  const StoredTensor& tensor = storage_.tensor(assign.lhs.tensor);
  // An array that is set has every component, even where nothing is stored.
  const bool sets_array = !is_list(tensor) && !is_tuples(tensor) && assign.op == AssignOp::set;
  // Setting a component to 0 before a sum marks it as unstored.
  const bool marks = tensor.temporary.marks_components();
  if (marks && sets_array && assign.rhs == literal(0)) value.present = loop::boolean(false);
  if (marks) value.value = never_negative_zero(assign.rhs, value.value);
  if (sets_array) value = {or_zero(value, marks ? -0.0 : 0.0), loop::boolean(true), true};
  if (is_list(tensor))
    insert_in_list(assign, value, scope, body);
  else if (!is_tuples(tensor))
    store_in_place(assign, value, scope, body);
  else if (tuple_compression_.step != TupleCompression::Step::none)
    compress_tuples(assign, value, scope, body);
  else
    insert_tuple(assign, value, scope, body);
  guarded(value.present, std::move(body), out);
}

// Adds a coordinate that the list does not have yet.
loop::Block Lowerer::add_to_list(const StoredTensor& tensor, const loop::Expr& at) const {
  const TemporaryNames& names = tensor.temporary;
  return {
      loop::Store{names.seen, loop::Type::boolean, at, loop::Update::set, loop::boolean(true)},
      loop::Store{tensor.levels[0].site.crd, loop::Type::i64, loop::index_variable(names.count), loop::Update::set, at},
      loop::Assign{names.count, loop::Update::add, loop::integer(1)}};
}

// Adds a block that the list does not have yet, with empty sums.
loop::Stmt Lowerer::find_in_list(const StoredTensor& tensor, const loop::Expr& at) const {
  Block first = add_to_list(tensor, at);
  if (with_values()) {
    const std::size_t names = storage_.names.mark();
    const std::string cell = storage_.names.fresh("p" + tensor.name);
    storage_.names.forget_since(names);
    const loop::Expr cells = number_of_components(tensor, 1), begin = loop::mul(at, cells);
    first.push_back(loop::For{cell, begin, loop::add(begin, cells), {reset_sum(tensor, loop::index_variable(cell))}});
  }
  return loop::If{{loop::negate(loop::load(tensor.temporary.seen, loop::Type::boolean, at))}, {std::move(first)}};
}

// Adds a block to the list once, below the loop over blocks, and not for each place in it. It requires that something
// is stored in every block.
void Lowerer::find_block_in_list(const std::string& index, const cin::Stmt& body, const Scope& scope, Block& out) {
  const auto open = workspaces_.find(filled_);
  if (open == workspaces_.end() || open->second->temporary.indices.front() != index) return;
  const StoredTensor& tensor = storage_.tensor(filled_);
  if (!is_list(tensor) || tensor.levels.size() == 1 || is_bounding() || may_be_unstored(body, scope)) return;
  out.push_back(find_in_list(tensor, coordinate(index, scope)));
  is_block_found_ = true;
}

void Lowerer::insert_in_list(const cin::Assign& assign, const Value& value, const Scope& scope, Block& out) {
  const StoredTensor& tensor = storage_.tensor(assign.lhs.tensor);
  const loop::Expr at = coordinate(assign.lhs.indices[0], scope);
  const auto store = [&](const loop::Expr& position, loop::Update update) {
    return loop::Store{tensor.vals, tensor.value, position, update, loop::cast(tensor.value, value.value)};
  };
  if (tensor.levels.size() > 1) {
    if (!is_block_found_) out.push_back(find_in_list(tensor, at));
    loop::Expr position = at;
    for (std::size_t l = 1; l < tensor.levels.size(); ++l)
      position = tensor.levels[l].format->locate->position(tensor.levels[l].site, position,
                                                           coordinate(assign.lhs.indices[l], scope));
    if (with_values()) out.push_back(store(position, update_of(assign.op)));
    return;
  }
  if (is_located(tensor)) return accumulate_stamped(tensor, at, assign.op, loop::cast(tensor.value, value.value), out);
  if (!marks_.sums.empty()) return insert_flagged(tensor, at, loop::cast(tensor.value, value.value), out);
  const loop::Expr seen = loop::load(tensor.temporary.seen, loop::Type::boolean, at);
  Block first = add_to_list(tensor, at);
  if (!with_values()) {
    out.push_back(loop::If{{loop::negate(seen)}, {std::move(first)}});
    return;
  }
  if (assign.op == AssignOp::add) {
    // A single statement adds, as for marked sums: a compiler fuses it with a product for all addends, or for none.
    first.push_back(reset_sum(tensor, at));
    out.push_back(loop::If{{loop::negate(seen)}, {std::move(first)}});
    out.push_back(store(at, loop::Update::add));
    return;
  }
  first.push_back(store(at, loop::Update::set));
  out.push_back(loop::If{{seen}, {{store(at, update_of(assign.op))}, std::move(first)}});
}

// Stores to a dense temporary: a copy, all of which is assigned, or sums.
void Lowerer::store_in_place(const cin::Assign& assign, const Value& value, const Scope& scope, Block& out) {
  const StoredTensor& tensor = storage_.tensor(assign.lhs.tensor);
  AccessState state;
  advance(assign.lhs, state, scope);
  if (has_flag(*workspaces_.at(assign.lhs.tensor), tensor))
    out.push_back(loop::Assign{tensor.temporary.stored, loop::Update::set, loop::boolean(true)});
  if (!with_values()) return;
  out.push_back(loop::Store{tensor.vals, tensor.value, state.position.begin, update_of(assign.op),
                            loop::cast(tensor.value, value.value)});
}

void Lowerer::insert_tuple(const cin::Assign& assign, const Value& value, const Scope& scope, Block& out) {
  const StoredTensor& tensor = storage_.tensor(assign.lhs.tensor);
  const cin::Where& where = *workspaces_.at(assign.lhs.tensor);
  std::vector<loop::Expr> coordinates;
  for (const StoredLevel& level : tensor.levels)
    coordinates.push_back(coordinate(assign.lhs.indices[static_cast<std::size_t>(level.mode)], scope));
  const bool accumulates = !where.distinct && with_values();
  const std::string position = accumulates ? storage_.names.fresh("p" + assign.lhs.tensor) : "";
  const bool is_sum = where.reduction == ReduceOp::sum;
  const loop::Expr initial = accumulates     ? (is_sum ? empty_sum(tensor) : identity(where.reduction, tensor.value))
                             : with_values() ? loop::cast(tensor.value, value.value)
                             : has_values()  ? loop::number(tensor.value, 0, 0)
                                             : loop::boolean(false);
  const bool is_of_several = !operand_table(where.producer(), kernel_).empty();  // each operand has tuples of its own
  const loop::Duplicates duplicates = !where.distinct ? loop::Duplicates::merge
                                      : is_of_several ? loop::Duplicates::keep
                                                      : loop::Duplicates::absent;
  out.push_back(loop::AddTuple{tensor.temporary.tuples, position, std::move(coordinates), initial, duplicates});
  if (accumulates)
    out.push_back(loop::Store{tensor.vals, tensor.value, loop::index_variable(position), update_of(assign.op),
                              loop::cast(tensor.value, value.value)});
}

// Sorts what was inserted in any order, so that it is walked in ascending order.
void Lowerer::order_workspace(const StoredTensor& tensor, const cin::Where& where, Block& out) {
  const TemporaryNames& names = tensor.temporary;
  if (!is_list(tensor) && !is_tuples(tensor)) return;
  if (is_list(tensor)) {
    // Counting does not depend on the order. What is moved to a temporary is stored there even while the result is only
    // counted.
    const bool counts_result = assembly_.counts && !assembly_.writes_crd;
    if (counts_rows_ ? is_only_moved(where) : counts_result && is_only_moved(where, &result_.name)) return;
    out.push_back(loop::SortList{tensor.levels[0].site.crd, names.scratch, loop::index_variable(names.count),
                                 tensor.levels[0].site.extent, names.seen});
    return;
  }
  // The producer's loops run over some of the indices in the wanted order. Levels that they keep ascending below the
  // others need not be sorted again, since sorting is stable.
  std::size_t keys = tensor.levels.size();
  if (where.distinct && operand_table(where.producer(), kernel_).empty()) keys = cin::keys_out_of_order(where, kernel_);
  std::vector<loop::Expr> extents;
  for (std::size_t l = 0; l < keys; ++l) extents.push_back(tensor.levels[l].site.extent);
  if (!extents.empty()) out.push_back(loop::SortTuples{names.tuples, std::move(extents), cleanup()});
  if (tensor.levels[0].format->locate) find_rows(tensor, out);
}

// Below a dense root: computes where each coordinate's tuples begin.
void Lowerer::find_rows(const StoredTensor& tensor, Block& out) {
  const std::string& pos = tensor.levels[1].site.pos;
  const std::string at = storage_.names.fresh("p" + tensor.name);
  const std::string row = storage_.names.fresh("row");
  const loop::Expr extent = tensor.levels[0].site.extent;
  const loop::Expr coordinate =
      loop::load_index(tensor.temporary.columns[0], tensor.temporary.coordinate, loop::index_variable(at));
  const loop::Expr next = loop::add(loop::index_variable(row), loop::integer(1));
  out.push_back(loop::For{at,
                          loop::integer(0),
                          loop::index_variable(tensor.temporary.count),
                          {loop::Store{pos, loop::Type::i64, loop::add(coordinate, loop::integer(1)), loop::Update::add,
                                       loop::integer(1)}}});
  const auto position = [&](const loop::Expr& place) { return loop::load_index(pos, loop::Type::i64, place); };
  out.push_back(loop::For{row,
                          loop::integer(0),
                          extent,
                          {loop::Store{pos, loop::Type::i64, next, loop::Update::set,
                                       loop::add(position(next), position(loop::index_variable(row)))}}});
}

}  // namespace scorchc::lower
