#include "passes/strided_segment_search.h"

#include <optional>

#include "ir/loop_walk.h"
#include "passes/analyses/segments.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Expr;
using loop::Stmt;

constexpr std::int64_t stride = 16;

/// The loop that approaches the end of a segment with strides. The statements before end with declarations of the
/// segment's coordinate and of the position after its first entry, and `search` finds its end. Empty if they do
/// something else.
std::optional<Stmt> strided_search(const Block& before, const Stmt& search) {
  if (before.size() < 2) return {};
  const loop::Declare* coordinate = before[before.size() - 2].as<loop::Declare>();
  const loop::Declare* behind = before.back().as<loop::Declare>();
  const loop::Binary* next = behind && behind->is_mutable ? behind->value.as<loop::Binary>() : nullptr;
  if (!next || next->op != loop::BinaryOp::add || next->operands[1] != loop::integer(1)) return {};
  const loop::Variable* first = next->operands[0].as<loop::Variable>();
  const loop::While* steps = search_by(behind->name, search);
  const loop::Binary* both = steps ? steps->condition.as<loop::Binary>() : nullptr;
  const loop::Binary* in_range = both ? both->operands[0].as<loop::Binary>() : nullptr;
  if (!first || !coordinate || !in_range) return {};
  const Expr& end = in_range->operands[1];
  if (!finds_end(search, behind->name, end, *coordinate, first->name)) return {};
  const Expr far = loop::add(loop::index_variable(behind->name), loop::integer(stride - 1));
  const Expr there = *coordinate_at(far, first->name, coordinate->value);
  return loop::While{loop::both(loop::less(far, end), loop::equal(there, loop::index_variable(coordinate->name))),
                     {loop::Assign{behind->name, loop::Update::add, loop::integer(stride)}}};
}

}  // namespace

Block strided_segment_search(const Block& body) {
  Block out;
  for (const Stmt& stmt : body) {
    if (std::optional<Stmt> steps = strided_search(out, stmt)) out.push_back(std::move(*steps));
    out.push_back(loop::with_blocks(stmt, strided_segment_search));
  }
  return out;
}

}  // namespace scorchc::passes
