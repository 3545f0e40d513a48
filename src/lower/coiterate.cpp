// Lowers a forall to loops: over every coordinate, over one sparse level, or over several sparse levels that are
// merged.
#include <algorithm>

#include "lower/iterator.h"
#include "lower/substitute.h"
#include "lower/thread_locals.h"
#include "support/diagnostics.h"
#include "support/words.h"

namespace scorchc::lower {

namespace {

using loop::index_variable;

/// The variable that a conjunction equates with `index`; empty if there is none.
std::optional<loop::Expr> equal_to(const std::string& index, const loop::Expr& condition) {
  const loop::Binary* node = condition.as<loop::Binary>();
  if (!node) return {};
  const loop::Expr &a = node->operands[0], &b = node->operands[1];
  if (node->op == loop::BinaryOp::logical_and) {
    std::optional<loop::Expr> found = equal_to(index, a);
    return found ? found : equal_to(index, b);
  }
  if (node->op != loop::BinaryOp::equal || !a.as<loop::Variable>() || !b.as<loop::Variable>()) return {};
  if (a == index_variable(index)) return b;
  return b == index_variable(index) ? std::optional(a) : std::nullopt;
}

/// The only coordinate of a loop over `index` at which its body does something: `if (i == i2) ...`, on a diagonal.
std::optional<loop::Expr> only_coordinate(const std::string& index, const loop::Block& body) {
  const loop::If* branch = body.size() == 1 ? body.front().as<loop::If>() : nullptr;
  if (!branch || branch->blocks.size() != 1) return {};
  return equal_to(index, branch->conditions.front());
}

/// Records in a loop the forall that it comes from; loops inside have their own.
loop::Stmt with_origin(const loop::Stmt& stmt, const Origin& origin) {
  const auto noted = [&](auto copy) -> loop::Stmt {
    if (copy.origin.number == 0) copy.origin = origin;
    return copy;
  };
  if (const loop::For* node = stmt.as<loop::For>()) return noted(*node);
  if (const loop::While* node = stmt.as<loop::While>()) return noted(*node);
  if (const loop::MergeLists* node = stmt.as<loop::MergeLists>()) return noted(*node);
  const loop::If* node = stmt.as<loop::If>();
  if (!node) return stmt;
  loop::If copy = *node;
  for (loop::Block& block : copy.blocks)
    for (loop::Stmt& each : block) each = with_origin(each, origin);
  return copy;
}

std::string located(const cin::Forall& loop) {
  const std::vector<std::string> found = cin::located_by(loop);
  return found.empty() ? "" : "; located: " + joined(found);
}

}  // namespace

Lowerer::Iterator Lowerer::make_iterator(const std::string& access, const Scope& scope) const {
  const AccessState state = scope.access(access);
  Iterator iterator;
  iterator.access = access;
  iterator.level = &storage_.tensor(tensor_of(access)).levels.at(state.level);
  if (!iterator.level->format->position_iteration)
    fail(Code::internal_error, {}, "the loops walk `" + access + "` against its storage order");
  iterator.has_segments = iterator.level->format->forms_runs && !iterator.level->site.is_run_last;
  iterator.range = iterator.level->format->position_iteration->bounds(iterator.level->site, state.position);
  if (state.segment) iterator.range = *state.segment;
  // Nothing lies below an absent parent, and its position may be beyond the arrays.
  const bool is_segment_of_parent = !iterator.level->site.is_run_first;
  if (state.present && !is_segment_of_parent) {
    iterator.range.begin = loop::select(*state.present, iterator.range.begin, loop::integer(0));
    iterator.range.end = loop::select(*state.present, iterator.range.end, loop::integer(0));
  }
  return iterator;
}

std::vector<Lowerer::Iterator> Lowerer::make_iterators(const IterationTree& tree, const Scope& scope) const {
  std::vector<Iterator> result;
  for (const std::string& access : iterators(tree)) result.push_back(make_iterator(access, scope));
  return result;
}

bool Lowerer::may_run_parallel(const cin::Forall& loop, const Scope& scope) const {
  if (!loop.parallel) return false;
  if (!sparse_result_ || fills_temporary_rows()) return true;
  // Rows of a sparse result are independent once their positions are known. While counting, they are independent if
  // each stores its count at a position of its own.
  if (counting_sorted_ || in_blocks_) return is_row_of_result(loop.index);
  const bool own_position = scope.result.level == 0 && result_.levels[0].format->locate.has_value();
  return own_position && (!assembly_.counts || groups_.size() == 1);
}

void Lowerer::lower_loop(const cin::Forall& loop, const Scope& scope, Block& out) {
  const std::size_t before = out.size();
  if (in_blocks_)
    assemble_blocks(loop, scope, out);
  else if (may_be_partitioned(loop, scope))
    lower_in_chunks(loop, scope, out);
  else
    lower_forall(loop, scope, out);
  for (std::size_t at = before; at < out.size(); ++at) out[at] = with_origin(out[at], loop.origin);
}

// The scope at the beginning of a loop: operands are advanced past dense levels whose coordinates are bound.
Scope Lowerer::scope_at(const cin::Forall& loop, Scope scope) const {
  for (const Access& access : cin::operands(loop.body[0]))
    if (!scope.temporaries.count(access.tensor) && kernel_.find(access.tensor))
      advance(access, scope.accesses[print(access)], scope);
  return scope;
}

void Lowerer::lower_forall(const cin::Forall& loop, const Scope& outer, Block& out) {
  if (are_collapsed_loops(loop)) return lower_collapsed_loops(loop, outer, out);
  Scope scope = scope_at(loop, outer);
  scope.is_in_lanes |= loop.vector;
  const IterationTree tree = iteration_tree(loop, kernel_);
  out.push_back(
      loop::Comment{loop.index + ": " + describe(tree) + located(loop) + (loop.vector ? ", vectorised" : "")});
  const bool opens = opens_group(loop.index, scope);
  const bool ends_here =
      opens || !has_forall(loop.body[0]) || walks_temporary(tree) || (bounds_levels() && is_loop_over_entries(loop));
  if (is_bounding() && ends_here) return bound(loop, tree, scope, out);
  const Scope before = scope;
  if (opens) open_group(scope, out);
  const std::optional<OpenRow> row = open_row(loop, scope, out);
  const std::size_t count = iterators(tree).size();
  if (is_in_iteration_domain(tree, {})) {
    full_loop(loop, tree, scope, out);
  } else if (count == 1) {
    single_loop(loop, make_iterators(tree, scope)[0], scope, out, false);
  } else if (count <= options_.max_lattice_iterators) {
    lattice_loops(loop, tree, scope, out);
  } else {
    flagged_loop(loop, tree, scope, out);
  }
  if (row) close_row(*row, out);
  if (opens) close_group(before, scope, out);
}

// Binds the index, advances present accesses by one level, drops absent ones, and lowers the rest of the body.
void Lowerer::lower_body(const cin::Forall& loop, const Scope& outer, const std::vector<Iterator>& present,
                         const std::set<std::string>& absent, Block& out) {
  const std::optional<cin::Stmt> body = without(loop.body[0], absent, kernel_, zero_signs_);
  if (!body) return;
  if (const std::vector<Iterator> sought = look_up(loop, *body, outer, out); !sought.empty()) {
    cin::Forall found = loop;
    found.reads.clear();
    return lower_each_case(found, outer, present, sought, absent, out);
  }
  if (++bodies_ > most_bodies_) return;
  if (options_.bodies == Options::Bodies::marked) mark_body(loop.index, outer, out);
  Scope scope = outer;
  scope.coordinates.insert_or_assign(loop.index, index_variable(storage_.coordinate(loop.index)));
  for (const Iterator& iterator : present) {
    AccessState& state = scope.accesses[iterator.access];
    ++state.level;
    state.segment.reset();
    const levels::PositionIteration& walk = *iterator.level->format->position_iteration;
    const loop::Expr at =
        walk.child ? walk.child(iterator.level->site, iterator.at(), scope.coordinates.at(loop.index)) : iterator.at();
    state.position = {at,
                      iterator.has_segments ? index_variable(iterator.segment_end) : loop::add(at, loop::integer(1))};
    state.present = iterator.present;
  }
  const bool was_found = is_block_found_;
  const std::optional<AppendedBlock> met = blocks_.met;
  find_block_in_list(loop.index, *body, scope, out);
  append_whole_block(*body, outer, scope, out);
  const bool is_moved = !met && move_block(*body, scope, out);
  if (!is_moved && enter_result(loop.index, scope))
    lower_appended_body(*body, std::move(scope), out);
  else if (!is_moved)
    lower(*body, scope, out);
  is_block_found_ = was_found;
  blocks_.met = met;
}

void Lowerer::mark_body(const std::string& index, const Scope& outer, Block& out) const {
  std::set<std::string> around;
  for (const auto& [each, coordinate] : outer.coordinates) around.insert(each);
  out.push_back(loop::Comment{body_comment(index, around, filled_)});
}

void Lowerer::declare_positions(std::vector<Iterator>& iterators, Block& out) {
  for (Iterator& iterator : iterators) {
    iterator.position = storage_.names.fresh("p" + level_name(*iterator.level));
    iterator.end = storage_.names.fresh(iterator.position + "_end");
    out.push_back(variable(iterator.position, iterator.range.begin));
    out.push_back(constant(iterator.end, iterator.range.end));
  }
}

// Finds the end of the segment of positions, from `first` on, that have the loop's coordinate.
void Lowerer::find_segment(Iterator& iterator, const loop::Expr& first, const loop::Expr& coordinate, Block& out) {
  iterator.segment_end = storage_.names.fresh(iterator.position + "_segment");
  out.push_back(variable(iterator.segment_end, first));
  const loop::Expr end = index_variable(iterator.segment_end);
  const loop::Expr same =
      loop::equal(iterator.level->format->position_iteration->access(iterator.level->site, end), coordinate);
  out.push_back(loop::While{loop::both(loop::less(end, index_variable(iterator.end)), same),
                            {loop::Assign{iterator.segment_end, loop::Update::add, loop::integer(1)}}});
}

void Lowerer::find_segments(std::vector<Iterator>& iterators, const loop::Expr& coordinate, Block& out) {
  // The search for the end begins after the entry at the coordinate, if there is one. Whether a segment continues is
  // predicted far better than where it begins.
  for (Iterator& iterator : iterators)
    if (iterator.has_segments)
      find_segment(iterator, loop::add(iterator.at(), loop::cast(loop::Type::i64, iterator.present.value())),
                   coordinate, out);
}

// Loops over every coordinate; sparse iterators advance alongside.
void Lowerer::full_loop(const cin::Forall& loop, const IterationTree& tree, const Scope& scope, Block& out) {
  std::vector<Iterator> along = make_iterators(tree, scope);
  declare_positions(along, out);
  loop::Expr begin = loop::integer(0), end = end_of(loop.index, scope);
  if (is_partitioned_ && scope.coordinates.empty()) {
    const loop::Expr part = index_variable(upper_bound_.chunk);
    begin = chunk_begin(part);
    end = chunk_begin(loop::add(part, loop::integer(1)));
  }
  if (end.as<loop::Binary>()) {
    // Computed once, not in each test of the loop.
    const std::string name = storage_.names.fresh(storage_.coordinate(loop.index) + "_end");
    out.push_back(constant(name, end));
    end = index_variable(name);
  }
  const ThreadLocals own(*this, along.empty() && may_run_parallel(loop, scope));
  const std::string& index = storage_.coordinate(loop.index);
  const loop::Expr coordinate = index_variable(index);
  const std::size_t names = storage_.names.mark();
  Block body;
  for (Iterator& iterator : along) {
    iterator.coordinate = storage_.names.fresh(iterator.position + "_here");
    body.push_back(constant(iterator.coordinate,
                            loop::both(iterator.alive(), loop::equal(iterator.stored_coordinate(), coordinate))));
    iterator.present = loop::flag_variable(iterator.coordinate);
  }
  find_segments(along, coordinate, body);
  lower_each_case(loop, scope, {}, along, {}, body);
  advance_positions(along, body);
  storage_.names.forget_since(names);
  if (finds_same_block(index, body)) return guarded(loop::less(loop::integer(0), end), std::move(body), out);
  if (const std::optional<loop::Expr> only = along.empty() ? only_coordinate(index, body) : std::nullopt) {
    body.insert(body.begin(), constant(index, *only));
    const loop::Expr ends_behind = loop::less(*only, end);
    const bool begins_at_0 = begin == loop::integer(0);
    return guarded(begins_at_0 ? ends_behind : loop::both(loop::negate(loop::less(*only, begin)), ends_behind),
                   std::move(body), out);
  }
  out.push_back(in_chunks({index, begin, end, std::move(body), own.parallel, own.locals, loop.vector && along.empty(),
                           loop.unroll, own.parallel ? work_of(loop, scope, coordinate) : std::nullopt}));
}

// A single iterator leads: the loop runs over its positions.
void Lowerer::single_loop(const cin::Forall& loop, const Iterator& leader, const Scope& scope, Block& out,
                          bool from_variable) {
  std::vector<Iterator> one = {leader};
  Iterator& iterator = one[0];
  const std::string& index = storage_.coordinate(loop.index);
  // A leader below a flagged parent is stored wherever its range is not empty.
  iterator.present.reset();
  if (iterator.has_segments) {
    if (!from_variable) declare_positions(one, out);
    const std::size_t names = storage_.names.mark();
    Block body;
    body.push_back(constant(index, iterator.stored_coordinate()));
    find_segment(iterator, loop::add(iterator.at(), loop::integer(1)), index_variable(index), body);
    lower_body(loop, scope, one, {}, body);
    body.push_back(loop::Assign{iterator.position, loop::Update::set, index_variable(iterator.segment_end)});
    storage_.names.forget_since(names);
    out.push_back(loop::While{iterator.alive(), std::move(body)});
    return;
  }
  const std::size_t names = storage_.names.mark();
  const loop::Expr begin = from_variable ? iterator.at() : iterator.range.begin;
  const loop::Expr end = from_variable ? index_variable(iterator.end) : iterator.range.end;
  iterator.position = storage_.names.fresh("p" + level_name(*iterator.level));
  const ThreadLocals own(*this, may_run_parallel(loop, scope));
  Block body;
  body.push_back(constant(index, iterator.stored_coordinate()));
  prefetch_rows(loop, iterator, scope, body);
  lower_body(loop, loop.prefetches.empty() ? scope : with_prefetched_entries(loop, iterator, scope), one, {}, body);
  storage_.names.forget_since(names);
  out.push_back(loop::For{iterator.position, begin, end, std::move(body), own.parallel, own.locals, loop.vector,
                          loop.unroll, own.parallel ? work_of(loop, iterator, scope) : std::nullopt});
}

}  // namespace scorchc::lower
