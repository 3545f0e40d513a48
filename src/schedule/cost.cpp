#include "schedule/cost.h"

#include <algorithm>
#include <map>

#include "support/words.h"

namespace scorchc::schedule {
namespace {

// What one statement's loops cost. The tensors are looked up once: there may be thousands of accesses.
class Pricing {
 public:
  explicit Pricing(const Kernel& kernel) : kernel_(kernel), accesses_(accesses(kernel.statement.rhs)) {
    for (const TensorDeclaration& tensor : kernel.tensors) tensors_[tensor.name] = &tensor;
    for (const TensorDeclaration& tensor : kernel.temporaries) tensors_[tensor.name] = &tensor;
  }

  double of(const LoopOrder& order) const {
    double iterations = 1, total = 0;
    for (std::size_t depth = 0; depth < order.size(); ++depth) {
      const double full = extent(order[depth]);
      const double coordinates = visited(kernel_.statement.rhs, order[depth], full);
      iterations *= coordinates;
      const bool is_last = depth + 1 == order.size();
      total += iterations * (is_last ? body_cost(order[depth], coordinates, full) : 1.0);
    }
    return total;
  }

 private:
  const TensorDeclaration* find(const std::string& tensor) const {
    const auto it = tensors_.find(tensor);
    return it == tensors_.end() ? nullptr : it->second;
  }

  double extent(const std::string& index) const {
    const auto it = kernel_.indices.find(index);
    if (it != kernel_.indices.end() && it->second.extent)
      return std::max<double>(1, static_cast<double>(*it->second.extent));
    if (it != kernel_.indices.end() && it->second.hint) return std::max<double>(1, static_cast<double>(*it->second.hint));
    for (const Access& access : accesses_)
      if (has(access.indices, index) && !find(access.tensor)->format->is_dense()) return assumed_extent;
    return assumed_dense_extent;
  }

  // How many coordinates of `index` the expression asks for below one prefix.
  double visited(const Expr& expr, const std::string& index, double full) const {
    const auto each = [&](const Apply& node, auto combine, double start) {
      double total = start;
      for (const Expr& operand : node.operands) total = combine(total, visited(operand, index, full));
      return total;
    };
    return match(
        expr,
        [&](const Access& access) {
          if (!has(access.indices, index)) return full;
          const TensorDeclaration* tensor = find(access.tensor);
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
        [&](const Reduce& node) { return visited(node.body[0], index, full); });
  }

  // One multiply-add a component, discounted where the innermost loop can be vector code: dense, no reduction, unit
  // stride or invariant in every operand.
  double body_cost(const std::string& innermost, double coordinates, double full) const {
    double strided = 0;
    const auto add = [&](const Access& access) {
      const TensorDeclaration& tensor = *find(access.tensor);
      if (!has(access.indices, innermost) || !tensor.format) return;
      const LevelSpec& last = tensor.format->levels.back();
      if (is_dense(last) && access.indices[static_cast<std::size_t>(last.mode)] != innermost) strided += 1;
    };
    for (const Access& access : accesses_) add(access);
    add(kernel_.statement.lhs);
    const bool is_reduction = !has(kernel_.statement.lhs.indices, innermost);
    const bool vector_code = coordinates >= full && strided == 0 && !is_reduction;
    return (vector_code ? 0.25 : 1.0) + strided;
  }

  const Kernel& kernel_;
  const std::vector<Access> accesses_;
  std::map<std::string, const TensorDeclaration*, std::less<>> tensors_;
};

}  // namespace

double cost(const Kernel& kernel, const LoopOrder& order) { return Pricing(kernel).of(order); }

}  // namespace scorchc::schedule
