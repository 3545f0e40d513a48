// Compiles expressions of loop IR to closures.
#include "interpret/expressions.h"

#include <algorithm>
#include <functional>

#include "interpret/arithmetic.h"
#include "interpret/elements.h"

namespace scorchc::interpret {
namespace {

using loop::BinaryOp;
using loop::Expr;
using loop::Type;

[[noreturn]] void fail_arithmetic(std::int64_t a, const char* op, std::int64_t b, const char* why) {
  throw Broken{std::to_string(a) + op + std::to_string(b) + why};
}

// Checked index arithmetic. Function objects, so that they are inlined.
constexpr auto sum = [](std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_add_overflow(a, b, &result)) fail_arithmetic(a, " + ", b, " overflows");
  return result;
};
constexpr auto difference = [](std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_sub_overflow(a, b, &result)) fail_arithmetic(a, " - ", b, " overflows");
  return result;
};
constexpr auto product = [](std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) fail_arithmetic(a, " * ", b, " overflows");
  return result;
};
constexpr auto quotient = [](std::int64_t a, std::int64_t b) {
  if (b == 0) fail_arithmetic(a, " / ", b, " divides by zero");
  if (a == std::numeric_limits<std::int64_t>::min() && b == -1) fail_arithmetic(a, " / ", b, " overflows");
  return a / b;
};

template <class T>
T narrowed(std::int64_t value) {
  const T result = static_cast<T>(value);
  if (result != value) throw Broken{std::to_string(value) + " loses bits as " + std::string(name(type_for<T>))};
  return result;
}

template <class T, class Compare>
Code<bool> compared(Code<T> a, Code<T> b, Compare compare) {
  return [a = std::move(a), b = std::move(b), compare](Frame& frame) { return compare(a(frame), b(frame)); };
}

}  // namespace

template <class T>
Code<T> Expressions::value(const Expr& expr) const {
  if (type_of(expr) != type_for<T>)
    return broken_code<T>("`" + print(expr) + "` is not of type " + std::string(name(type_for<T>)));
  const auto constant = [](T number) -> Code<T> { return [number](Frame&) { return number; }; };
  return match(
      expr, [&](const loop::Integer& node) { return constant(static_cast<T>(node.value)); },
      [&](const loop::Number& node) {
        if constexpr (std::is_floating_point_v<T>)
          return constant(static_cast<T>(node.real));
        else
          return constant(static_cast<T>(node.integer));
      },
      [&](const loop::Boolean& node) { return constant(static_cast<T>(node.value)); },
      [&](const loop::Variable& node) { return variable<T>(node); },
      [&](const loop::Load& node) { return load<T>(node); }, [&](const loop::Field& node) { return field<T>(node); },
      [&](const loop::Search& node) -> Code<T> {
        if constexpr (std::is_same_v<T, std::int64_t>)
          return node.element == Type::i32 ? search<std::int32_t>(node) : search<std::int64_t>(node);
        else
          return broken_code<T>("a position where a value is expected");
      },
      [&](const loop::Sampled& node) -> Code<T> { return sampled<T>(node); },
      [&](const loop::Binary& node) -> Code<T> {
        if constexpr (std::is_same_v<T, bool>)
          return logic(node);
        else
          return arithmetic(node);
      },
      [&](const loop::Not& node) -> Code<T> {
        return [operand = condition(node.operand[0])](Frame& frame) { return static_cast<T>(!operand(frame)); };
      },
      [&](const loop::Compute& node) { return compute<T>(node); },
      [&](const loop::Select& node) { return select<T>(node); },
      [&](const loop::IsStored& node) -> Code<T> {
        if constexpr (std::is_same_v<T, bool>)
          return is_stored(node);
        else
          return broken_code<T>("a condition where a value is expected");
      },
      [&](const loop::Cast& node) { return cast<T>(node); });
}

Code<std::int64_t> Expressions::integer(const Expr& expr) const {
  if (type_of(expr) != Type::i32) return value<std::int64_t>(expr);
  return [inner = value<std::int32_t>(expr)](Frame& frame) { return std::int64_t{inner(frame)}; };
}

template <class T>
Code<T> Expressions::value_for_place(const Expr& expr) const {
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
    if (type_of(expr) != type_for<T> && is_integer(type_of(expr)))
      return [inner = integer(expr)](Frame& frame) { return narrowed<T>(inner(frame)); };
  return value<T>(expr);
}

template <class T>
Code<T> Expressions::value_for_index(const Expr& expr) const {
  const auto* cast = expr.as<loop::Cast>();
  return value_for_place<T>(
      cast != nullptr && is_integer(cast->type) && is_integer(type_of(cast->operand[0])) ? cast->operand[0] : expr);
}

