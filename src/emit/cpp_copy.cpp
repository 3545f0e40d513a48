#include "emit/cpp_copy.h"

#include <optional>
#include <string>

#include "emit/cpp_names.h"
#include "ir/loop_uses.h"

namespace scorchc::emit {
namespace {

/// to[start .. start + count) = from[first ..), both of one type.
struct Copy {
  std::string to, from;
  loop::Type element;
  loop::Expr start, first, count;
};

/// The load behind a value, or null. Coordinates are widened when read and narrowed when stored; both casts are
/// dropped.
const loop::Load* loaded(const loop::Expr& value) {
  const loop::Cast* narrowed = value.as<loop::Cast>();
  if (narrowed == nullptr) return value.as<loop::Load>();
  const loop::Cast* widened = narrowed->operand[0].as<loop::Cast>();
  const loop::Load* load = widened != nullptr ? widened->operand[0].as<loop::Load>() : nullptr;
  const bool is_same = load != nullptr && load->element == loop::Type::i32 && widened->type == loop::Type::i64 &&
                       narrowed->type == loop::Type::i32;
  return is_same ? load : nullptr;
}

/// The offset i of an index `i + place`; nothing for an index of another form.
std::optional<loop::Expr> offset(const loop::Expr& index, const loop::Expr& place) {
  if (index == place) return loop::integer(0);
  const loop::Binary* sum = index.as<loop::Binary>();
  if (sum == nullptr || sum->op != loop::BinaryOp::add) return std::nullopt;
  if (sum->operands[1] == place) return sum->operands[0];
  return std::nullopt;
}

/// The copy that the loop makes, if it does nothing else. Arrays of different names never overlap: one of the two
/// belongs to the result or is local.
std::optional<Copy> as_copy(const loop::For& node) {
  const loop::Expr place = loop::index_variable(node.name);
  const loop::Store* store = node.body.size() == 1 ? node.body[0].as<loop::Store>() : nullptr;
  if (node.parallel || store == nullptr || store->update != loop::Update::set || node.begin != loop::integer(0))
    return std::nullopt;
  const loop::Load* load = loaded(store->value);
  if (load == nullptr || load->element != store->element || load->array == store->array) return std::nullopt;
  const std::optional<loop::Expr> start = offset(store->index, place), first = offset(load->index[0], place);
  if (!start || !first || (node.vector && *start != loop::integer(0))) return std::nullopt;
  for (const loop::Expr& expr : {*start, *first, node.end})
    if (loop::own_reads(expr).count(node.name) + loop::own_reads(expr).count(store->array) > 0) return std::nullopt;
  return Copy{store->array, load->array, store->element, *start, *first, node.end};
}

/// The load `a[place]` of a condition `!(a[place] < a[place + 1])`; null for other conditions.
const loop::Load* is_ascending(const loop::Expr& condition, const loop::Expr& place) {
  const loop::Not* falls = condition.as<loop::Not>();
  const loop::Binary* less = falls ? falls->operand[0].as<loop::Binary>() : nullptr;
  if (less == nullptr || less->op != loop::BinaryOp::less) return nullptr;
  const loop::Expr here = without_widening(less->operands[0]), next = without_widening(less->operands[1]);
  const loop::Load *first = here.as<loop::Load>(), *second = next.as<loop::Load>();
  if (first == nullptr || second == nullptr || first->array != second->array || first->index[0] != place)
    return nullptr;
  return second->index[0] == loop::add(place, loop::integer(1)) ? first : nullptr;
}

}  // namespace

bool write_ascent(const loop::For& node, ExprEmitter& exprs, SharedBlocks& shared, Writer& writer) {
  const loop::If* branch = node.body.size() == 1 ? node.body[0].as<loop::If>() : nullptr;
  if (node.parallel || node.begin != loop::integer(0) || branch == nullptr || branch->conditions.size() != 1 ||
      branch->blocks.size() != 1 || branch->blocks[0].size() != 1)
    return false;
  const loop::Assign* drop = branch->blocks[0][0].as<loop::Assign>();
  const loop::Load* array = is_ascending(branch->conditions[0], loop::index_variable(node.name));
  if (drop == nullptr || array == nullptr || drop->value != loop::boolean(false)) return false;
  shared.use("ascends");
  writer.line("if (!scorch_ascends(" + array->array + ", " + exprs.widened(node.end) + ")) " + drop->name +
              " = false;");
  return true;
}

bool write_copy(const loop::For& node, ExprEmitter& exprs, SharedBlocks& shared, Writer& writer) {
  const std::optional<Copy> copy = as_copy(node);
  if (!copy) return false;
  shared.use("copy");
  writer.line("scorch_copy(" + exprs.first_of(copy->to, copy->start) + ", " + exprs.first_of(copy->from, copy->first) +
              ", " + exprs.widened(copy->count) + ", sizeof(" + std::string(type_name(copy->element)) + "));");
  return true;
}

}  // namespace scorchc::emit
