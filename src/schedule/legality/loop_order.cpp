#include "schedule/legality/loop_order.h"

#include <algorithm>
#include <functional>

#include "support/words.h"

namespace scorchc::schedule {

LoopOrder restricted(const LoopOrder& order, const std::vector<std::string>& to) {
  LoopOrder kept;
  for (const std::string& index : order)
    if (has(to, index)) kept.push_back(index);
  return kept;
}

std::vector<std::string> all_indices(const Statement& statement) {
  std::vector<std::string> found;
  const auto add = [&](const std::string& index) {
    if (std::find(found.begin(), found.end(), index) == found.end()) found.push_back(index);
  };
  for (const std::string& index : statement.lhs.indices) add(index);
  for (const Access* access : accesses_in(statement.rhs))
    for (const std::string& index : access->indices) add(index);
  const std::function<void(const Expr&)> bound = [&](const Expr& expr) {
    match(
        expr, [](const Access&) {}, [](const Literal&) {}, [](const Equal&) {},
        [&](const Apply& node) {
          for (const Expr& operand : node.operands) bound(operand);
        },
        [&](const Reduce& node) {
          for (const std::string& index : node.indices) add(index);
          bound(node.body[0]);
        });
  };
  bound(statement.rhs);
  return found;
}

bool has_reduction(const Expr& expr) {
  if (const Apply* node = expr.as<Apply>())
    return std::any_of(node->operands.begin(), node->operands.end(), has_reduction);
  return expr.as<Reduce>() != nullptr;
}

}  // namespace scorchc::schedule