template <class T>
std::function<T(Frame&, T)> Expressions::updated(loop::Update update, const Expr& value) const {
  if constexpr (!std::is_same_v<T, bool>) {
    if constexpr (std::is_integral_v<T>)
      if (update == loop::Update::add && loop::counts(type_for<T>, value))
        return [inner = integer(value)](Frame& frame, T old) { return narrowed<T>(sum(old, inner(frame))); };
    const Code<T> inner = value_for_place<T>(value);
    switch (update) {
      case loop::Update::set:
        break;
      case loop::Update::add:
        return [inner](Frame& frame, T old) { return added(old, inner(frame)); };
      case loop::Update::min:
        return [inner](Frame& frame, T old) { return smaller(old, inner(frame)); };
      case loop::Update::max:
        return [inner](Frame& frame, T old) { return larger(old, inner(frame)); };
    }
  }
  return [inner = value_for_place<T>(value)](Frame& frame, T) { return inner(frame); };
}

template <class T>
Code<T> Expressions::variable(const loop::Variable& node) const {
  const Entity* entity = names_.variable(node.name);
  if (entity == nullptr || entity->type != node.type)
    return broken_code<T>("the variable `" + node.name + "` is not declared as " + std::string(name(node.type)));
  return [cell = entity->cell](Frame& frame) { return cell_as<T>(frame.cells[cell]); };
}

template <class T>
Code<T> Expressions::load(const loop::Load& node) const {
  const Entity* entity = names_.array(node.array);
  if (entity == nullptr || entity->type != node.element)
    return broken_code<T>("the array `" + node.array + "` is not declared as one of " +
                          std::string(name(node.element)));
  return [cell = entity->cell, name = node.array, index = integer(node.index[0])](Frame& frame) {
    return read<T>(frame.run.memory.clock, frame.cells[cell].array, name, index(frame));
  };
}

template <class T>
Code<T> Expressions::field(const loop::Field& node) const {
  const std::string label = node.object + "->" + node.field;
  const auto object = names_.object(node.object);
  const auto field = object ? names_.field(*object, node.field) : std::nullopt;
  if (!field) return broken_code<T>("there is no " + label);
  const auto element = static_cast<std::size_t>(std::max(node.element, 0));
  return [object = *object, field = *field, element, label](Frame& frame) {
    const FieldValue& value = field_of(frame, object, field, label);
    if (!value.is_set) throw Broken{label + " is read, but is not set"};
    return static_cast<T>(value.numbers.at(element));
  };
}

/// Any answer is right: rows are called long if their number is odd, and all lanes useful.
template <class T>
Code<T> Expressions::sampled(const loop::Sampled& node) const {
  if (node.what == loop::Sampled::What::useful_lanes) return [](Frame&) { return std::numeric_limits<T>::max(); };
  return [count = integer(node.operands[0])](Frame& frame) { return static_cast<T>(count(frame) % 2 != 0); };
}

/// Reads the same elements as the emitted code, in the same order.
template <class Element>
Code<std::int64_t> Expressions::search(const loop::Search& node) const {
  const Entity* entity = names_.array(node.array);
  if (entity == nullptr || entity->type != node.element)
    return broken_code<std::int64_t>("the array `" + node.array + "` is not declared as one of " +
                                     std::string(name(node.element)));
  return [cell = entity->cell, name = node.array, first = integer(node.operands[0]), last = integer(node.operands[1]),
          sought = integer(node.operands[2]), near_begin = node.near_begin](Frame& frame) {
    std::int64_t begin = first(frame), end = last(frame);
    const std::int64_t wanted = sought(frame);
    const auto is_before = [&](std::int64_t at) {
      return read<Element>(frame.run.memory.clock, frame.cells[cell].array, name, at) < wanted;
    };
    if (near_begin) {
      std::int64_t step = 1;
      for (; step <= end - begin && is_before(begin + step - 1); step *= 2) begin += step;
      if (step <= end - begin) end = begin + step - 1;
    }
    while (begin < end) {
      const std::int64_t middle = begin + (end - begin) / 2;
      if (is_before(middle))
        begin = middle + 1;
      else
        end = middle;
    }
    return begin;
  };
}

template <class T>
Code<T> Expressions::compute(const loop::Compute& node) const {
  if constexpr (!std::is_same_v<T, bool>) {
    if (std::is_integral_v<T> && node.op == Operator::div) return divide<T>(node);
    Code<T> a = value<T>(node.operands[0]);
    if (node.operands.size() == 1)
      return [op = node.op, a = std::move(a)](Frame& frame) { return applied<T>(op, a(frame), T{}); };
    return [op = node.op, a = std::move(a), b = value<T>(node.operands[1])](Frame& frame) {
      const T left = a(frame);
      return applied<T>(op, left, b(frame));
    };
  } else {
    return broken_code<T>("an operator on bool");
  }
}

