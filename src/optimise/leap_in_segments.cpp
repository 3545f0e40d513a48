#include "optimise/leap_in_segments.h"

#include <optional>

#include "ir/loop_walk.h"

namespace scorchc::optimise {
namespace {

using loop::Block;
using loop::Expr;
using loop::Stmt;

constexpr std::int64_t leap = 16;

/// The coordinate that stands at `position`, in place of that at the variable's.
std::optional<Expr> moved(const Expr& stored, const Expr& variable, const Expr& position) {
  if (const loop::Cast* widened = stored.as<loop::Cast>()) {
    const std::optional<Expr> inner = moved(widened->operand[0], variable, position);
    return inner ? std::optional(loop::cast(widened->type, *inner)) : std::nullopt;
  }
  const loop::Load* load = stored.as<loop::Load>();
  if (!load || load->index[0] != variable) return {};
  loop::Load there = *load;
  there.index[0] = position;
  return Expr(std::move(there));
}

/// The loop that goes in steps to near the end that `search` finds, where `start` is the position behind an entry of the segment.
std::optional<Stmt> leaps(const Stmt& start, const Stmt& search) {
  const loop::Declare* behind = start.as<loop::Declare>();
  const loop::While* steps = search.as<loop::While>();
  if (!behind || !behind->is_mutable || !steps || steps->body.size() != 1) return {};
  const Expr at = loop::index_variable(behind->name);
  const loop::Assign* step = steps->body[0].as<loop::Assign>();
  const loop::Binary* both = steps->condition.as<loop::Binary>();
  if (!step || *step != loop::Assign{behind->name, loop::Update::add, loop::integer(1)} || !both || both->op != loop::BinaryOp::logical_and) return {};
  const loop::Binary *in_range = both->operands[0].as<loop::Binary>(), *is_same = both->operands[1].as<loop::Binary>();
  if (!in_range || in_range->op != loop::BinaryOp::less || in_range->operands[0] != at) return {};
  if (!is_same || is_same->op != loop::BinaryOp::equal) return {};
  const Expr far = loop::add(at, loop::integer(leap - 1));
  const std::optional<Expr> there = moved(is_same->operands[0], at, far);
  if (!there) return {};
  return loop::While{loop::both(loop::less(far, in_range->operands[1]), loop::equal(*there, is_same->operands[1])),
                     {loop::Assign{behind->name, loop::Update::add, loop::integer(leap)}}};
}

/// One position behind another one: the entry there is the segment's.
bool begins_behind_an_entry(const Stmt& start) {
  const loop::Declare* behind = start.as<loop::Declare>();
  const loop::Binary* next = behind ? behind->value.as<loop::Binary>() : nullptr;
  return next && next->op == loop::BinaryOp::add && next->operands[1] == loop::integer(1);
}

}  // namespace

Block leap_in_segments(const Block& body) {
  Block out;
  for (const Stmt& stmt : body) {
    if (!out.empty() && begins_behind_an_entry(out.back()))
      if (std::optional<Stmt> steps = leaps(out.back(), stmt)) out.push_back(std::move(*steps));
    out.push_back(loop::with_blocks(stmt, leap_in_segments));
  }
  return out;
}

}  // namespace scorchc::optimise
