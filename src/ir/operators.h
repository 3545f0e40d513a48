// The operators of index notation: one row an operator in operators.def. Everything that a room needs to know of an
// operator stands in its row; no room has a list of operators of its own.
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

/// How an operator combines the sets of components that its operands store (scheduling: iteration algebra).
enum class Pattern {
  intersection,  // an unstored operand annihilates: `*`
  union_,        // f(0, ..., 0) = 0: stored wherever one operand is
  numerator,     // the first operand's: `/`
  full,          // f(0, ..., 0) != 0: every component
};

struct OperatorInfo {
  Operator op;
  std::string_view name;  // as users write it: "+", "relu"
  int arity;              // number of operands
  bool infix;             // written between its operands (or before its one)
  int precedence;         // of an infix operator: higher binds tighter; 0 for functions
  Pattern pattern;
  bool floating;  // the result is always a floating type (exp); otherwise operands promote
  bool exact;     // correctly rounded or integer-exact everywhere; exp and its like are not
  bool lanes;     // vectors of floats do it as fast as one number: no function of <math.h>
};
const OperatorInfo& info(Operator op);
std::span<const OperatorInfo> all_operators();
/// The function of that name ("relu"), if there is one. Infix operators are not found.
std::optional<Operator> find_function(std::string_view name);

/// `=`, `+=`, `min=`, `max=` of a statement, and the operator of an explicit reduction.
enum class ReduceOp { sum, min, max };
std::string_view name(ReduceOp op);

}  // namespace scorchc