/// Integer division. MIN / -1 wraps; a division by zero sets the status variable.
template <class T>
Code<T> Expressions::divide(const loop::Compute& node) const {
  const Entity* status = names_.status_variable();
  if (status == nullptr) return broken_code<T>("an integer division without a status variable");
  return [cell = status->cell, a = value<T>(node.operands[0]), b = value<T>(node.operands[1])](Frame& frame) {
    const T left = a(frame);
    const T right = b(frame);
    if (right != 0) return right == -1 ? negated(left) : static_cast<T>(left / right);
    frame.cells[cell].i32 = 1;
    return T{};
  };
}

template <class T>
Code<T> Expressions::select(const loop::Select& node) const {
  return
      [which = condition(node.operands[0]), then = value<T>(node.operands[1]),
       otherwise = value<T>(node.operands[2])](Frame& frame) { return which(frame) ? then(frame) : otherwise(frame); };
}

Code<bool> Expressions::is_stored(const loop::IsStored& node) const {
  const Expr& operand = node.operand[0];
  return with_type(type_of(operand), [&]<class T>(T) -> Code<bool> {
    return [inner = value<T>(operand)](Frame& frame) {
      const T component = inner(frame);
      if constexpr (std::is_floating_point_v<T>)
        return component != 0 || !std::signbit(component);
      else
        return component != 0;
    };
  });
}

template <class T>
Code<T> Expressions::cast(const loop::Cast& node) const {
  const Expr& operand = node.operand[0];
  return with_type(type_of(operand), [&]<class From>(From) -> Code<T> {
    return [inner = value<From>(operand)](Frame& frame) { return converted<T>(inner(frame)); };
  });
}

Code<bool> Expressions::logic(const loop::Binary& node) const {
  const Expr& left = node.operands[0];
  const Expr& right = node.operands[1];
  const bool of_conditions = type_of(left) == Type::boolean;
  const auto both = [&](auto compare) {
    return of_conditions ? compared(condition(left), condition(right), compare)
                         : compared(integer(left), integer(right), compare);
  };
  switch (node.op) {
    case BinaryOp::logical_and:
      return [a = condition(left), b = condition(right)](Frame& frame) { return a(frame) && b(frame); };
    case BinaryOp::logical_or:
      return [a = condition(left), b = condition(right)](Frame& frame) { return a(frame) || b(frame); };
    case BinaryOp::equal:
      return both(std::equal_to<>());
    case BinaryOp::not_equal:
      return both(std::not_equal_to<>());
    case BinaryOp::less:
      return both(std::less<>());
    case BinaryOp::less_equal:
      return both(std::less_equal<>());
    case BinaryOp::add:
    case BinaryOp::sub:
    case BinaryOp::mul:
    case BinaryOp::divide:
    case BinaryOp::minimum:
    case BinaryOp::maximum:
      break;
  }
  return broken_code<bool>("arithmetic where a condition is expected");
}

Code<std::int64_t> Expressions::arithmetic(const loop::Binary& node) const {
  const auto of_both = [&](auto result) -> Code<std::int64_t> {
    return [a = integer(node.operands[0]), b = integer(node.operands[1]), result](Frame& frame) {
      const std::int64_t left = a(frame);
      return result(left, b(frame));
    };
  };
  switch (node.op) {
    case BinaryOp::add:
      return of_both(sum);
    case BinaryOp::sub:
      return of_both(difference);
    case BinaryOp::mul:
      return of_both(product);
    case BinaryOp::divide:
      return of_both(quotient);
    case BinaryOp::minimum:
      return of_both([](std::int64_t a, std::int64_t b) { return std::min(a, b); });
    case BinaryOp::maximum:
      return of_both([](std::int64_t a, std::int64_t b) { return std::max(a, b); });
    case BinaryOp::equal:
    case BinaryOp::not_equal:
    case BinaryOp::less:
    case BinaryOp::less_equal:
    case BinaryOp::logical_and:
    case BinaryOp::logical_or:
      break;
  }
  return broken_code<std::int64_t>("a condition where arithmetic is expected");
}

#define SCORCHC_INSTANTIATE(T)                                         \
  template Code<T> Expressions::value<T>(const Expr&) const;           \
  template Code<T> Expressions::value_for_place<T>(const Expr&) const; \
  template Code<T> Expressions::value_for_index<T>(const Expr&) const; \
  template std::function<T(Frame&, T)> Expressions::updated<T>(loop::Update, const Expr&) const;
SCORCHC_INSTANTIATE(bool)
SCORCHC_INSTANTIATE(std::int32_t)
SCORCHC_INSTANTIATE(std::int64_t)
SCORCHC_INSTANTIATE(float)
SCORCHC_INSTANTIATE(double)
#undef SCORCHC_INSTANTIATE

}  // namespace scorchc::interpret
