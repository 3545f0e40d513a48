#include "passes/strided_segment_search.h"

#include <optional>

#include "ir/loop_walk.h"
#include "passes/analyses/segments.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Expr;
using loop::Stmt;

constexpr std::int64_t leap = 16;

/// The loop that approaches the end of a segment with strides. `start` declares the position after an entry of the
/// segment, and `search` finds its end. Empty if they do something else.
std::optional<Stmt> strided_search(const Stmt& start, const Stmt& search) {
  const loop::Declare* behind = start.as<loop::Declare>();
  const loop::Binary* next = behind && behind->is_mutable ? behind->value.as<loop::Binary>() : nullptr;
  if (!next || next->op != loop::BinaryOp::add || next->operands[1] != loop::integer(1)) return {};
  const loop::While* steps = search_by(behind->name, search);
  const loop::Binary* both = steps ? steps->condition.as<loop::Binary>() : nullptr;
  if (!both || both->op != loop::BinaryOp::logical_and) return {};
  const Expr at = loop::index_variable(behind->name), far = loop::add(at, loop::integer(leap - 1));
  const loop::Binary *in_range = both->operands[0].as<loop::Binary>(), *is_same = both->operands[1].as<loop::Binary>();
  if (!in_range || in_range->op != loop::BinaryOp::less || in_range->operands[0] != at) return {};
  if (!is_same || is_same->op != loop::BinaryOp::equal) return {};
  const std::optional<Expr> there = coordinate_at(far, behind->name, is_same->operands[0]);
  if (!there) return {};
  return loop::While{loop::both(loop::less(far, in_range->operands[1]), loop::equal(*there, is_same->operands[1])),
                     {loop::Assign{behind->name, loop::Update::add, loop::integer(leap)}}};
}

}  // namespace

Block strided_segment_search(const Block& body) {
  Block out;
  for (const Stmt& stmt : body) {
    if (std::optional<Stmt> steps = out.empty() ? std::nullopt : strided_search(out.back(), stmt))
      out.push_back(std::move(*steps));
    out.push_back(loop::with_blocks(stmt, strided_segment_search));
  }
  return out;
}

}  // namespace scorchc::passes
