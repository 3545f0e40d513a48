#include <algorithm>
#include <limits>
#include <span>

#include "lower/lowerer.h"
#include "lower/substitute.h"
#include "support/diagnostics.h"

namespace scorchc::lower {

/// A sparse level that a loop walks, and the variables that walk it.
struct Lowerer::Iterator {
  std::string access;          // printed: the key of its state
  const StoredLevel* level = nullptr;
  levels::Positions range;     // positions below its parent
  bool has_segments = false;   // a coordinate may repeat: it stands for a segment of positions
  std::string position;        // variables, as far as the form of the loop needs them
  std::string end, segment_end, coordinate;
  std::optional<loop::Expr> present;  // whether it has the loop's coordinate

  loop::Expr at() const { return loop::index_variable(position); }
  loop::Expr alive() const { return loop::less(at(), loop::index_variable(end)); }
  loop::Expr stored_coordinate() const { return level->format->position_iteration->access(level->site, at()); }
};

/// While the body of a parallel loop is made, temporaries are declared in the loop's locals: each thread has its own.
struct Lowerer::ThreadLocals {
  ThreadLocals(Lowerer& the_lowerer, bool is_parallel)
      : parallel(is_parallel), lowerer(the_lowerer), outer(the_lowerer.locals_), declared(the_lowerer.declared_) {
    if (!parallel) return;
    lowerer.locals_ = &locals;
    lowerer.declared_.clear();
  }
  ThreadLocals(const ThreadLocals&) = delete;
  ThreadLocals& operator=(const ThreadLocals&) = delete;
  ~ThreadLocals() {
    if (!parallel) return;
    lowerer.locals_ = outer;
    lowerer.declared_ = declared;
  }
  const bool parallel;
  Block locals;

