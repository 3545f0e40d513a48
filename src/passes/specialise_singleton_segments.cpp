#include "passes/specialise_singleton_segments.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "ir/loop_uses.h"
#include "ir/loop_walk.h"
#include "passes/analyses/segments.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Expr;
using loop::Stmt;

/// The statement of a `while` over segments that computes where a segment ends.
constexpr std::size_t search_in_walk = 2;

/// A `while` over segments.
struct Walk {
  // Variables: where the segment begins, where the last one ends, and the position after the segment.
  std::string first, end, behind;
  Expr coordinate = loop::integer(0);  // the load of the coordinate at `first`
};

std::optional<Walk> walk_of(const loop::While& node) {
  const loop::Binary* condition = node.condition.as<loop::Binary>();
  if (!condition || condition->op != loop::BinaryOp::less) return {};
  const loop::Variable *first = condition->operands[0].as<loop::Variable>(),
                       *end = condition->operands[1].as<loop::Variable>();
  if (!first || !end || node.body.size() < 4) return {};
  Walk walk;
  walk.first = first->name;
  walk.end = end->name;
  const loop::Declare* coordinate = node.body[0].as<loop::Declare>();
  const loop::Declare* behind = node.body[1].as<loop::Declare>();
  if (!coordinate || !behind || behind->value != loop::add(*first, loop::integer(1))) return {};
  walk.behind = behind->name;
  if (!finds_end(node.body[search_in_walk], walk.behind, *end, *coordinate, walk.first)) return {};
  const loop::Assign* next = node.body.back().as<loop::Assign>();
  if (!next || next->name != walk.first || next->update != loop::Update::set ||
      next->value != loop::index_variable(walk.behind))
    return {};
  walk.coordinate = coordinate->value;
  return walk;
}

/// The work for one entry of a segment.
struct SingleEntry {
  loop::For entries;  // the loop over the segment
  Block body;         // reads the position from the variable of that loop
  bool in_lanes = false;
};

/// The work for a segment as work for each of its entries; empty if that is impossible. The lanes of vector loops
/// around its entries are independent, so entries may be processed one by one, in their order.
std::optional<SingleEntry> single_entry(const Block& block, const Walk& walk) {
  const auto stmt = std::find_if_not(block.begin(), block.end(), loop::is_constant);
  const loop::For* node = stmt != block.end() ? stmt->as<loop::For>() : nullptr;
  if (!node || stmt + 1 != block.end() || node->parallel || !node->locals.empty()) return {};
  SingleEntry entry{*node, Block(block.begin(), stmt)};
  const auto knows_segment = [&](const Block& part) {
    const std::set<std::string> used = loop::used_names(part);
    return used.count(walk.first) > 0 || used.count(walk.behind) > 0;
  };
  if (knows_segment(entry.body) || (!node->vector && knows_segment(node->body))) return {};
  if (node->vector) {
    const std::optional<SingleEntry> inside = single_entry(node->body, walk);
    if (!inside) return {};
    loop::For lanes = *node;
    lanes.body = inside->body;
    entry.body.push_back(lanes);
    return SingleEntry{inside->entries, entry.body, true};
  }
  if (node->begin != loop::index_variable(walk.first) || node->end != loop::index_variable(walk.behind)) return {};
  if (!entry.body.empty() && entry.body.back().as<loop::Comment>()) entry.body.pop_back();  // a comment on the loop
  entry.body.insert(entry.body.end(), node->body.begin(), node->body.end());
  return entry;
}

/// A choice at run time between segments and single entries. Empty if segments must stay.
std::optional<Stmt> with_singleton_segments(const loop::While& node, const Walk& walk,
                                            std::int64_t entries_per_segment) {
  const std::optional<SingleEntry> entry = single_entry(
      Block(node.body.begin() + static_cast<std::ptrdiff_t>(search_in_walk) + 1, node.body.end() - 1), walk);
  if (!entry) return {};
  const Expr first = loop::index_variable(walk.first), end = loop::index_variable(walk.end);
  const auto at = [&](const Expr& position) { return *coordinate_at(position, walk.first, walk.coordinate); };
  const Expr segments_are_long = loop::less(loop::sub(at(loop::sub(end, loop::integer(1))), at(first)),
                                            loop::divide(loop::sub(end, first), loop::integer(entries_per_segment)));
  loop::For singles = entry->entries;
  singles.origin = {node.origin.number, entry->entries.origin.number};
  singles.begin = first;
  singles.end = end;
  singles.body = entry->body;
  loop::Declare coordinate = *node.body[0].as<loop::Declare>();
  coordinate.value = at(loop::index_variable(singles.name));
  if (loop::used_names(singles.body).count(coordinate.name))
    singles.body.insert(singles.body.begin(), coordinate);
  else if (!entry->in_lanes)
    return singles;  // the work for a segment is only the work for its entries
  return loop::If{{loop::both(loop::less(first, end), segments_are_long)},
                  {{node}, {loop::Comment{"few entries share a coordinate: one iteration per entry"}, singles}}};
}

/// Whether statements after the loop read where it ended.
bool is_left_behind(const Block& body, std::size_t loop, const std::string& name) {
  return loop::used_names(Block(body.begin() + static_cast<std::ptrdiff_t>(loop) + 1, body.end())).count(name) > 0;
}

}  // namespace

// Not inside of other loops, where the test at run time would cost too much.
Block specialise_singleton_segments(const Block& body, std::int64_t entries_per_segment) {
  Block out;
  for (std::size_t n = 0; n < body.size(); ++n) {
    const Stmt& stmt = body[n];
    const loop::While* node = stmt.as<loop::While>();
    const std::optional<Walk> walk = node ? walk_of(*node) : std::nullopt;
    const std::optional<Stmt> changed = walk && !is_left_behind(body, n, walk->first)
                                            ? with_singleton_segments(*node, *walk, entries_per_segment)
                                            : std::nullopt;
    const loop::For* repeated = stmt.as<loop::For>();
    if (changed)
      out.push_back(*changed);
    else if (node || stmt.as<loop::ForEach>() || (repeated && !repeated->parallel))
      out.push_back(stmt);
    else
      out.push_back(loop::with_blocks(
          stmt, [&](const Block& inner) { return specialise_singleton_segments(inner, entries_per_segment); }));
  }
  return out;
}

}  // namespace scorchc::passes
