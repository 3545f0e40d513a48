#include "schedule/gathered_sum.h"

#include <algorithm>
#include <set>

namespace scorchc::schedule {
namespace {

// a + b - c gives a, b and -c. What stands in parentheses is added in another order: false.
bool collect_in_order(const Expr& expr, std::vector<Expr>& found) {
  if (expr.as<Access>()) {
    found.push_back(expr);
    return true;
  }
  const Apply* node = expr.as<Apply>();
  if (!node) return false;
  if (node->op == Operator::neg) {
    found.push_back(expr);
    return node->operands[0].as<Access>() != nullptr;
  }
  if (node->op != Operator::add && node->op != Operator::sub) return false;
  if (!node->operands[1].as<Access>() || !collect_in_order(node->operands[0], found)) return false;
  found.push_back(node->op == Operator::add ? node->operands[1]
                                            : apply(Operator::neg, {node->operands[1]}, expr.span()));
  return true;
}

}  // namespace

std::optional<GatheredSum> gathered_sum(const Kernel& kernel, const Part& part, const LoopOrder& loops) {
  const Access& lhs = kernel.statement.lhs;
  GatheredSum sum;
  const std::vector<Access> operands = accesses(part.rhs);
  const std::set<std::string> wanted(lhs.indices.begin(), lhs.indices.end());
  const bool is_plain = part.op == AssignOp::set && part.reductions.empty() && !part.reads_result &&
                        !kernel.result().format->is_dense() && wanted.size() == lhs.indices.size() &&
                        std::all_of(operands.begin(), operands.end(), [&](const Access& access) {
                          return access.indices.size() == wanted.size() &&
                                 std::set<std::string>(access.indices.begin(), access.indices.end()) == wanted;
                        });
  if (operands.size() <= max_merged_addends || !is_plain || !collect_in_order(part.rhs, sum.addends)) return {};
  for (const std::string& index : loops) {
    const bool shares =
        sum.gathered.empty() && std::all_of(operands.begin(), operands.end(),
                                            [&](const Access& access) { return is_full(Expr(access), index, kernel); });
    (shares ? sum.shared : sum.gathered).push_back(index);
  }
  std::set<std::string> walked;
  for (const Access& access : operands) {
    if (is_full(Expr(access), sum.gathered, kernel)) return {};
    walked.insert(print(access));
  }
  return walked.size() > max_merged_addends ? std::optional(std::move(sum)) : std::nullopt;
}

}  // namespace scorchc::schedule
