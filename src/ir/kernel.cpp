#include "ir/kernel.h"

#include <algorithm>

namespace scorchc {
namespace {

bool makes_floating(const Expr& expr) {
  return match(
      expr, [](const Access&) { return false; }, [](const Literal& number) { return !number.integral; },
      [](const Apply& node) {
        return info(node.op).floating || std::any_of(node.operands.begin(), node.operands.end(), makes_floating);
      },
      [](const Reduce& node) { return makes_floating(node.body[0]); }, [](const Equal&) { return false; });
}

}  // namespace

ValueType expression_type(const Kernel& kernel) {
  std::optional<ValueType> type;
  for (const Access& access : accesses(kernel.statement.rhs)) {
    const ValueType operand = kernel.tensor(access.tensor).value;
    type = type ? promote(*type, operand) : operand;
  }
  const ValueType result = type.value_or(kernel.result().value);
  return !is_floating(result) && makes_floating(kernel.statement.rhs) ? ValueType::f64 : result;
}

ValueType computation_type(const Kernel& kernel) { return promote(expression_type(kernel), kernel.result().value); }

bool Kernel::reads_old_result() const {
  if (statement.op != AssignOp::set) return true;
  const auto is_old = [&](const std::string& name_of) {
    const TensorDeclaration* tensor = find(name_of);
    return tensor != nullptr && data_name(*tensor) == result().name;
  };
  const std::vector<Access> all = accesses(statement.rhs);
  return std::any_of(all.begin(), all.end(), [&](const Access& access) { return is_old(access.tensor); });
}

}  // namespace scorchc
