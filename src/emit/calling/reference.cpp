#include "emit/calling/reference.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include "embed/runtime_blocks.h"
#include "emit/cpp_names.h"
#include "support/match.h"

namespace scorchc::emit {
namespace {

void collect(const scorchc::Expr& expr, std::set<Operator>& operators) {
  match(
      expr, [](const Access&) {}, [](const Literal&) {}, [](const Equal&) {},
      [&](const Reduce& node) {
        operators.insert(node.op == ReduceOp::sum   ? Operator::add
                         : node.op == ReduceOp::min ? Operator::min
                                                    : Operator::max);
        collect(node.body[0], operators);
      },
      [&](const Apply& node) {
        operators.insert(node.op);
        for (const scorchc::Expr& operand : node.operands) collect(operand, operators);
      });
}

Operator combination(AssignOp op) {
  return op == AssignOp::min ? Operator::min : op == AssignOp::max ? Operator::max : Operator::add;
}

std::set<Operator> operators_of(const Interface& interface) {
  std::set<Operator> operators;
  for (const InterfaceStatement& each : interface.statements) {
    collect(each.statement.rhs, operators);
    if (each.statement.op != AssignOp::set) operators.insert(combination(each.statement.op));
  }
  return operators;
}

/// The body of the function for an operator, over `a`, or `a` and `b`. Integers wrap.
std::string_view value_of(Operator op) {
  switch (op) {
    case Operator::add:
      return "if constexpr (std::is_integral_v<T>) return wrapped<T>(bits(a) + bits(b)); else return a + b;";
    case Operator::sub:
      return "if constexpr (std::is_integral_v<T>) return wrapped<T>(bits(a) - bits(b)); else return a - b;";
    case Operator::mul:
      return "if constexpr (std::is_integral_v<T>) return wrapped<T>(bits(a) * bits(b)); else return a * b;";
    case Operator::div:
      return "return a == 0 && b == 0 ? T{0} : a / b;";
    case Operator::neg:
      return "if constexpr (std::is_integral_v<T>) return wrapped<T>(0 - bits(a)); else return -a;";
    case Operator::relu:
      return "return a <= 0 ? T{0} : a;";
    case Operator::abs:
      return "if constexpr (std::is_integral_v<T>) return a < 0 ? wrapped<T>(0 - bits(a)) : a; else return "
             "std::fabs(a);";
    case Operator::min:
      return "return a < b || a != a ? a : b;";
    case Operator::max:
      return "return a > b || a != a ? a : b;";
    case Operator::sqrt:
      return "return std::sqrt(a);";
    case Operator::sin:
      return "return std::sin(a);";
    case Operator::tan:
      return "return std::tan(a);";
    case Operator::tanh:
      return "return std::tanh(a);";
    case Operator::floor:
      return "return std::floor(a);";
    case Operator::ceil:
      return "return std::ceil(a);";
    case Operator::exp:
      return "return std::exp(a);";
    case Operator::log:
      return "return std::log(a);";
    case Operator::cos:
      return "return std::cos(a);";
    case Operator::sigmoid:
      return "return 1 / (1 + std::exp(-a));";
    case Operator::pow:
      return "return std::pow(a, b);";
  }
  return {};
}

/// The name of the function for an operator, infix or not: `value_add`. No tensor is called like this.
std::string function(Operator op) {
  static constexpr std::array names{
#define SCORCHC_OPERATOR(name, ...) std::string_view(#name),
#include "ir/operators.def"
#undef SCORCHC_OPERATOR
  };
  return "value_" + std::string(names[static_cast<std::size_t>(op)]);
}

class ReferenceEmitter {
 public:
  ReferenceEmitter(const Interface& interface, OwnNames& own, Writer& writer)
      : interface_(interface), own_(own), writer_(writer) {}

