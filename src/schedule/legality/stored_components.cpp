#include "schedule/legality/stored_components.h"

#include <algorithm>

namespace scorchc::schedule {

bool is_full(const Expr& expr, const std::vector<std::string>& indices, const Kernel& kernel) {
  const auto full = [&](const Expr& operand) { return is_full(operand, indices, kernel); };
  return match(
      expr,
      [&](const Access& access) {
        const TensorDeclaration* tensor = kernel.find(access.tensor);
        if (!tensor) return true;
        return std::none_of(tensor->format->levels.begin(), tensor->format->levels.end(), [&](const LevelSpec& level) {
          const std::string& index = access.indices[static_cast<std::size_t>(level.mode)];
          return !is_dense(level) && std::find(indices.begin(), indices.end(), index) != indices.end();
        });
      },
      [](const Literal& number) { return number.stored; }, [](const Equal&) { return true; },
      [&](const Apply& node) {
        switch (pattern_of(node)) {
          case Pattern::full:
            return true;
          case Pattern::numerator:
          case Pattern::intersection:
            return std::all_of(node.operands.begin(), node.operands.end(), full);
          case Pattern::union_:
            return std::any_of(node.operands.begin(), node.operands.end(), full);
        }
        return false;
      },
      [&](const Reduce& node) { return node.op != ReduceOp::sum || full(node.body[0]); });
}

bool is_full(const Expr& expr, const std::string& index, const Kernel& kernel) {
  return is_full(expr, std::vector<std::string>{index}, kernel);
}

bool has_array(const Format& format) {
  return std::any_of(format.levels.begin(), format.levels.end(),
                     [](const LevelSpec& level) { return is_dense(level); });
}

bool is_stored_as_one(const Expr& expr) {
  const Apply* node = expr.as<Apply>();
  if (!node) return expr.as<Access>() || expr.as<Literal>();
  return (node->op == Operator::mul || node->op == Operator::neg) &&
         std::all_of(node->operands.begin(), node->operands.end(), is_stored_as_one);
}

std::size_t places_in_blocks(const std::vector<std::string>& indices, const Kernel& kernel) {
  const auto number = std::find_if(indices.rbegin(), indices.rend(), [&](const std::string& index) {
    const auto declared = kernel.indices.find(index);
    return declared == kernel.indices.end() || declared->second.part != BlockPart::inner;
  });
  return static_cast<std::size_t>(number - indices.rbegin());
}

std::size_t places_stored_together(const Expr& expr, const std::vector<std::string>& indices, const Kernel& kernel) {
  if (indices.empty() || !is_stored_as_one(expr)) return 0;
  const std::vector<const Access*> all = accesses_in(expr);
  if (!std::all_of(all.begin(), all.end(), [&](const Access* access) { return kernel.find(access->tensor); })) return 0;
  std::size_t places = 0;
  for (const std::size_t most = places_in_blocks(indices, kernel); places < most; ++places)
    if (!is_full(expr, indices[indices.size() - 1 - places], kernel)) break;
  return places;
}

}  // namespace scorchc::schedule
