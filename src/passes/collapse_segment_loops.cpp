#include "passes/collapse_segment_loops.h"

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

bool is_variable(const Expr& expr, const std::string& name) { return expr == loop::index_variable(name); }

/// The parts of one iteration of a `while` over segments.
struct Segment {
  std::string first, behind;  // variables: where it begins, and the position after its end
  const loop::Declare* coordinate = nullptr;
  const loop::Comment* comment = nullptr;
  const loop::For* entries = nullptr;
  const loop::Assign* notes = nullptr;  // records that there is a segment: sets a variable to a constant
};

/// A statement that runs once per segment and might run once for all of them; else null. A segment has an entry, so a
/// test whether it has one, which a collapsed loop leaves behind, is always true.
const loop::Assign* note_in(const Stmt& stmt, const Segment& segment) {
  const loop::If* asks = stmt.as<loop::If>();
  const Expr has_entries = loop::less(loop::index_variable(segment.first), loop::index_variable(segment.behind));
  if (asks &&
      (asks->conditions != std::vector<Expr>{has_entries} || asks->blocks.size() != 1 || asks->blocks[0].size() != 1))
    return nullptr;
  const loop::Assign* note = (asks ? asks->blocks[0][0] : stmt).as<loop::Assign>();
  return note && note->update == loop::Update::set && loop::own_reads(note->value).empty() ? note : nullptr;
}

std::optional<Segment> segment_of(const loop::While& node) {
  const loop::Binary* condition = node.condition.as<loop::Binary>();
  const loop::Variable* first =
      condition && condition->op == loop::BinaryOp::less ? condition->operands[0].as<loop::Variable>() : nullptr;
  if (!first || !condition->operands[1].as<loop::Variable>()) return {};
  Segment segment;
  segment.first = first->name;
  auto stmt = node.body.begin();
  const auto left = [&] { return node.body.end() - stmt; };
  if (left() > 0) segment.coordinate = stmt->as<loop::Declare>();
  if (!segment.coordinate) return {};
  ++stmt;
  const loop::Declare* behind = left() > 0 ? stmt->as<loop::Declare>() : nullptr;
  if (!behind || !behind->is_mutable || behind->value != loop::add(*first, loop::integer(1))) return {};
  segment.behind = behind->name;
  ++stmt;
  if (left() == 0 || !finds_end(*stmt, segment.behind, condition->operands[1], *segment.coordinate, segment.first))
    return {};
  ++stmt;
  if (left() > 0) segment.comment = stmt->as<loop::Comment>();
  if (segment.comment) ++stmt;
  if (left() == 3) {
    segment.notes = note_in(*(stmt + 1), segment);
    if (!segment.notes) return {};
  }
  if (left() != (segment.notes ? 3 : 2)) return {};
  segment.entries = stmt->as<loop::For>();
  if (segment.notes) ++stmt;
  const loop::Assign* next = (stmt + 1)->as<loop::Assign>();
  const bool goes_on = next && next->name == segment.first && next->update == loop::Update::set &&
                       is_variable(next->value, segment.behind);
  return segment.entries && goes_on ? std::optional(segment) : std::nullopt;
}

/// Whether the loop runs over the segment and uses nothing of it but its coordinate.
bool is_plain_segment(const Segment& segment) {
  const loop::For& node = *segment.entries;
  if (node.parallel || node.vector || !node.locals.empty()) return false;
  if (!is_variable(node.begin, segment.first) || !is_variable(node.end, segment.behind)) return false;
  const std::set<std::string> used = loop::used_names(node.body);
  return !used.count(segment.first) && !used.count(segment.behind) &&
         !(segment.notes && used.count(segment.notes->name));
}

/// "i, j: A(i,j)" from "i: A(i,j)" and "j: A(i,j)".
std::string joined(const std::string& outer, const std::string& inner) {
  const std::size_t at = outer.find(": "), from = inner.find(": ");
  if (at == std::string::npos || from == std::string::npos || outer.substr(at) != inner.substr(from))
    return outer + "; " + inner;
  return outer.substr(0, at) + ", " + inner;
}

/// The last statements before a loop over segments: its comment, its first position and its end.
struct Start {
  std::size_t statements = 0;  // how many of them belong to the loop
  Expr begin = loop::integer(0);
  Expr end;
  std::optional<Stmt> last;  // the declaration of the end, unless it is only another name
};
std::optional<Start> start_of(const Block& before, const Segment& segment, const Expr& end) {
  std::size_t n = before.size();
  Start start{.end = end, .last = {}};
  const loop::Declare* declared = n > 0 ? before[n - 1].as<loop::Declare>() : nullptr;
  if (declared && is_variable(end, declared->name)) {
    if (declared->value.as<loop::Variable>())
      start.end = declared->value;
    else
      start.last = before[n - 1];
    --n;
  }
  const loop::Declare* first = n > 0 ? before[n - 1].as<loop::Declare>() : nullptr;
  if (!first || first->name != segment.first || !first->is_mutable) return {};
  start.begin = first->value;
  start.statements = before.size() - n + 1;
  return start;
}

bool join_levels(const loop::While& node, const Block& behind, Block& out) {
  const std::optional<Segment> segment = segment_of(node);
  if (!segment || !is_plain_segment(*segment)) return false;
  const Expr& end = node.condition.as<loop::Binary>()->operands[1];
  const std::optional<Start> start = start_of(out, *segment, end);
  if (!start) return false;
  const std::set<std::string> later = loop::used_names(behind);
  if (later.count(segment->first) || later.count(end.as<loop::Variable>()->name)) return false;
  loop::For entries = *segment->entries;
  entries.begin = start->begin;
  entries.end = start->end;
  const std::optional<Expr> coordinate =
      coordinate_at(loop::index_variable(entries.name), segment->first, segment->coordinate->value);
  entries.body.insert(entries.body.begin(), loop::Declare{segment->coordinate->name, coordinate.value()});
  out.erase(out.end() - static_cast<std::ptrdiff_t>(start->statements), out.end());
  if (segment->comment && !out.empty() && out.back().as<loop::Comment>())
    out.back() = loop::Comment{joined(out.back().as<loop::Comment>()->text, segment->comment->text)};
  if (start->last) out.push_back(*start->last);
  const Expr has_entries = loop::less(entries.begin, entries.end);
  out.push_back(std::move(entries));
  if (segment->notes) out.push_back(loop::If{{has_entries}, {{*segment->notes}}});
  return true;
}

}  // namespace

Block collapse_segment_loops(const Block& body) {
  Block out;
  for (std::size_t n = 0; n < body.size(); ++n) {
    const Stmt stmt = loop::with_blocks(body[n], collapse_segment_loops);
    const loop::While* repeated = stmt.as<loop::While>();
    const auto behind = [&] { return Block(body.begin() + static_cast<std::ptrdiff_t>(n) + 1, body.end()); };
    if (!repeated || !join_levels(*repeated, behind(), out)) out.push_back(stmt);
  }
  return out;
}

}  // namespace scorchc::passes
