#include "schedule/cost.h"

#include <algorithm>

namespace scorchc::schedule {
namespace {

bool has(const std::vector<std::string>& indices, const std::string& index) {
  return std::find(indices.begin(), indices.end(), index) != indices.end();
}

double extent(const Kernel& kernel, const std::string& index) {
  const auto it = kernel.indices.find(index);
  if (it != kernel.indices.end() && it->second.extent) return std::max<double>(1, static_cast<double>(*it->second.extent));
  if (it != kernel.indices.end() && it->second.hint) return std::max<double>(1, static_cast<double>(*it->second.hint));
  for (const Access& access : accesses(kernel.statement.rhs))
    if (has(access.indices, index) && !kernel.tensor(access.tensor).format->is_dense()) return assumed_extent;
  return assumed_dense_extent;
}

// How many coordinates of `index` the expression asks for below one prefix.
double visited(const Expr& expr, const std::string& index, const Kernel& kernel, double full) {
  const auto each = [&](const Apply& node, auto combine, double start) {
    double total = start;
    for (const Expr& operand : node.operands) total = combine(total, visited(operand, index, kernel, full));
    return total;
  };
  return match(
      expr,
      [&](const Access& access) {
        const TensorDeclaration* tensor = kernel.find(access.tensor);
        if (!tensor) return full;
        const std::vector<LevelSpec>& levels = tensor->format->levels;
        for (std::size_t l = 0; l < levels.size(); ++l)
          if (access.indices[static_cast<std::size_t>(levels[l].mode)] == index && !is_dense(levels[l]))
            return std::min(full, l == 0 ? full / 10 : assumed_fibre);
        return full;
      },
      [&](const Literal&) { return full; }, [&](const Equal&) { return full; },
      [&](const Apply& node) {
        const Pattern pattern = info(node.op).pattern;
        if (pattern == Pattern::full) return full;
        if (pattern == Pattern::union_)
          return std::min(full, each(node, [](double a, double b) { return a + b; }, 0.0));
        return each(node, [](double a, double b) { return std::min(a, b); }, full);
      },
      [&](const Reduce& node) { return visited(node.body[0], index, kernel, full); });
}

// One multiply-add a component, discounted where the innermost loop can be vector code: dense, no reduction, unit
// stride or invariant in every operand.
double body_cost(const Kernel& kernel, const std::string& innermost, double coordinates, double full) {
  std::vector<Access> all = accesses(kernel.statement.rhs);
  all.push_back(kernel.statement.lhs);
  double strided = 0;
  for (const Access& access : all) {
    const TensorDeclaration& tensor = kernel.tensor(access.tensor);
    if (!has(access.indices, innermost) || !tensor.format) continue;
    const LevelSpec& last = tensor.format->levels.back();
    if (is_dense(last) && access.indices[static_cast<std::size_t>(last.mode)] != innermost) strided += 1;
  }
  const bool is_reduction = !has(kernel.statement.lhs.indices, innermost);
  const bool vector_code = coordinates >= full && strided == 0 && !is_reduction;
  return (vector_code ? 0.25 : 1.0) + strided;
}

}  // namespace

double cost(const Kernel& kernel, const LoopOrder& order) {
  double iterations = 1, total = 0;
  for (std::size_t depth = 0; depth < order.size(); ++depth) {
    const double full = extent(kernel, order[depth]);
    const double coordinates = visited(kernel.statement.rhs, order[depth], kernel, full);
    iterations *= coordinates;
    const bool is_last = depth + 1 == order.size();
    total += iterations * (is_last ? body_cost(kernel, order[depth], coordinates, full) : 1.0);
  }
  return total;
}

}  // namespace scorchc::schedule
