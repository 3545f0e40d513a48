#include "optimise/single_entries.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "ir/identifiers.h"
#include "ir/loop_uses.h"
#include "ir/loop_walk.h"
#include "optimise/segments.h"

namespace scorchc::optimise {
namespace {

using loop::Block;
using loop::Expr;
using loop::Stmt;

// So many entries of a coordinate, on average, are worth it that their end is found.
constexpr std::int64_t worth_it = 16;

bool is_constant(const Stmt& stmt) {
  const loop::Declare* node = stmt.as<loop::Declare>();
  return stmt.as<loop::Comment>() || (node && !node->is_mutable);
}

/// A `while` over segments.
struct Walk {
  std::string first, end, behind;  // where the segment begins, where the last one ends, and the position behind it
  std::size_t search = 0;          // the statement that finds it
  Expr coordinate = loop::integer(0);  // the load of that of `first`
};

std::optional<Walk> walk_of(const loop::While& node) {
  const loop::Binary* condition = node.condition.as<loop::Binary>();
  if (!condition || condition->op != loop::BinaryOp::less) return {};
  const loop::Variable *first = condition->operands[0].as<loop::Variable>(), *end = condition->operands[1].as<loop::Variable>();
  if (!first || !end || node.body.size() < 4) return {};
  Walk walk;
  walk.first = first->name;
  walk.end = end->name;
  const loop::Declare* coordinate = node.body[0].as<loop::Declare>();
  const loop::Declare* behind = node.body[1].as<loop::Declare>();
  if (!coordinate || !behind || behind->value != loop::add(*first, loop::integer(1))) return {};
  walk.behind = behind->name;
  walk.search = 2;
  const loop::While* search = search_by(walk.behind, node.body[walk.search]);
  const loop::Binary* both = search ? search->condition.as<loop::Binary>() : nullptr;
  if (!both || both->op != loop::BinaryOp::logical_and || both->operands[0] != loop::less(loop::index_variable(walk.behind), *end)) return {};
  const std::optional<Expr> found = coordinate_at(*first, walk.first, coordinate->value);
  const loop::Assign* next = node.body.back().as<loop::Assign>();
  if (!found || !next || next->name != walk.first || next->value != loop::index_variable(walk.behind)) return {};
  walk.coordinate = coordinate->value;
  return walk;
}

/// Whether each entry of the segment is taken by itself, in its order: by a loop that may stand in loops over lanes, which know
/// nothing of each other.
bool takes_entries(const Block& block, const Walk& walk) {
  const auto stmt = std::find_if_not(block.begin(), block.end(), is_constant);
  const loop::For* node = stmt != block.end() ? stmt->as<loop::For>() : nullptr;
  if (!node || stmt + 1 != block.end() || node->parallel || !node->locals.empty()) return false;
  if (node->vector) return takes_entries(node->body, walk);
  const bool runs_over_segment = node->begin == loop::index_variable(walk.first) && node->end == loop::index_variable(walk.behind);
  const std::set<std::string> used = loop::used_names(node->body);
  return runs_over_segment && !used.count(walk.first) && !used.count(walk.behind);
}

/// Nothing where it has to be as it is.
std::optional<Block> with_single_entries(const loop::While& node, const std::set<std::string>& taken) {
  const std::optional<Walk> walk = walk_of(node);
  if (!walk || !takes_entries(Block(node.body.begin() + static_cast<std::ptrdiff_t>(walk->search) + 1, node.body.end() - 1), *walk)) return {};
  std::string name = walk->first + "_reach";
  for (int n = 2; is_reserved(name) || taken.count(name) > 0; ++n) name = walk->first + "_reach" + std::to_string(n);
  const Expr first = loop::index_variable(walk->first), end = loop::index_variable(walk->end), reach = loop::index_variable(name);
  const Expr last = *coordinate_at(loop::sub(end, loop::integer(1)), walk->first, walk->coordinate);
  const Expr are_long = loop::less(loop::sub(last, *coordinate_at(first, walk->first, walk->coordinate)),
                                   loop::divide(loop::sub(end, first), loop::integer(worth_it)));
  loop::While copy = node;
  loop::While search = *copy.body[walk->search].as<loop::While>();
  search.condition = loop::both(loop::less(loop::index_variable(walk->behind), reach), search.condition.as<loop::Binary>()->operands[1]);
  copy.body[walk->search] = search;
  return Block{loop::Declare{name, loop::select(loop::both(loop::less(first, end), are_long), end, first)}, copy};
}

/// Not inside of other loops: there it would take long to find out whether it is worth it.
Block in_block(const Block& body, const std::set<std::string>& taken) {
  Block out;
  for (const Stmt& stmt : body) {
    const loop::While* node = stmt.as<loop::While>();
    std::optional<Block> changed = node ? with_single_entries(*node, taken) : std::nullopt;
    const loop::For* repeated = stmt.as<loop::For>();
    if (changed)
      out.insert(out.end(), changed->begin(), changed->end());
    else if (node || stmt.as<loop::ForEach>() || (repeated && !repeated->parallel))
      out.push_back(stmt);
    else
      out.push_back(loop::with_blocks(stmt, [&](const Block& each) { return in_block(each, taken); }));
  }
  return out;
}

}  // namespace

Block take_single_entries(const Block& body) { return in_block(body, loop::used_names(body)); }

}  // namespace scorchc::optimise