 private:
  Lowerer& lowerer;
  Block* const outer;
  const std::set<std::string> declared;
};

namespace {

using loop::Expr;
using loop::index_variable;

loop::Stmt constant(const std::string& name, Expr value) { return loop::Declare{name, std::move(value), false}; }
loop::Stmt variable(const std::string& name, Expr value) { return loop::Declare{name, std::move(value), true}; }

std::string tensor_of(const std::string& printed_access) { return printed_access.substr(0, printed_access.find('(')); }

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
  // Below an absent parent lies nothing, and its position may be beyond the arrays.
  const bool is_segment_of_parent = !iterator.level->site.is_run_first;
  if (state.present && !is_segment_of_parent) {
    iterator.range.begin = loop::select(*state.present, iterator.range.begin, loop::integer(0));
    iterator.range.end = loop::select(*state.present, iterator.range.end, loop::integer(0));
  }
  return iterator;
}

levels::Positions Lowerer::range_of(const std::string& access, const Scope& scope) const {
  return make_iterator(access, scope).range;
}

std::vector<Lowerer::Iterator> Lowerer::make_iterators(const IterationTree& tree, const Scope& scope) const {
  std::vector<Iterator> result;
  for (const std::string& access : iterators(tree)) result.push_back(make_iterator(access, scope));
  return result;
}

bool Lowerer::may_run_parallel(const cin::Forall& loop, const Scope& scope) const {
  if (!loop.parallel) return false;
  if (!sparse_result_ || fills_temporary_rows()) return true;
  // Rows of a sparse result are independent once their positions are known; while counting, only the counts of rows
  // that have positions of their own are.
  if (scattered_ || placed_) return is_row_of_result(loop.index);
  const bool own_position = scope.result.level == 0 && result_.levels[0].format->locate.has_value();
  return own_position && (!assembly_.counts || groups_.size() == 1);
}

void Lowerer::lower_forall(const cin::Forall& loop, const Scope& outer, Block& out) {
  Scope scope = outer;
  for (const Access& access : cin::operands(loop.body[0]))
    if (!scope.temporaries.count(access.tensor) && kernel_.find(access.tensor))
      advance(access, scope.accesses[print(access)], scope);
  const IterationTree tree = iteration_tree(loop.body[0], loop.index, kernel_);
  out.push_back(loop::Comment{loop.index + ": " + describe(tree) + (loop.vector ? ", several at a time" : "")});
  const bool opens = opens_group(loop.index, scope);
  if (is_bounding() && (opens || !has_forall(loop.body[0]) || walks_temporary(tree))) return bound(loop, tree, scope, out);
  const Scope before = scope;
  if (opens) open_group(scope, out);
  const std::optional<OpenRow> row = open_row(loop, scope, out);
  const std::size_t count = iterators(tree).size();
  if (is_asked_for(tree, {})) {
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

// Binds the index, moves present accesses one level down, drops absent ones, and lowers what is left.
void Lowerer::lower_body(const cin::Forall& loop, const Scope& outer, const std::vector<Iterator>& present,
                         const std::set<std::string>& absent, Block& out) {
  const std::optional<cin::Stmt> body = without(loop.body[0], absent, kernel_);
  if (!body || ++bodies_ > most_bodies_) return;
  if (options_.bodies == Options::Bodies::marked) mark_body(loop.index, outer, out);
  Scope scope = outer;
  scope.coordinates.insert_or_assign(loop.index, index_variable(storage_.coordinate(loop.index)));
  for (const Iterator& iterator : present) {
    AccessState& state = scope.accesses[iterator.access];
    ++state.level;
    const levels::PositionIteration& walk = *iterator.level->format->position_iteration;
    const Expr at = walk.child ? walk.child(iterator.level->site, iterator.at(), scope.coordinates.at(loop.index))
                               : iterator.at();
    state.position = {at, iterator.has_segments ? index_variable(iterator.segment_end) : loop::add(at, loop::integer(1))};
    state.present = iterator.present;
  }
  if (enter_result(loop.index, scope))
    lower_appended_body(*body, std::move(scope), out);
  else
    lower(*body, scope, out);
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

// The end of the segment of positions whose coordinate is the loop's.
void Lowerer::find_segments(std::vector<Iterator>& iterators, const Expr& coordinate, Block& out) {
  for (Iterator& iterator : iterators) {
    if (!iterator.has_segments) continue;
    iterator.segment_end = storage_.names.fresh(iterator.position + "_segment");
    out.push_back(variable(iterator.segment_end, iterator.at()));
    const Expr end = index_variable(iterator.segment_end);
    const Expr same = loop::equal(iterator.level->format->position_iteration->access(iterator.level->site, end), coordinate);
    out.push_back(loop::While{loop::both(loop::less(end, index_variable(iterator.end)), same),
                              {loop::Assign{iterator.segment_end, loop::Update::add, loop::integer(1)}}});
  }
}

namespace {

// Past the loop's coordinate: to the segment's end, or by one where the coordinate was present.
template <class Iterator>
void advance_positions(const std::vector<Iterator>& iterators, loop::Block& out) {
  for (const Iterator& iterator : iterators) {
    if (iterator.has_segments)
      out.push_back(loop::Assign{iterator.position, loop::Update::set, index_variable(iterator.segment_end)});
    else
      out.push_back(loop::Assign{iterator.position, loop::Update::add, loop::cast(loop::Type::i64, *iterator.present)});
  }
}

template <class Iterator>
std::vector<Iterator> chosen(const std::vector<Iterator>& iterators, const IteratorSet& names) {
  std::vector<Iterator> result;
  for (const Iterator& iterator : iterators)
    if (std::find(names.begin(), names.end(), iterator.access) != names.end()) result.push_back(iterator);
  return result;
}

std::set<std::string> outside(const IteratorSet& all, const IteratorSet& names) {
  std::set<std::string> result(all.begin(), all.end());
  for (const std::string& name : names) result.erase(name);
  return result;
}

Expr asked(const IterationTree& tree, const std::map<std::string, Expr>& flags) {
  switch (tree.kind) {
    case IterationTree::Kind::full: return loop::boolean(true);
    case IterationTree::Kind::iterator: return flags.at(tree.iterator);
    case IterationTree::Kind::both: {
      Expr result = loop::boolean(true);
      for (const IterationTree& child : tree.children) result = loop::both(result, asked(child, flags));
      return result;
    }
    case IterationTree::Kind::either: {
      Expr result = loop::boolean(false);
      for (const IterationTree& child : tree.children) result = loop::either(result, asked(child, flags));
      return result;
    }
  }
  return loop::boolean(true);
}

}  // namespace

// Every coordinate; sparse iterators run along beside it.
void Lowerer::full_loop(const cin::Forall& loop, const IterationTree& tree, const Scope& scope, Block& out) {
  std::vector<Iterator> along = make_iterators(tree, scope);
  declare_positions(along, out);
  Expr end = end_of(loop.index, scope);
  if (end.as<loop::Binary>()) {
    // Computed once, and not for each test of the loop.
    const std::string name = storage_.names.fresh(storage_.coordinate(loop.index) + "_end");
    out.push_back(constant(name, end));
    end = index_variable(name);
  }
  const ThreadLocals own(*this, along.empty() && may_run_parallel(loop, scope));
  const std::string& index = storage_.coordinate(loop.index);
  const Expr coordinate = index_variable(index);
  const std::size_t names = storage_.names.mark();
  Block body;
  for (Iterator& iterator : along) {
    iterator.coordinate = storage_.names.fresh(iterator.position + "_here");
    body.push_back(constant(iterator.coordinate,
                            loop::both(iterator.alive(), loop::equal(iterator.stored_coordinate(), coordinate))));
    iterator.present = loop::flag_variable(iterator.coordinate);
  }
  find_segments(along, coordinate, body);
  if (along.size() > options_.max_lattice_iterators) {
    lower_body(loop, scope, along, {}, body);
  } else if (along.empty()) {
    lower_body(loop, scope, {}, {}, body);
  } else {
    const IteratorSet all = iterators(tree);
    loop::If choice;
    for (const IteratorSet& met : all_cases(tree)) {
      Expr condition = loop::boolean(true);
      for (const Iterator& iterator : chosen(along, met)) condition = loop::both(condition, *iterator.present);
      std::vector<Iterator> present = chosen(along, met);
      for (Iterator& iterator : present) iterator.present.reset();
      Block block;
      const std::size_t in_block = storage_.names.mark();
      lower_body(loop, scope, present, outside(all, met), block);
      storage_.names.forget_since(in_block);
      if (!met.empty()) choice.conditions.push_back(condition);
      choice.blocks.push_back(std::move(block));
    }
    if (choice.blocks.back().empty()) choice.blocks.pop_back();
    body.push_back(std::move(choice));
  }
  advance_positions(along, body);
  storage_.names.forget_since(names);
  out.push_back(in_parts({index, loop::integer(0), end, std::move(body), own.parallel, own.locals, loop.vector && along.empty()}));
}

// One iterator leads alone: its positions are the loop.
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
    find_segments(one, index_variable(index), body);
    lower_body(loop, scope, one, {}, body);
    body.push_back(loop::Assign{iterator.position, loop::Update::set, index_variable(iterator.segment_end)});
    storage_.names.forget_since(names);
    out.push_back(loop::While{iterator.alive(), std::move(body)});
    return;
  }
  const std::size_t names = storage_.names.mark();
  const Expr begin = from_variable ? iterator.at() : iterator.range.begin;
  const Expr end = from_variable ? index_variable(iterator.end) : iterator.range.end;
  iterator.position = storage_.names.fresh("p" + level_name(*iterator.level));
  const ThreadLocals own(*this, may_run_parallel(loop, scope));
  Block body;
  body.push_back(constant(index, iterator.stored_coordinate()));
  lower_body(loop, scope, one, {}, body);
  storage_.names.forget_since(names);
  out.push_back(loop::For{iterator.position, begin, end, std::move(body), own.parallel, own.locals});
}

// A loop a lattice point: while all of the point's iterators have coordinates left, take the least and see who has it.
void Lowerer::lattice_loops(const cin::Forall& loop, const IterationTree& tree, const Scope& scope, Block& out) {
  const IteratorSet everyone = iterators(tree);
  std::vector<Iterator> all = make_iterators(tree, scope);
  declare_positions(all, out);
  const std::string& index = storage_.coordinate(loop.index);
  const Expr coordinate = index_variable(index);
  for (const LatticePoint& point : make_lattice(tree)) {
    std::vector<Iterator> live = chosen(all, point.live);
    const std::size_t names = storage_.names.mark();
    if (live.size() == 1) {
      // The others are exhausted: what is left of the statement has one leader.
      const std::optional<cin::Stmt> body = without(loop.body[0], outside(everyone, point.live), kernel_);
      if (!body) continue;
      cin::Forall tail = loop;
      tail.body[0] = *body;
      tail.parallel = false;
      single_loop(tail, live[0], scope, out, true);
      storage_.names.forget_since(names);
      continue;
    }
    Block body;
    Expr condition = loop::boolean(true);
    std::optional<Expr> least;
    for (Iterator& iterator : live) {
      condition = loop::both(condition, iterator.alive());
      iterator.coordinate = storage_.names.fresh(index + level_name(*iterator.level));
      body.push_back(constant(iterator.coordinate, iterator.stored_coordinate()));
      const Expr own = index_variable(iterator.coordinate);
      least = least ? loop::minimum(*least, own) : own;
      iterator.present = loop::equal(own, coordinate);
    }
    body.push_back(constant(index, *least));
    find_segments(live, coordinate, body);
    loop::If choice;
    for (std::size_t n = 0; n < point.cases.size(); ++n) {
      const IteratorSet& met = point.cases[n];
      std::vector<Iterator> present = chosen(live, met);
      Expr meets = loop::boolean(true);
      for (Iterator& iterator : present) {
        meets = loop::both(meets, *iterator.present);
        iterator.present.reset();  // in this case it is stored for sure
      }
      Block block;
      const std::size_t in_block = storage_.names.mark();
      lower_body(loop, scope, present, outside(everyone, met), block);
      storage_.names.forget_since(in_block);
      // Someone has the least coordinate: where every set may meet, the last case is what remains.
      const bool is_remainder = n + 1 == point.cases.size() && n > 0 && point.cases.size() + 1 == (1U << live.size());
      if (!is_remainder) choice.conditions.push_back(meets);
      choice.blocks.push_back(std::move(block));
    }
    body.push_back(std::move(choice));
    advance_positions(live, body);
    storage_.names.forget_since(names);
    out.push_back(loop::While{condition, std::move(body)});
  }
}

namespace {

// In pairs: as a chain, each minimum would wait for the one before.
Expr least_of(std::span<const Expr> coordinates) {
  if (coordinates.size() == 1) return coordinates[0];
  const std::size_t half = (coordinates.size() + 1) / 2;
  return loop::minimum(least_of(coordinates.first(half)), least_of(coordinates.subspan(half)));
}

}  // namespace

// Many iterators: one loop, one flag an iterator. The next coordinate is the least of the live ones; what is stored
// there, and what its value is, is code over the flags. Linear in the number of iterators.
void Lowerer::flagged_loop(const cin::Forall& loop, const IterationTree& tree, const Scope& scope, Block& out) {
  std::vector<Iterator> all = make_iterators(tree, scope);
  declare_positions(all, out);
  const std::string& index = storage_.coordinate(loop.index);
  const Expr coordinate = index_variable(index);
  const std::size_t names = storage_.names.mark();
  std::map<std::string, Expr> alive, here;
  Block body;
  std::vector<Expr> coordinates;
  for (Iterator& iterator : all) {
    alive.insert_or_assign(iterator.access, iterator.alive());
    iterator.coordinate = storage_.names.fresh(index + level_name(*iterator.level));
    body.push_back(constant(iterator.coordinate,
                            loop::select(iterator.alive(), iterator.stored_coordinate(),
                                         loop::integer(std::numeric_limits<std::int64_t>::max()))));
    coordinates.push_back(index_variable(iterator.coordinate));
  }
  body.push_back(constant(index, least_of(coordinates)));
  for (Iterator& iterator : all) {
    const std::string flag = storage_.names.fresh(iterator.position + "_here");
    body.push_back(constant(flag, loop::equal(index_variable(iterator.coordinate), coordinate)));
    iterator.present = loop::flag_variable(flag);
    here.insert_or_assign(iterator.access, *iterator.present);
  }
  find_segments(all, coordinate, body);
  Block inner;
  lower_body(loop, scope, all, {}, inner);
  // Someone has the least coordinate: in a sum that is enough.
  const auto suffices = [&](const Iterator& each) { return is_asked_for(tree, {each.access}); };
  const Expr condition = asked(tree, here);
  guarded(std::all_of(all.begin(), all.end(), suffices) ? loop::boolean(true) : condition, knowing(condition, inner), body);
  advance_positions(all, body);
  storage_.names.forget_since(names);
  out.push_back(loop::While{asked(tree, alive), std::move(body)});
}

}  // namespace scorchc::lower
