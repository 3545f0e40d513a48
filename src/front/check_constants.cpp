// Implements the range check for literals.
#include "front/check_constants.h"

#include <cmath>
#include <cstdint>
#include <limits>

#include "support/diagnostics.h"

namespace scorchc::front {
namespace {

/// True if a literal, negated if `is_negated`, fits i32. The sign matters for the smallest value of i32. (The parser
/// reads the smallest value of i64 as a single literal.)
bool fits_i32(const Literal& number, bool is_negated) {
  if (!number.fits_i64) return false;
  const std::int64_t value = is_negated && number.integer >= 0 ? -number.integer : number.integer;
  return value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
}

bool holds(ValueType type, const Literal& number, bool is_negated) {
  if (type == ValueType::i32) return fits_i32(number, is_negated);
  if (type == ValueType::i64) return number.fits_i64;
  return type != ValueType::f32 || std::isfinite(static_cast<float>(number.value));
}

class ConstantChecker {
 public:
  ConstantChecker(const Statement& statement, ValueType type) : statement_(statement), type_(type) {}

  void check(const Expr& expr, bool is_negated = false) const {
    if (const Literal* number = expr.as<Literal>(); number && !holds(type_, *number, is_negated))
      refuse(expr, *number, is_negated ? "-" : "");
    if (const Reduce* reduce = expr.as<Reduce>()) check(reduce->body[0]);
    if (const Apply* apply = expr.as<Apply>())
      for (const Expr& operand : apply->operands) check(operand, apply->op == Operator::neg && !is_negated);
  }

 private:
  const Statement& statement_;
  const ValueType type_;

  [[noreturn]] void refuse(const Expr& place, const Literal& number, const std::string& sign) const {
    const auto [begin, end] = place.span();
    const std::string wider(name(type_ == ValueType::i32 ? ValueType::i64 : ValueType::f64));
    const std::string help = number.fits_i64
                                 ? "use a wider type: --type " + wider + ", or " + wider + " for one of the tensors"
                                 : "write a floating-point number with a point or an exponent: `2.0`, `1e30`";
    fail(Code::number, {statement_.source, place.span()},
         quoted(sign + statement_.source->text.substr(begin, end - begin)) + " does not fit " +
             std::string(name(type_)) + ", the type that the statement computes in",
         help);
  }
};

}  // namespace

void check_constants(const Statement& statement, ValueType type) {
  ConstantChecker(statement, type).check(statement.rhs);
}

}  // namespace scorchc::front
