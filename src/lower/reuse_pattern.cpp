// Assembles sparse results that reuse the pattern of an operand's upper levels. The result has an entry for each entry
// of these levels that has something below it. If all have, the result's coordinates and positions are the operand's:
// they are copied array by array, and one loop over the positions of the last of these levels fills the values.
#include <algorithm>

#include "lower/iterator.h"
#include "lower/thread_locals.h"

namespace scorchc::lower {
namespace {

bool is_compressed(const StoredLevel& level) {
  return !level.site.pos.empty() && level.site.is_run_first && level.site.is_run_last &&
         level.format->properties.unique;
}

bool has_workspace(const cin::Stmt& stmt) {
  const std::vector<cin::Where> all = cin::wheres(stmt);
  return std::any_of(all.begin(), all.end(), [](const cin::Where& where) { return !where.temporary.indices.empty(); });
}

}  // namespace

// The operand whose levels lead the loops over the result's levels, one each, and which has one more level.
std::optional<Lowerer::ReusedPattern> Lowerer::reused_pattern() {
  const std::vector<std::string>& indices = kernel_.statement.lhs.indices;
  const std::size_t depth = result_.levels.size();
  if (options_.bodies != Options::Bodies::plain || groups_.size() != depth) return {};
  ReusedPattern found;
  const cin::Stmt* stmt = &program_.body;
  for (std::size_t l = 0; l < depth; ++l) {
    const cin::Forall* loop = stmt->as<cin::Forall>();
    const StoredLevel& level = result_.levels[l];
    if (!loop || loop->index != indices[static_cast<std::size_t>(level.mode)] || !is_compressed(level)) return {};
    const IterationTree tree = iteration_tree(*loop, kernel_);
    const bool is_led = tree.kind == IterationTree::Kind::iterator && (l == 0 || tree.iterator == found.access);
    if (!is_led || !loop->prefetches.empty() || !cin::located_by(*loop).empty()) return {};
    found.access = tree.iterator;
    found.last = loop;
    stmt = &loop->body[0];
  }
  found.operand = &storage_.tensor(tensor_of(found.access));
  const std::vector<StoredLevel>& levels = found.operand->levels;
  const bool is_parameter = !found.operand->object.empty() && found.operand->table.empty();
  const bool has_one_more = levels.size() == depth + 1 && std::all_of(levels.begin(), levels.end(), is_compressed);
  if (!is_parameter || !has_one_more || has_workspace(*stmt)) return {};
  for (const Access& access : cin::operands(*stmt)) {
    if (print(access) == found.access) {
      found.below = access.indices[static_cast<std::size_t>(levels.back().mode)];
      for (std::size_t l = 0; l < depth; ++l)
        if (access.indices[static_cast<std::size_t>(levels[l].mode)] !=
            indices[static_cast<std::size_t>(result_.levels[l].mode)])
          return {};
    } else if (std::any_of(access.indices.begin(), access.indices.end(), [&](const std::string& index) {
                 return index != found.last->index && std::find(indices.begin(), indices.end(), index) != indices.end();
               })) {
      return {};  // the flat loop over all positions has no coordinates of the levels above
    }
  }
  full_operand_ = &found;
  const bool is_stored = !may_be_unstored(*stmt, Scope());
  full_operand_ = nullptr;
  return is_stored ? std::optional(found) : std::nullopt;
}

// Whether a loop walks the operand's last level and nothing else: below an entry it has at least one iteration.
bool Lowerer::runs_below(const ReusedPattern& from, const cin::Forall& loop) const {
  const IterationTree tree = iteration_tree(loop, kernel_);
  return loop.index == from.below && tree.kind == IterationTree::Kind::iterator && tree.iterator == from.access &&
         cin::located_by(loop).empty();
}

// Tests at run time whether the pattern can be reused. The loops in `appending` remain for operands with entries that
// have nothing below them, and for operands that are a part of larger arrays.
void Lowerer::reuse_pattern(const ReusedPattern& from, Block appending, Block& out) {
  const std::vector<StoredLevel>& levels = from.operand->levels;
  const std::size_t mark = storage_.names.mark();
  const std::string filled = storage_.names.fresh(from.operand->name + "_is_filled"), at = storage_.names.fresh("p");
  const loop::Expr here = loop::index_variable(at), next = loop::add(here, loop::integer(1)), zero = loop::integer(0);
  const auto position = [](const levels::LevelSite& site, const loop::Expr& parent) {
    return loop::load_index(site.pos, site.pos_type, parent);
  };
  loop::Expr starts = loop::boolean(true);
  for (std::size_t l = 0; l + 1 < levels.size(); ++l)
    starts = loop::both(starts, loop::equal(position(levels[l].site, zero), zero));
  out.push_back(loop::Comment{"whether each entry of " + from.operand->name + " has entries below it"});
  out.push_back(variable(filled, starts));
  std::vector<loop::Expr> counts;  // entries of each level of the result
  Block copying = {loop::Comment{"reuse the pattern of " + from.operand->name + ": copy coordinates and positions"}};
  const auto copy = [&](const std::string& to, loop::Type type, const std::string& array, loop::Type element,
                        const loop::Expr& end) {
    const loop::Expr value = loop::cast(type, loop::load_index(array, element, here));
    copying.push_back(loop::For{at, zero, end, {loop::Store{to, type, here, loop::Update::set, value}}});
  };
  for (std::size_t l = 0; l < result_.levels.size(); ++l) {
    const levels::LevelSite &to = result_.levels[l].site, &site = levels[l].site, &below = levels[l + 1].site;
    const loop::Expr parents = l == 0 ? loop::integer(1) : counts[l - 1];
    const std::string count = storage_.names.fresh(level_name(levels[l]) + "_end");
    out.push_back(constant(count, position(site, parents)));
    counts.push_back(loop::index_variable(count));
    const loop::Expr is_empty = loop::negate(loop::less(position(below, here), position(below, next)));
    const loop::Assign drop{filled, loop::Update::set, loop::boolean(false)};
    out.push_back(loop::For{at, zero, counts[l], {loop::If{{is_empty}, {{drop}}}}});
    copy(to.pos, to.pos_type, site.pos, site.pos_type, loop::add(parents, loop::integer(1)));
    copy(to.crd, to.crd_type, site.crd, site.crd_type, counts[l]);
    if (l > 0) copying.push_back(loop::Assign{result_.levels[l].total, loop::Update::set, counts[l]});
  }

  const std::size_t last = result_.levels.size() - 1;
  Iterator iterator;
  iterator.access = from.access;
  iterator.level = &levels[last];
  iterator.position = storage_.names.fresh("p" + level_name(levels[last]));
  Scope scope;
  AccessState& state = scope.accesses[from.access];
  state.level = last + 1;
  state.position = {iterator.at(), loop::add(iterator.at(), loop::integer(1))};
  scope.result.level = result_.levels.size();
  scope.result.group = groups_.size();
  scope.result.position = iterator.at();
  const ThreadLocals own(*this, program_.body.as<cin::Forall>()->parallel);
  const std::optional<loop::Work> work =
      own.parallel ? work_of(*from.last, scope, iterator.at(), from.access) : std::nullopt;
  Block body = {constant(storage_.coordinate(from.last->index), iterator.stored_coordinate())};
  scope.coordinates.emplace(from.last->index, loop::index_variable(storage_.coordinate(from.last->index)));
  full_operand_ = &from;
  lower(from.last->body[0], scope, body);
  full_operand_ = nullptr;
  loop::For filling{iterator.position, zero, counts[last], std::move(body), own.parallel, own.locals};
  filling.origin = from.last->origin;
  filling.unroll = own.parallel ? 1 : from.last->unroll;
  filling.work = work;
  copying.push_back(std::move(filling));
  storage_.names.forget_since(mark);
  out.push_back(loop::If{{loop::flag_variable(filled)}, {std::move(copying), std::move(appending)}});
}

}  // namespace scorchc::lower
