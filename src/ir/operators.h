// Defines the operators of index notation. Each operator is a row of operators.def, which has all its properties; no
// phase keeps another list of operators.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace scorchc {

enum class Operator {
#define SCORCHC_OPERATOR(name, ...) name,
#include "ir/operators.def"
#undef SCORCHC_OPERATOR
};

/// How an operator combines the sparsity patterns of its operands.
enum class Pattern {
  intersection,  // stored where all operands are, because 0 annihilates: `*`
  union_,        // stored where some operand is, because f(0, ..., 0) = 0: `+`, `sqrt`
  numerator,     // stored where the first operand is: `/`
  full,          // stored everywhere, because f(0, ..., 0) != 0: `exp`
};

struct OperatorInfo {
  Operator op;
  std::string_view name;  // in index notation: "+", "relu"
  int arity;              // number of operands
  bool infix;             // written between its two operands, or before its single one
  int precedence;         // of an infix operator: higher binds tighter; 0 for functions
  Pattern pattern;
  bool floating;  // the result is always floating-point (exp); otherwise it has the operands' type
  bool exact;     // correctly rounded, or exact on integers, on every machine; not exp or log
  bool lanes;     // has a SIMD version; functions of <math.h> do not
};
const OperatorInfo& info(Operator op);
std::span<const OperatorInfo> all_operators();
/// The function of that name ("relu"), if there is one. Infix operators are not found.
std::optional<Operator> find_function(std::string_view name);

/// The operator of a reduction: explicit (`sum(j, ...)`), or implied by `+=`, `min=` and `max=`.
enum class ReduceOp { sum, min, max };
std::string_view name(ReduceOp op);

}  // namespace scorchc