  void write(const InterfaceStatement& each) {
    type_ = type_name(each.arithmetic);
    const Statement& statement = each.statement;
    std::vector<std::string> bound;
    for (const std::string& index : statement.lhs.indices) {
      if (std::find(bound.begin(), bound.end(), index) != bound.end()) continue;
      bound.push_back(index);
      writer_.open(loop(index));
    }
    const std::string place = component(statement.lhs, Reading::now);
    const std::string value = text(statement.rhs);
    const std::string element = type_name(element_of(statement.lhs.tensor));
    const std::string combined = statement.op == AssignOp::set ? value
                                                               : function(combination(statement.op)) + "<" + type_ +
                                                                     ">(" + cast(type_, place) + ", " + value + ")";
    writer_.line(place + " = " + cast(element, combined) + ";");
    for (std::size_t n = 0; n < bound.size(); ++n) writer_.close();
  }

 private:
  enum class Reading { before, now };

  static std::string cast(const std::string& type, const std::string& value) {
    return "static_cast<" + type + ">(" + value + ")";
  }
  std::string loop(const std::string& index) const {
    const std::string at = own_("at_" + index);
    return "for (int64_t " + at + " = 0; " + at + " < " + own_("size_" + index) + "; ++" + at + ")";
  }

  loop::Type element_of(const std::string& tensor) const {
    for (const InterfaceTemporary& each : interface_.temporaries)
      if (each.name == tensor) return each.type;
    return interface_.result().vals.type;
  }

  std::string component(const Access& access, Reading reading) const {
    std::string coordinates;
    for (const std::string& index : access.indices)
      coordinates += (coordinates.empty() ? "" : ", ") + own_("at_" + index);
    const bool is_old = reading == Reading::before && access.tensor == interface_.result().name;
    return own_((is_old ? "before_" : "dense_") + access.tensor) + ".at({" + coordinates + "})";
  }

  std::string number(const Literal& literal) const {
    if (literal.integral && literal.fits_i64) return cast(type_, std::to_string(literal.integer));
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, literal.value, std::chars_format::scientific);
    return cast(type_, std::string(buffer, end.ptr));
  }

  std::string identity(ReduceOp op) const {
    if (op == ReduceOp::sum) return type_ + "{0}";
    const bool is_floating = type_ == "float" || type_ == "double";
    const std::string limits = "std::numeric_limits<" + type_ + ">::";
    if (op == ReduceOp::min) return limits + (is_floating ? "infinity()" : "max()");
    return is_floating ? "-" + limits + "infinity()" : limits + "min()";
  }

  std::string text(const scorchc::Expr& expr) const {
    return match(
        expr, [&](const Access& access) { return cast(type_, component(access, Reading::before)); },
        [&](const Literal& literal) { return number(literal); }, [&](const Equal&) { return type_ + "{0}"; },
        [&](const Reduce& node) {
          const Operator op = node.op == ReduceOp::sum   ? Operator::add
                              : node.op == ReduceOp::min ? Operator::min
                                                         : Operator::max;
          const std::string all = own_("all_" + node.indices.front());  // nested reductions have indices of their own
          std::string loops;
          for (const std::string& index : node.indices) loops += loop(index) + " { ";
          return "[&] { " + type_ + " " + all + " = " + identity(node.op) + "; " + loops + all + " = " + function(op) +
                 "<" + type_ + ">(" + all + ", " + text(node.body[0]) + "); " + std::string(node.indices.size(), '}') +
                 " return " + all + "; }()";
        },
        [&](const Apply& node) {
          std::string operands;
          for (const scorchc::Expr& operand : node.operands) operands += (operands.empty() ? "" : ", ") + text(operand);
          return function(node.op) + "<" + type_ + ">(" + operands + ")";
        });
  }

  const Interface& interface_;
  OwnNames& own_;
  Writer& writer_;
  std::string type_;
};

}  // namespace

bool has_division(const Interface& interface) { return operators_of(interface).count(Operator::div) > 0; }

void write_reference_operators(const Interface& interface, Writer& writer) {
  writer.raw(runtime_block("wrapping").body());
  for (const Operator op : operators_of(interface)) {
    const bool is_binary = info(op).arity == 2;
    writer.raw("template <class T>\nT " + function(op) + (is_binary ? "(T a, T b) {\n  " : "(T a) {\n  ") +
               std::string(value_of(op)) + "\n}\n");
  }
}

void write_reference(const Interface& interface, OwnNames& own, Writer& writer) {
  ReferenceEmitter reference(interface, own, writer);
  for (const InterfaceStatement& statement : interface.statements) reference.write(statement);
}

}  // namespace scorchc::emit
