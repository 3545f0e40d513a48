#include "emit/cpp_expr.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "emit/cpp_names.h"

namespace scorchc::emit {
namespace {

using loop::Binary;
using loop::BinaryOp;
using loop::Expr;
using loop::Type;

Binding tighter(Binding binding) { return static_cast<Binding>(static_cast<int>(binding) + 1); }

ExprText integer_text(std::int64_t value) {
  // The least values have no literals: C++ reads a minus and a number that does not fit.
  if (value == std::numeric_limits<std::int64_t>::min()) return {"INT64_MIN"};
  if (value == std::numeric_limits<std::int64_t>::max()) return {"INT64_MAX"};
  if (value == std::numeric_limits<std::int64_t>::max() - 1) return {"INT64_MAX - 1", Binding::sum};
  if (value == std::numeric_limits<std::int32_t>::min()) return {"INT32_MIN"};
  if (value == std::numeric_limits<std::int32_t>::max()) return {"INT32_MAX"};
  const std::string digits = std::to_string(value);
  if (value != static_cast<std::int32_t>(value)) return {"INT64_C(" + digits + ")"};
  return {digits, value < 0 ? Binding::unary : Binding::primary};
}

/// The shortest text that reads back as the same number.
template <class Float>
std::string shortest(Float value) {
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  std::string text(buffer.data(), end.ptr);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

/// True if the text of `expr` has the C++ type int64_t, not int.
bool is_wide(const Expr& expr) {
  const loop::Number* number = expr.as<loop::Number>();
  if (const loop::Integer* node = expr.as<loop::Integer>(); node != nullptr || number != nullptr) {
    const std::int64_t value = node != nullptr ? node->value : number->integer;
    return value != static_cast<std::int32_t>(value);
  }
  if (const loop::Select* node = expr.as<loop::Select>())
    return is_wide(node->operands[1]) || is_wide(node->operands[2]);
  return type_of(expr) == Type::i64;
}

/// A comparison's operator, its negation (a >= b for a < b) and its mirror image (b > a).
struct Relation {
  std::string_view text, opposite, mirrored, opposite_mirrored;
};

std::optional<Relation> relation(BinaryOp op) {
  if (op == BinaryOp::equal) return Relation{"==", "!=", "==", "!="};
  if (op == BinaryOp::not_equal) return Relation{"!=", "==", "!=", "=="};
  if (op == BinaryOp::less) return Relation{"<", ">=", ">", "<="};
  if (op == BinaryOp::less_equal) return Relation{"<=", ">", ">=", "<"};
  return std::nullopt;
}

}  // namespace

std::string parenthesized(const ExprText& inner, Binding least) {
  return inner.binding < least ? "(" + inner.text + ")" : inner.text;
}

ExprText infix(std::string_view op, Binding binding, const ExprText& left, const ExprText& right) {
  return {parenthesized(left, binding) + " " + std::string(op) + " " + parenthesized(right, tighter(binding)), binding};
}

std::string ExprEmitter::operand(const Expr& expr, Binding least) { return parenthesized(emit(expr), least); }

std::string ExprEmitter::widened(const Expr& expr) { return text(without_widening(expr)); }

std::string ExprEmitter::bound(const Expr& expr) { return operand(without_widening(expr), Binding::sum); }

std::string ExprEmitter::first_of(const std::string& array, const Expr& index) {
  return index == loop::integer(0) ? array : array + " + " + bound(index);
}

std::string ExprEmitter::value_for(Type type, const Expr& expr) {
  if (type == Type::i64) return widened(expr);
  const loop::Integer* constant = expr.as<loop::Integer>();
  const bool fits = constant != nullptr && constant->value == static_cast<std::int32_t>(constant->value);
  if (type != Type::i32 || type_of(expr) != Type::i64 || fits) return text(expr);
  return "static_cast<int32_t>(" + widened(expr) + ")";
}

std::string ExprEmitter::updated(Type type, loop::Update update, const Expr& old, const Expr& value) {
  switch (update) {
    case loop::Update::set:
      return value_for(type, value);
    case loop::Update::add:
      if (counts(type, value)) return value_for(type, loop::add(old, value));
      return text(loop::Compute{Operator::add, {old, value}, type});
    case loop::Update::min:
    case loop::Update::max:
      return shared_.use(update == loop::Update::min ? "min" : "max", type) + "(" + text(old) + ", " +
             value_for(type, value) + ")";
  }
  return {};
}

ExprText ExprEmitter::emit(const Expr& expr) {
  return match(
      expr, [](const loop::Integer& node) { return integer_text(node.value); },
      [&](const loop::Number& node) { return emit(node); },
      [](const loop::Boolean& node) { return ExprText{node.value ? "true" : "false"}; },
      [&](const loop::Variable& node) {
        const auto other = called_.find(node.name);
        return other != called_.end() ? other->second : ExprText{node.name};
      },
      [&](const loop::Load& node) { return ExprText{node.array + "[" + widened(node.index[0]) + "]"}; },
      [](const loop::Field& node) {
        const std::string element = node.element < 0 ? "" : "[" + std::to_string(node.element) + "]";
        return ExprText{node.object + "->" + node.field + element};
      },
      [&](const loop::Search& node) {
        std::string arguments = node.array;
        for (const Expr& each : node.operands) arguments += ", " + widened(each);
        return ExprText{shared_.use(node.near_begin ? "gallop" : "search", node.element) + "(" + arguments + ")"};
      },
      [&](const Binary& node) { return emit(node); }, [&](const loop::Not& node) { return emit(node); },
      [&](const loop::Compute& node) { return emit(node); }, [&](const loop::Select& node) { return emit(node); },
      [&](const loop::IsStored& node) {
        return call(shared_.use("is_stored", type_of(node.operand[0])), node.operand);
      },
      [&](const loop::Cast& node) { return emit(node); },
      [&](const loop::Sampled& node) {
        const bool is_of_array = node.what == loop::Sampled::What::long_rows;
        shared_.use(is_of_array ? "reduce_unrolled" : "fibres");
        return is_of_array ? call("scorch_long_rows", {loop::Variable{node.array, node.element}, node.operands[0]})
                           : call("scorch_useful_lanes", node.operands);
      });
}

ExprText ExprEmitter::emit(const loop::Number& node) {
  if (is_integer(node.type)) return integer_text(node.integer);
  const double value = node.type == Type::f32 ? static_cast<double>(static_cast<float>(node.real)) : node.real;
  if (std::isinf(value)) {
    const std::string infinity = shared_.use("infinity", node.type) + "()";
    return value < 0 ? ExprText{"-" + infinity, Binding::unary} : ExprText{infinity};
  }
  const std::string digits = node.type == Type::f32 ? shortest(static_cast<float>(value)) + "F" : shortest(value);
  return {digits, digits.starts_with('-') ? Binding::unary : Binding::primary};
}

/// Arithmetic in int64_t, whatever the types of the operands: int would overflow on sizes that fit in memory.
ExprText ExprEmitter::index_arithmetic(std::string_view op, Binding binding, const Binary& node) {
  const Expr& left = without_widening(node.operands[0]);
  const Expr& right = without_widening(node.operands[1]);
  ExprText left_text = emit(left);
  if (!is_wide(left) && !is_wide(right)) left_text = {"static_cast<int64_t>(" + left_text.text + ")"};
  return infix(op, binding, left_text, emit(right));
}

ExprText ExprEmitter::comparison(const Binary& node, Sense sense) {
  const Relation op = relation(node.op).value();
  const Expr& left = without_widening(node.operands[0]);
  const Expr& right = without_widening(node.operands[1]);
  // Chained comparisons read badly and cause warnings: operands that bind looser than a sum get parentheses.
  const ExprText left_text{operand(left, Binding::sum)};
  const ExprText right_text{operand(right, Binding::sum)};
  const Binding binding = op.text == op.mirrored ? Binding::equality : Binding::relation;
  // Constants go to the right, as people write them.
  if (left.as<loop::Integer>() != nullptr && right.as<loop::Integer>() == nullptr)
    return infix(sense == Sense::plain ? op.mirrored : op.opposite_mirrored, binding, right_text, left_text);
  return infix(sense == Sense::plain ? op.text : op.opposite, binding, left_text, right_text);
}

ExprText ExprEmitter::emit(const Binary& node) {
  switch (node.op) {
    case BinaryOp::add:
      return index_arithmetic("+", Binding::sum, node);
    case BinaryOp::sub:
      return index_arithmetic("-", Binding::sum, node);
    case BinaryOp::mul:
      return index_arithmetic("*", Binding::product, node);
    case BinaryOp::divide:
      return index_arithmetic("/", Binding::product, node);
    case BinaryOp::equal:
    case BinaryOp::not_equal:
    case BinaryOp::less:
    case BinaryOp::less_equal:
      return comparison(node, Sense::plain);
    case BinaryOp::logical_and: {
      const auto side = [&](const Expr& expr) { return ExprText{operand(expr, Binding::logical_and)}; };
      return infix("&&", Binding::logical_and, side(node.operands[0]), side(node.operands[1]));
    }
    case BinaryOp::logical_or: {
      // `a && b || c` is well defined, but compilers warn about it.
      const auto side = [&](const Expr& expr) {
        const ExprText inner = emit(expr);
        return ExprText{inner.binding == Binding::logical_or ? inner.text : parenthesized(inner, Binding::equality)};
      };
      return infix("||", Binding::logical_or, side(node.operands[0]), side(node.operands[1]));
    }
    case BinaryOp::minimum:
    case BinaryOp::maximum:
      return {shared_.use(node.op == BinaryOp::minimum ? "min" : "max", Type::i64) + "(" + widened(node.operands[0]) +
              ", " + widened(node.operands[1]) + ")"};
  }
  return {};
}

ExprText ExprEmitter::emit(const loop::Not& node) {
  const Binary* inner = node.operand[0].as<Binary>();
  if (inner != nullptr && relation(inner->op)) return comparison(*inner, Sense::negated);
  return {"!" + operand(node.operand[0], Binding::primary), Binding::unary};
}

ExprText ExprEmitter::emit(const loop::Select& node) {
  const loop::Variable* flag = node.operands[0].as<loop::Variable>();
  if (flag && masks_.count(flag->name) > 0)
    return call("scorch_select<" + type_name(type_of(node.operands[1])) + ">", node.operands);
  if (node.by_mask) {
    shared_.use("select");
    return {"scorch_select<" + type_name(type_of(node.operands[1])) + ">(-static_cast<int64_t>(" +
            text(node.operands[0]) + "), " + text(node.operands[1]) + ", " + text(node.operands[2]) + ")"};
  }
  const Expr& then = without_widening(node.operands[1]);
  const Expr& otherwise = without_widening(node.operands[2]);
  // If either operand is an int64_t, C++ widens the other one.
  const bool widens = is_wide(then) || is_wide(otherwise);
  return {operand(node.operands[0], Binding::logical_or) + " ? " +
              operand(widens ? then : node.operands[1], Binding::logical_or) + " : " +
              operand(widens ? otherwise : node.operands[2], Binding::logical_or),
          Binding::select};
}

ExprText ExprEmitter::call(const std::string& function, const std::vector<Expr>& operands) {
  std::string arguments;
  for (const Expr& each : operands) arguments += (arguments.empty() ? "" : ", ") + text(each);
  return {function + "(" + arguments + ")"};
}

ExprText ExprEmitter::emit(const loop::Compute& node) {
  const bool wraps = is_integer(node.type);
  const auto arithmetic = [&](std::string_view function, std::string_view op, Binding binding) {
    if (wraps) return call(shared_.use(function, node.type), node.operands);
    return infix(op, binding, emit(node.operands[0]), emit(node.operands[1]));
  };
  const auto function = [&](std::string_view each) { return call(shared_.use(each, node.type), node.operands); };
  const auto math = [&](std::string_view each) { return call(shared_.use_math(each, node.type), node.operands); };
  switch (node.op) {
    case Operator::add:
      return arithmetic("add", "+", Binding::sum);
    case Operator::sub:
      return arithmetic("subtract", "-", Binding::sum);
    case Operator::mul:
      return arithmetic("multiply", "*", Binding::product);
    case Operator::div:
      if (!wraps) return arithmetic("divide", "/", Binding::product);
      return {shared_.use("divide", node.type) + "(" + text(node.operands[0]) + ", " + text(node.operands[1]) + ", &" +
              status_variable_ + ")"};
    case Operator::neg:
      if (wraps) return function("negate");
      return {"-" + operand(node.operands[0], Binding::primary), Binding::unary};
    case Operator::abs:
      return function("absolute");
    case Operator::relu:
    case Operator::min:
    case Operator::max:
    case Operator::sigmoid:
      return function(info(node.op).name);
    case Operator::sqrt:
    case Operator::sin:
    case Operator::tan:
    case Operator::tanh:
    case Operator::floor:
    case Operator::ceil:
    case Operator::exp:
    case Operator::log:
    case Operator::cos:
    case Operator::pow:
      return math(info(node.op).name);
  }
  return {};
}

ExprText ExprEmitter::emit(const loop::Cast& node) {
  const Expr& inner = node.operand[0];
  const Type from = type_of(inner);
  if (from == node.type) return emit(inner);
  // The built-in conversion is undefined for values outside the range of the integer type.
  if (is_integer(node.type) && (from == Type::f32 || from == Type::f64))
    return call(shared_.use("truncate", node.type), node.operand);
  return {"static_cast<" + type_name(node.type) + ">(" + widened(inner) + ")"};
}

}  // namespace scorchc::emit
