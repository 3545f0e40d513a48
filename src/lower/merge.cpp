// Merges several sparse levels: with a loop for each point of the merge lattice, or in one loop with flags if there are
// many.
#include <limits>
#include <span>

#include "lower/iterator.h"
#include "lower/merge_lists.h"
#include "lower/substitute.h"
#include "support/words.h"

namespace scorchc::lower {

using loop::index_variable;

namespace {

loop::Expr asked(const IterationTree& tree, const std::map<std::string, loop::Expr>& flags) {
  switch (tree.kind) {
    case IterationTree::Kind::full:
      return loop::boolean(true);
    case IterationTree::Kind::iterator:
      return flags.at(tree.iterator);
    case IterationTree::Kind::both: {
      loop::Expr result = loop::boolean(true);
      for (const IterationTree& child : tree.children) result = loop::both(result, asked(child, flags));
      return result;
    }
    case IterationTree::Kind::either: {
      loop::Expr result = loop::boolean(false);
      for (const IterationTree& child : tree.children) result = loop::either(result, asked(child, flags));
      return result;
    }
  }
  return loop::boolean(true);
}

// The next coordinate that the tree may contain, from the current coordinates of its iterators: the maximum over the
// factors of a product, the minimum over the terms of a sum.
struct Next {
  bool is_none = false;                  // no coordinate is left
  std::optional<loop::Expr> coordinate;  // empty if any coordinate may be next
};

Next next_asked(const IterationTree& tree, const std::map<std::string, loop::Expr>& at) {
  using Kind = IterationTree::Kind;
  if (tree.kind == Kind::full) return {};
  if (tree.kind == Kind::iterator) {
    const auto own = at.find(tree.iterator);
    return own == at.end() ? Next{true, {}} : Next{false, own->second};
  }
  const bool is_product = tree.kind == Kind::both;
  Next all{!is_product, {}};
  for (const IterationTree& child : tree.children) {
    Next next = next_asked(child, at);
    if (next.is_none && is_product) return next;
    if (next.is_none) continue;
    if (!next.coordinate && !is_product) return {};
    all.is_none = false;
    if (!next.coordinate) continue;
    all.coordinate = !all.coordinate ? next.coordinate
                     : is_product    ? loop::maximum(*all.coordinate, *next.coordinate)
                                     : loop::minimum(*all.coordinate, *next.coordinate);
  }
  return all;
}

// Collects the iterators that may be behind the next coordinate: a product skips coordinates that another factor lacks.
void add_passing(const IterationTree& tree, bool is_factor, std::set<std::string>& found) {
  if (tree.kind == IterationTree::Kind::iterator && is_factor) found.insert(tree.iterator);
  for (const IterationTree& child : tree.children)
    add_passing(child, is_factor || tree.kind == IterationTree::Kind::both, found);
}

template <class Iterator>
bool any_gallops(const cin::Forall& loop, const std::vector<Iterator>& live) {
  const std::vector<std::string> galloping = cin::read_by(loop, Reading::gallop);
  return std::any_of(live.begin(), live.end(), [&](const Iterator& each) { return has(galloping, each.access); });
}

/// Whether every set of the point's iterators may be at one coordinate.
bool is_union(const LatticePoint& point) { return point.cases.size() + 1 == (1U << point.live.size()); }

/// The set of those of the iterators that are in `met`.
template <class Iterator>
ListSet set_of(const std::vector<Iterator>& live, const IteratorSet& met) {
  ListSet set = 0;
  for (std::size_t n = 0; n < live.size(); ++n)
    if (has(met, live[n].access)) set |= ListSet{1} << n;
  return set;
}

}  // namespace

// The lists that the iterators walk, for a merge without branches. Empty if one has segments, if there are too many, if
// no values are stored, or inside a vector loop.
std::optional<MergedLists> Lowerer::merged_lists(const cin::Forall& loop, const Scope& scope,
                                                 const std::vector<Iterator>& live) {
  if (scope.is_in_lanes || !with_values() || live.size() > most_merged_lists) return {};
  MergedLists merged{.coordinate = storage_.coordinate(loop.index), .value_name = storage_.names.fresh("value")};
  for (const Iterator& iterator : live) {
    const loop::Expr stored = iterator.stored_coordinate();
    const loop::Load* load = loop::without_widening(stored).as<loop::Load>();
    if (iterator.has_segments || !load) return {};
    const loop::Variable* flag = iterator.present ? iterator.present->as<loop::Variable>() : nullptr;
    merged.lists.push_back({iterator.position, index_variable(iterator.end), load->array, load->element,
                            flag ? flag->name : storage_.names.fresh(iterator.position + "_here")});
    merged.own_coordinates.insert(iterator.coordinate);
  }
  return merged;
}

// A loop for each lattice point: while all iterators of the point have coordinates left, it takes the least coordinate
// and tests which iterators are at it.
void Lowerer::lattice_loops(const cin::Forall& loop, const IterationTree& tree, const Scope& scope, Block& out) {
  const IteratorSet everyone = iterators(tree);
  std::vector<Iterator> all = make_iterators(tree, scope);
  declare_positions(all, out);
  const std::string& index = storage_.coordinate(loop.index);
  const loop::Expr coordinate = index_variable(index);
  for (const LatticePoint& point : make_lattice(tree)) {
    std::vector<Iterator> live = chosen(all, point.live);
    const std::size_t names = storage_.names.mark();
    if (live.size() == 1) {
      // The other iterators are exhausted: a single leader walks what is left of the statement.
      const std::optional<cin::Stmt> body = without(loop.body[0], outside(everyone, point.live), kernel_, zero_signs_);
      if (!body) continue;
      cin::Forall tail = loop;
      tail.body[0] = *body;
      tail.parallel = false;
      single_loop(tail, live[0], scope, out, true);
      storage_.names.forget_since(names);
      continue;
    }
    Block body;
    loop::Expr condition = loop::boolean(true);
    std::optional<loop::Expr> least;
    std::map<std::string, loop::Expr> at;
    for (Iterator& iterator : live) {
      condition = loop::both(condition, iterator.alive());
      iterator.coordinate = storage_.names.fresh(index + level_name(*iterator.level));
      body.push_back(constant(iterator.coordinate, iterator.stored_coordinate()));
      const loop::Expr own = index_variable(iterator.coordinate);
      least = least ? loop::minimum(*least, own) : own;
      at.insert_or_assign(iterator.access, own);
      iterator.present = loop::equal(own, coordinate);
    }
    const bool gallops = any_gallops(loop, live);
    body.push_back(constant(index, gallops ? next_asked(tree, at).coordinate.value() : *least));
    Block step;
    find_segments(live, coordinate, step);
    const std::vector<Block> cases = lower_cases(loop, point, scope, everyone, live);
    std::optional<loop::MergeLists> merge;
    if (!gallops) merge = merge_without_branches(loop, point, scope, live, cases);
    if (merge) {
      out.push_back(*std::move(merge));
    } else {
      choose_case(point, cases, live, gallops, step);
      if (gallops) catch_up(loop, tree, live, step);
      body.insert(body.end(), step.begin(), step.end());
      out.push_back(loop::While{condition, std::move(body)});
    }
    storage_.names.forget_since(names);
  }
}

// Advances the iterators that are behind the next coordinate to it; `step` runs once all have reached it.
void Lowerer::catch_up(const cin::Forall& loop, const IterationTree& tree, const std::vector<Iterator>& live,
                       Block& step) const {
  std::set<std::string> passing;
  add_passing(tree, false, passing);
  const std::vector<std::string> galloping = cin::read_by(loop, Reading::gallop);
  const loop::Expr coordinate = index_variable(storage_.coordinate(loop.index));
  loop::Expr is_behind = loop::boolean(false);
  Block passed;
  for (const Iterator& iterator : live) {
    if (!passing.count(iterator.access)) continue;
    const loop::Expr behind = loop::less(index_variable(iterator.coordinate), coordinate);
    is_behind = loop::either(is_behind, behind);
    if (has(galloping, iterator.access)) {
      const levels::Positions left{iterator.at(), index_variable(iterator.end)};
      loop::Search search = iterator.level->format->search->among(iterator.level->site, left, coordinate);
      search.near_begin = true;
      passed.push_back(loop::Assign{iterator.position, loop::Update::set, std::move(search)});
    } else {
      passed.push_back(loop::Assign{iterator.position, loop::Update::add, loop::cast(loop::Type::i64, behind)});
    }
  }
  step = {loop::If{{is_behind}, {std::move(passed), std::move(step)}}};
}

// Lowers the body at one coordinate, for each set of iterators that may be at it.
std::vector<loop::Block> Lowerer::lower_cases(const cin::Forall& loop, const LatticePoint& point, const Scope& scope,
                                              const IteratorSet& everyone, const std::vector<Iterator>& live) {
  std::vector<Block> cases;
  for (const IteratorSet& met : point.cases) {
    std::vector<Iterator> present = chosen(live, met);
    for (Iterator& iterator : present) iterator.present.reset();  // in this case it is surely stored
    Block block;
    const std::size_t in_block = storage_.names.mark();
    lower_body(loop, scope, present, outside(everyone, met), block);
    storage_.names.forget_since(in_block);
    cases.push_back(std::move(block));
  }
  return cases;
}

// The cases of a union as one statement, if they differ in a stored value only.
std::optional<loop::MergeLists> Lowerer::merge_without_branches(const cin::Forall& loop, const LatticePoint& point,
                                                                const Scope& scope, std::vector<Iterator> live,
                                                                const std::vector<Block>& cases) {
  if (!is_union(point)) return {};
  for (Iterator& iterator : live) iterator.present.reset();
  const std::optional<MergedLists> merged = merged_lists(loop, scope, live);
  if (!merged) return {};
  std::vector<Block> by_set(cases.size() + 1);
  for (std::size_t n = 0; n < cases.size(); ++n) by_set[set_of(live, point.cases[n])] = cases[n];
  return merge_of_cases(*merged, by_set);
}

// Runs the case of the iterators that are at the coordinate, and advances them.
void Lowerer::choose_case(const LatticePoint& point, const std::vector<Block>& cases, std::vector<Iterator>& live,
                          bool gallops, Block& out) const {
  if (gallops && cases.size() == 1) {
    // All of them are at the coordinate, or would have been advanced to it.
    for (Iterator& iterator : live) iterator.present.reset();
    out.insert(out.end(), cases[0].begin(), cases[0].end());
    return advance_positions(live, out);
  }
  // Each case has a branch of its own. If a branch also advances the iterators, the next iteration need not wait for
  // coordinates to be loaded: processors predict branches.
  const bool branches = is_union(point) && with_values();
  loop::If choice;
  for (std::size_t n = 0; n < cases.size(); ++n) {
    std::vector<Iterator> present = chosen(live, point.cases[n]);
    loop::Expr meets = loop::boolean(true);
    for (Iterator& iterator : present) {
      meets = loop::both(meets, *iterator.present);
      iterator.present.reset();
    }
    Block block = cases[n];
    if (branches) advance_positions(present, block);
    // Some iterator is at the least coordinate: in a union, the last case is the remainder.
    const bool is_remainder = n + 1 == cases.size() && n > 0 && is_union(point);
    if (!is_remainder) choice.conditions.push_back(meets);
    choice.blocks.push_back(std::move(block));
  }
  out.push_back(std::move(choice));
  if (!branches) advance_positions(live, out);
}

namespace {

// In pairs: in a chain, each minimum would wait for the one before.
loop::Expr least_of(std::span<const loop::Expr> coordinates) {
  if (coordinates.size() == 1) return coordinates[0];
  const std::size_t half = (coordinates.size() + 1) / 2;
  return loop::minimum(least_of(coordinates.first(half)), least_of(coordinates.subspan(half)));
}

}  // namespace

// Merges many iterators in one loop, with a flag for each. The next coordinate is the least of the live iterators. What
// is stored there, and its value, are expressions over the flags. Code size is linear in the number of iterators.
void Lowerer::flagged_loop(const cin::Forall& loop, const IterationTree& tree, const Scope& scope, Block& out) {
  std::vector<Iterator> all = make_iterators(tree, scope);
  declare_positions(all, out);
  const std::string& index = storage_.coordinate(loop.index);
  const loop::Expr coordinate = index_variable(index);
  const std::size_t names = storage_.names.mark();
  std::map<std::string, loop::Expr> alive, here, at;
  Block body;
  std::vector<loop::Expr> coordinates;
  for (Iterator& iterator : all) {
    alive.insert_or_assign(iterator.access, iterator.alive());
    iterator.coordinate = storage_.names.fresh(index + level_name(*iterator.level));
    body.push_back(
        constant(iterator.coordinate, loop::select(iterator.alive(), iterator.stored_coordinate(),
                                                   loop::integer(std::numeric_limits<std::int64_t>::max()))));
    coordinates.push_back(index_variable(iterator.coordinate));
    at.insert_or_assign(iterator.access, coordinates.back());
  }
  const bool gallops = !cin::read_by(loop, Reading::gallop).empty();
  body.push_back(constant(index, gallops ? next_asked(tree, at).coordinate.value() : least_of(coordinates)));
  Block step;
  for (Iterator& iterator : all) {
    const std::string flag = storage_.names.fresh(iterator.position + "_here");
    step.push_back(constant(flag, loop::equal(index_variable(iterator.coordinate), coordinate)));
    iterator.present = loop::flag_variable(flag);
    here.insert_or_assign(iterator.access, *iterator.present);
  }
  find_segments(all, coordinate, step);
  Block inner;
  lower_body(loop, scope, all, {}, inner);
  // Some iterator is at the least coordinate, which suffices for a sum.
  const auto suffices = [&](const Iterator& each) { return is_in_iteration_domain(tree, {each.access}); };
  const loop::Expr condition = asked(tree, here);
  const bool is_sum = std::all_of(all.begin(), all.end(), suffices);
  if (is_sum && !gallops)
    if (const std::optional<MergedLists> merged = merged_lists(loop, scope, all))
      if (std::optional<loop::MergeLists> merge = merge_by_flags(*merged, simplified_under(condition, inner)))
        out.push_back(*std::move(merge));  // until a list ends; the loop does what is left
  guarded(is_sum ? loop::boolean(true) : condition, simplified_under(condition, inner), step);
  advance_positions(all, step);
  if (gallops) catch_up(loop, tree, all, step);
  body.insert(body.end(), step.begin(), step.end());
  storage_.names.forget_since(names);
  out.push_back(loop::While{asked(tree, alive), std::move(body)});
}

}  // namespace scorchc::lower
