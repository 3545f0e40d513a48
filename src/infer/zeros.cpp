// Implements constant folding at unstored operands.
#include "infer/zeros.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <vector>

namespace scorchc::infer {
namespace {

constexpr double most_exact = 1e15;  // larger integers may be rounded or wrap around

// Folds constants in the type of the kernel's arithmetic: whether a sum of rounded numbers is 0 depends on the type.
// Integers are represented by doubles.
template <class T>
class ZeroFolder {
 public:
  ZeroFolder(const Kernel& kernel, bool is_integer) : kernel_(kernel), is_integer_(is_integer) {}

  Expr run() { return visited(kernel_.statement.rhs); }

 private:
  struct Folded {
    T value = 0;               // the value where all operands are unstored
    bool is_constant = false;  // the expression has no operands
  };

  Folded folded(const Expr& expr) {
    const auto known = folded_.find(&expr.node());
    if (known != folded_.end()) return known->second;
    const Folded found = match(
        expr, [](const Access&) { return Folded{}; }, [](const Reduce&) { return Folded{}; },
        [](const Equal&) { return Folded{}; },
        [](const Literal& number) { return Folded{static_cast<T>(number.value), true}; },
        [&](const Apply& node) { return folded(node); });
    return folded_.emplace(&expr.node(), found).first->second;
  }

  Folded folded(const Apply& node) {
    const Folded a = folded(node.operands[0]);
    const Folded b = node.operands.size() > 1 ? folded(node.operands[1]) : Folded{0, true};
    const bool is_constant = a.is_constant && b.is_constant;
    const bool annihilates_a = !a.is_constant && a.value == 0, annihilates_b = !b.is_constant && b.value == 0;
    if (node.op == Operator::mul && (annihilates_a || annihilates_b)) return {0, false};
    if (node.op == Operator::div && annihilates_a) return {0, false};
    const T value = computed(node.op, a.value, b.value);
    return {is_integer_ && !(std::abs(value) < static_cast<T>(most_exact)) ? T{1} : value, is_constant};
  }

  T computed(Operator op, T a, T b) const {
    switch (op) {
      case Operator::add:
        return a + b;
      case Operator::sub:
        return a - b;
      case Operator::mul:
        return a * b;
      case Operator::div:
        return is_integer_ ? std::trunc(a / b) : a / b;
      case Operator::neg:
        return -a;
      case Operator::relu:
        return std::max(a, T{0});
      case Operator::abs:
        return std::abs(a);
      case Operator::min:
        return std::min(a, b);
      case Operator::max:
        return std::max(a, b);
      case Operator::sqrt:
        return std::sqrt(a);
      case Operator::sin:
        return std::sin(a);
      case Operator::tan:
        return std::tan(a);
      case Operator::tanh:
        return std::tanh(a);
      case Operator::floor:
        return std::floor(a);
      case Operator::ceil:
        return std::ceil(a);
      case Operator::exp:
        return std::exp(a);
      case Operator::log:
        return std::log(a);
      case Operator::cos:
        return std::cos(a);
      case Operator::sigmoid:
        return 1 / (1 + std::exp(-a));
      case Operator::pow:
        return std::pow(a, b);
    }
    return 1;
  }

  bool is_zero(const Expr& expr) { return !folded(expr).is_constant && folded(expr).value == 0; }

  // True if the node is 0 at unstored operands, but its operator alone does not show it.
  bool has_to_fold(const Expr& expr, const Apply& node) {
    if (node.op == Operator::mul || node.op == Operator::div || !is_zero(expr)) return false;
    return info(node.op).pattern == Pattern::full ||
           std::any_of(node.operands.begin(), node.operands.end(),
                       [&](const Expr& operand) { return !is_zero(operand); });
  }

  Expr visited(const Expr& expr) {
    return match(
        expr, [&](const Access&) { return expr; }, [&](const Literal&) { return expr; },
        [&](const Equal&) { return expr; },
        [&](const Reduce& node) {
          Expr body = visited(node.body[0]);
          return body.same_as(node.body[0]) ? expr : reduce(node.op, node.indices, std::move(body), expr.span());
        },
        [&](const Apply& node) {
          if (has_to_fold(expr, node)) return constant_elsewhere(expr);
          std::vector<Expr> operands;
          bool changed = false;
          for (const Expr& operand : node.operands) {
            operands.push_back(visited(operand));
            changed = changed || !operands.back().same_as(operand);
          }
          return changed ? rebuilt(node, std::move(operands), expr.span()) : expr;
        });
  }

  // Marks the expression, down to subexpressions that are 0 themselves.
  Expr constant_elsewhere(const Expr& expr) {
    if (const Literal* number = expr.as<Literal>()) {
      Literal unstored = *number;
      unstored.stored = false;
      return Expr(unstored, expr.span());
    }
    Apply node = *expr.as<Apply>();
    node.is_constant_elsewhere = true;
    for (Expr& operand : node.operands) operand = is_zero(operand) ? visited(operand) : constant_elsewhere(operand);
    return Expr(std::move(node), expr.span());
  }

  const Kernel& kernel_;
  const bool is_integer_;
  std::unordered_map<const Expr::Node*, Folded> folded_;  // never iterated
};

}  // namespace

Expr with_folded_zeros(const Kernel& kernel) {
  const ValueType type = computation_type(kernel);
  if (type == ValueType::f32) return ZeroFolder<float>(kernel, false).run();
  return ZeroFolder<double>(kernel, !is_floating(type)).run();
}

}  // namespace scorchc::infer
