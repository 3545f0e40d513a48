// Implements the table of operators.
#include "ir/operators.h"

#include <array>

namespace scorchc {
namespace {

constexpr std::array operator_table{
#define SCORCHC_OPERATOR(name, text, arity, infix, precedence, pattern, floating, exact, lanes) \
  OperatorInfo{Operator::name, text, arity, infix, precedence, Pattern::pattern, floating, exact, lanes},
#include "ir/operators.def"
#undef SCORCHC_OPERATOR
};

}  // namespace

const OperatorInfo& info(Operator op) { return operator_table.at(static_cast<std::size_t>(op)); }

std::span<const OperatorInfo> all_operators() { return operator_table; }

std::optional<Operator> find_function(std::string_view name) {
  for (const OperatorInfo& row : operator_table)
    if (!row.infix && row.name == name) return row.op;
  return std::nullopt;
}

std::string_view name(ReduceOp op) {
  constexpr std::array<std::string_view, 3> names{"sum", "min", "max"};
  return names.at(static_cast<std::size_t>(op));
}

}  // namespace scorchc
