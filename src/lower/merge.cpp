// Loops that merge several sparse levels: by the regions of the lattice, or by flags where these are many.
#include <limits>
#include <span>

#include "lower/iterator.h"
#include "lower/substitute.h"

namespace scorchc::lower {

using loop::Expr;
using loop::index_variable;

namespace {

Expr asked(const IterationTree& tree, const std::map<std::string, Expr>& flags) {
  switch (tree.kind) {
    case IterationTree::Kind::full:
      return loop::boolean(true);
    case IterationTree::Kind::iterator:
      return flags.at(tree.iterator);
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
    const bool is_complete = point.cases.size() + 1 == (1U << live.size());
    // Each case has a branch of its own. Where it knows how to go on, the next iteration need not wait for coordinates:
    // processors predict branches.
    const bool branches = is_complete && with_values();
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
      if (branches) advance_positions(present, block);
      // Someone has the least coordinate: where every set may meet, the last case is what remains.
      const bool is_remainder = n + 1 == point.cases.size() && n > 0 && is_complete;
      if (!is_remainder) choice.conditions.push_back(meets);
      choice.blocks.push_back(std::move(block));
    }
    body.push_back(std::move(choice));
    if (!branches) advance_positions(live, body);
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
    body.push_back(
        constant(iterator.coordinate, loop::select(iterator.alive(), iterator.stored_coordinate(),
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
  guarded(std::all_of(all.begin(), all.end(), suffices) ? loop::boolean(true) : condition, knowing(condition, inner),
          body);
  advance_positions(all, body);
  storage_.names.forget_since(names);
  out.push_back(loop::While{asked(tree, alive), std::move(body)});
}

}  // namespace scorchc::lower
