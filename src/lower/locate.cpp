// Locates levels by search: at each coordinate of the iteration domain, a search tells whether an operand stores it.
#include "lower/iterator.h"
#include "support/words.h"

namespace scorchc::lower {

using loop::index_variable;

// Searches each operand that the loop locates for the loop's coordinate, and declares whether it is stored.
std::vector<Lowerer::Iterator> Lowerer::look_up(const cin::Forall& loop, const cin::Stmt& body, const Scope& scope,
                                                Block& out) {
  std::vector<Iterator> found;
  const std::vector<std::string> located = cin::located_by(loop);
  const loop::Expr coordinate = index_variable(storage_.coordinate(loop.index));
  for (const Access& access : cin::operands(body)) {
    if (!has(located, print(access))) continue;
    Iterator iterator = make_iterator(print(access), scope);
    if (const StoredTensor& tensor = storage_.tensor(access.tensor); tensor.temporary.is_located) {
      iterator.position = storage_.coordinate(loop.index);
      const std::string here = storage_.names.fresh(tensor.name + "_here");
      out.push_back(constant(here, holds(tensor, coordinate)));
      iterator.present = loop::flag_variable(here);
      found.push_back(std::move(iterator));
      continue;
    }
    iterator.position = storage_.names.fresh("p" + level_name(*iterator.level));
    iterator.end = storage_.names.fresh(iterator.position + "_end");
    out.push_back(constant(iterator.end, iterator.range.end));
    const levels::Positions range{iterator.range.begin, index_variable(iterator.end)};
    out.push_back(
        constant(iterator.position, iterator.level->format->search->among(iterator.level->site, range, coordinate)));
    const std::string here = storage_.names.fresh(iterator.position + "_here");
    out.push_back(constant(here, loop::both(iterator.alive(), loop::equal(iterator.stored_coordinate(), coordinate))));
    iterator.present = loop::flag_variable(here);
    found.push_back(std::move(iterator));
  }
  return found;
}

// Lowers the body at one coordinate: once for each set of flagged iterators that may be stored there, or, if these are
// many, once with flags.
void Lowerer::lower_each_case(const cin::Forall& loop, const Scope& scope, const std::vector<Iterator>& known,
                              const std::vector<Iterator>& flagged, const std::set<std::string>& absent, Block& out) {
  const auto with_known = [&](const std::vector<Iterator>& more) {
    std::vector<Iterator> all = known;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  if (flagged.empty() || flagged.size() > options_.max_lattice_iterators)
    return lower_body(loop, scope, with_known(flagged), absent, out);
  IteratorSet names;
  for (const Iterator& iterator : flagged) names.push_back(iterator.access);
  loop::If choice;
  for (const IteratorSet& met : all_cases(names)) {
    std::vector<Iterator> present = chosen(flagged, met);
    loop::Expr condition = loop::boolean(true);
    for (Iterator& iterator : present) {
      condition = loop::both(condition, *iterator.present);
      iterator.present.reset();
    }
    std::set<std::string> without = outside(names, met);
    without.insert(absent.begin(), absent.end());
    Block block;
    const std::size_t in_block = storage_.names.mark();
    lower_body(loop, scope, with_known(present), without, block);
    storage_.names.forget_since(in_block);
    if (!met.empty()) choice.conditions.push_back(condition);
    choice.blocks.push_back(std::move(block));
  }
  while (!choice.blocks.empty() && choice.blocks.back().empty()) {
    choice.blocks.pop_back();
    if (choice.conditions.size() > choice.blocks.size()) choice.conditions.pop_back();
  }
  if (!choice.blocks.empty()) out.push_back(std::move(choice));
}

}  // namespace scorchc::lower
