// Builds and types expressions of loop IR, and names its enumerators.
#include "ir/loop.h"

#include <limits>

namespace scorchc::loop {

std::string_view name(Type type) {
  switch (type) {
    case Type::boolean:
      return "bool";
    case Type::i32:
      return "i32";
    case Type::i64:
      return "i64";
    case Type::f32:
      return "f32";
    case Type::f64:
      return "f64";
  }
  return "";
}

Type type_of(ValueType type) {
  switch (type) {
    case ValueType::f32:
      return Type::f32;
    case ValueType::f64:
      return Type::f64;
    case ValueType::i32:
      return Type::i32;
    case ValueType::i64:
      return Type::i64;
  }
  return Type::f32;
}

Type type_of(IndexType type) { return type == IndexType::i32 ? Type::i32 : Type::i64; }

std::string_view name(Phase phase) {
  switch (phase) {
    case Phase::run:
      return "run";
    case Phase::count:
      return "count";
    case Phase::pattern:
      return "pattern";
    case Phase::compute:
      return "compute";
    case Phase::assemble:
      return "assemble";
    case Phase::release:
      return "free";
  }
  return "";
}

std::string suffix_of_plan(int plan) { return plan == 0 ? "" : "_plan_" + std::to_string(plan); }

std::string name(const Function& function) { return std::string(name(function.phase)) + suffix_of_plan(function.plan); }

Type type_of(const Expr& expr) {
  return match(
      expr, [](const Integer&) { return Type::i64; }, [](const Number& n) { return n.type; },
      [](const Boolean&) { return Type::boolean; }, [](const Variable& v) { return v.type; },
      [](const Load& l) { return l.element; }, [](const Field& f) { return f.type; },
      [](const Search&) { return Type::i64; },
      [](const Sampled& s) { return s.what == Sampled::What::long_rows ? Type::boolean : Type::i64; },
      [](const Binary& b) {
        switch (b.op) {
          case BinaryOp::add:
          case BinaryOp::sub:
          case BinaryOp::mul:
          case BinaryOp::divide:
          case BinaryOp::minimum:
          case BinaryOp::maximum:
            return Type::i64;
          case BinaryOp::equal:
          case BinaryOp::not_equal:
          case BinaryOp::less:
          case BinaryOp::less_equal:
          case BinaryOp::logical_and:
          case BinaryOp::logical_or:
            return Type::boolean;
        }
        return Type::i64;
      },
      [](const Not&) { return Type::boolean; }, [](const Compute& c) { return c.type; },
      [](const Select& s) { return type_of(s.operands[1]); }, [](const IsStored&) { return Type::boolean; },
      [](const Cast& c) { return c.type; });
}

namespace {

const std::int64_t* constant(const Expr& expr) {
  const Integer* node = expr.as<Integer>();
  return node ? &node->value : nullptr;
}
const bool* truth(const Expr& expr) {
  const Boolean* node = expr.as<Boolean>();
  return node ? &node->value : nullptr;
}

}  // namespace

Expr load_index(std::string array, Type element, Expr index) {
  return cast(Type::i64, load(std::move(array), element, std::move(index)));
}
Expr add(Expr a, Expr b) {
  if (constant(a) && *constant(a) == 0) return b;
  if (constant(b) && *constant(b) == 0) return a;
  std::int64_t sum = 0;
  if (constant(a) && constant(b) && !__builtin_add_overflow(*constant(a), *constant(b), &sum)) return integer(sum);
  const Binary* inner = a.as<Binary>();
  const std::int64_t* first = inner && inner->op == BinaryOp::add ? constant(inner->operands[1]) : nullptr;
  if (first && constant(b) && !__builtin_add_overflow(*first, *constant(b), &sum))
    return add(inner->operands[0], integer(sum));
  return Binary{BinaryOp::add, {std::move(a), std::move(b)}};
}
Expr sub(Expr a, Expr b) {
  if (constant(b) && *constant(b) == 0) return a;
  return Binary{BinaryOp::sub, {std::move(a), std::move(b)}};
}
Expr mul(Expr a, Expr b) {
  if ((constant(a) && *constant(a) == 0) || (constant(b) && *constant(b) == 0)) return integer(0);
  if (constant(a) && *constant(a) == 1) return b;
  if (constant(b) && *constant(b) == 1) return a;
  return Binary{BinaryOp::mul, {std::move(a), std::move(b)}};
}
Expr divide(Expr a, Expr b) { return Binary{BinaryOp::divide, {std::move(a), std::move(b)}}; }
Expr both(Expr a, Expr b) {
  if (truth(a)) return *truth(a) ? b : a;
  if (truth(b)) return *truth(b) ? a : b;
  if (a == b) return a;
  return Binary{BinaryOp::logical_and, {std::move(a), std::move(b)}};
}
const Expr& without_widening(const Expr& expr) {
  const Cast* cast = expr.as<Cast>();
  const bool is_widening = cast && cast->type == Type::i64 && is_integer(type_of(cast->operand[0]));
  // NOLINTNEXTLINE(bugprone-return-const-ref-from-parameter): callers pass parts of statements
  return is_widening ? without_widening(cast->operand[0]) : expr;
}

Expr either(Expr a, Expr b) {
  if (truth(a)) return *truth(a) ? a : b;
  if (truth(b)) return *truth(b) ? b : a;
  if (a == b) return a;
  return Binary{BinaryOp::logical_or, {std::move(a), std::move(b)}};
}
Expr negate(Expr a) {
  if (truth(a)) return boolean(!*truth(a));
  return Not{{std::move(a)}};
}
Expr equal(Expr a, Expr b) { return Binary{BinaryOp::equal, {std::move(a), std::move(b)}}; }
Expr less(Expr a, Expr b) { return Binary{BinaryOp::less, {std::move(a), std::move(b)}}; }
Expr minimum(Expr a, Expr b) { return Binary{BinaryOp::minimum, {std::move(a), std::move(b)}}; }
Expr maximum(Expr a, Expr b) { return Binary{BinaryOp::maximum, {std::move(a), std::move(b)}}; }
Expr select(Expr condition, Expr then, Expr otherwise) {
  if (truth(condition)) return *truth(condition) ? then : otherwise;
  return Select{{std::move(condition), std::move(then), std::move(otherwise)}};
}
Expr pick(Expr condition, Expr then, Expr otherwise) {
  return Select{{std::move(condition), std::move(then), std::move(otherwise)}, true};
}
Expr cast(Type type, Expr a) {
  if (type_of(a) == type) return a;
  return Cast{type, {std::move(a)}};
}
Expr number(Type type, double real, std::int64_t integer_value) { return Number{real, integer_value, type}; }
Expr lowest(Type type) {
  const std::int64_t least =
      type == Type::i32 ? std::numeric_limits<std::int32_t>::min() : std::numeric_limits<std::int64_t>::min();
  return Number{-std::numeric_limits<double>::infinity(), least, type};
}
Expr highest(Type type) {
  const std::int64_t largest =
      type == Type::i32 ? std::numeric_limits<std::int32_t>::max() : std::numeric_limits<std::int64_t>::max();
  return Number{std::numeric_limits<double>::infinity(), largest, type};
}

namespace {

bool is_index_arithmetic(const Expr& expr) {
  if (expr.as<Integer>() || expr.as<Binary>() || expr.as<Field>()) return true;
  // A condition as a 0/1 increment: `pA2 += jA2 == j`.
  if (const Cast* node = expr.as<Cast>()) return type_of(node->operand[0]) == Type::boolean;
  if (const Select* node = expr.as<Select>())
    return is_index_arithmetic(node->operands[1]) && is_index_arithmetic(node->operands[2]);
  return false;
}

}  // namespace

bool counts(Type place, const Expr& value) {
  if (!is_integer(place)) return false;
  // Values are added to values of the same type, so mixed types mean index arithmetic.
  return type_of(value) != place || (place == Type::i64 && is_index_arithmetic(value));
}

}  // namespace scorchc::loop
