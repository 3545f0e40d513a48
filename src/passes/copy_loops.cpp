#include "passes/copy_loops.h"

#include <optional>
#include <string>

#include "ir/loop_uses.h"
#include "ir/loop_walk.h"

namespace scorchc::passes {
namespace {

using loop::Expr;

/// The load behind a value, or null. Coordinates are widened when read and narrowed when stored; both casts are
/// dropped.
const loop::Load* loaded(const Expr& value) {
  const loop::Cast* narrowed = value.as<loop::Cast>();
  if (!narrowed) return value.as<loop::Load>();
  const loop::Cast* widened = narrowed->operand[0].as<loop::Cast>();
  const loop::Load* load = widened ? widened->operand[0].as<loop::Load>() : nullptr;
  const bool is_same =
      load && load->element == loop::Type::i32 && widened->type == loop::Type::i64 && narrowed->type == loop::Type::i32;
  return is_same ? load : nullptr;
}

/// The offset c of an index `c + place` or `place + c`; nothing for an index of another form.
std::optional<Expr> offset(const Expr& index, const Expr& place) {
  if (index == place) return loop::integer(0);
  const loop::Binary* sum = index.as<loop::Binary>();
  if (!sum || sum->op != loop::BinaryOp::add) return std::nullopt;
  if (sum->operands[1] == place) return sum->operands[0];
  if (sum->operands[0] == place) return sum->operands[1];
  return std::nullopt;
}

/// The copy that the loop makes, if it does nothing else. Arrays of different names never overlap: one of the two
/// belongs to the result or is local.
std::optional<loop::Copy> as_copy(const loop::For& node) {
  const Expr place = loop::index_variable(node.name);
  const loop::Store* store = node.body.size() == 1 ? node.body[0].as<loop::Store>() : nullptr;
  if (node.parallel || node.share || !store || store->update != loop::Update::set || node.begin != loop::integer(0))
    return std::nullopt;
  const loop::Load* load = loaded(store->value);
  if (!load || load->element != store->element || load->array == store->array) return std::nullopt;
  const std::optional<Expr> start = offset(store->index, place), first = offset(load->index[0], place);
  if (!start || !first || (node.vector && *start != loop::integer(0))) return std::nullopt;
  for (const Expr& expr : {*start, *first, node.end})
    if (loop::reads_any(expr, {node.name, store->array})) return std::nullopt;
  return loop::Copy{store->array, load->array, store->element, *start, *first, node.end, node.origin};
}

/// The load `a[place]` of a condition `!(a[place] < a[place + 1])`; null for other conditions.
const loop::Load* first_of_falling(const Expr& condition, const Expr& place) {
  const loop::Not* falls = condition.as<loop::Not>();
  const loop::Binary* less = falls ? falls->operand[0].as<loop::Binary>() : nullptr;
  if (!less || less->op != loop::BinaryOp::less) return nullptr;
  const loop::Load *first = loop::without_widening(less->operands[0]).as<loop::Load>(),
                   *second = loop::without_widening(less->operands[1]).as<loop::Load>();
  if (!first || !second || first->array != second->array || first->index[0] != place) return nullptr;
  return second->index[0] == loop::add(place, loop::integer(1)) ? first : nullptr;
}

std::optional<loop::CheckAscending> as_check(const loop::For& node) {
  const loop::If* branch = node.body.size() == 1 ? node.body[0].as<loop::If>() : nullptr;
  if (node.parallel || node.share || node.begin != loop::integer(0) || !branch || branch->conditions.size() != 1 ||
      branch->blocks.size() != 1 || branch->blocks[0].size() != 1)
    return std::nullopt;
  const loop::Assign* drop = branch->blocks[0][0].as<loop::Assign>();
  const loop::Load* array = first_of_falling(branch->conditions[0], loop::index_variable(node.name));
  if (!drop || !array || drop->value != loop::boolean(false)) return std::nullopt;
  return loop::CheckAscending{drop->name, array->array, array->element, node.end, node.origin};
}

loop::Block replaced(const loop::Block& block) {
  loop::Block out;
  for (const loop::Stmt& stmt : block) {
    const loop::For* node = stmt.as<loop::For>();
    if (const std::optional<loop::Copy> copy = node ? as_copy(*node) : std::nullopt)
      out.push_back(*copy);
    else if (const std::optional<loop::CheckAscending> check = node ? as_check(*node) : std::nullopt)
      out.push_back(*check);
    else
      out.push_back(loop::with_blocks(stmt, replaced));
  }
  return out;
}

}  // namespace

loop::Module copy_loops(loop::Module module) {
  for (loop::Function& function : module.functions) function.body = replaced(function.body);
  return module;
}

}  // namespace scorchc::passes
