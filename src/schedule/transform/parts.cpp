#include "schedule/transform/parts.h"

#include <algorithm>
#include <map>
#include <set>

#include "schedule/legality/stored_components.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

std::size_t place_in(const LoopOrder& order, const std::string& index) {
  return static_cast<std::size_t>(std::find(order.begin(), order.end(), index) - order.begin());
}

// The reductions around an expression.
struct LoopContext {
  const Reduce& reduce;
  const LoopContext* outer;
  bool binds(const std::string& index) const { return has(reduce.indices, index) || (outer && outer->binds(index)); }
};

// Whether a free index of the expression follows a position in the order.
bool depends_on_later(const Expr& expr, const LoopOrder& order, std::size_t place, const LoopContext& around) {
  const auto is_later = [&](const std::string& index) {
    return place_in(order, index) > place && !around.binds(index);
  };
  return match(
      expr, [&](const Access& access) { return std::any_of(access.indices.begin(), access.indices.end(), is_later); },
      [](const Literal&) { return false; },
      [&](const Equal& equal) { return is_later(equal.left) || is_later(equal.right); },
      [&](const Apply& node) {
        return std::any_of(node.operands.begin(), node.operands.end(),
                           [&](const Expr& operand) { return depends_on_later(operand, order, place, around); });
      },
      [&](const Reduce& node) { return depends_on_later(node.body[0], order, place, {node, &around}); });
}

// The reduction if it is to be hoisted, else null. `factored` are indices whose sums stay in place.
const Reduce* pulled(const Expr& expr, const LoopOrder& order, const std::vector<std::string>& factored) {
  const Reduce* node = expr.as<Reduce>();
  return node && node->op == ReduceOp::sum && !is_scalar(*node, order) && !has(factored, node->indices.front())
             ? node
             : nullptr;
}

// Hoists reductions that are not scalars out of products and signs, bottom-up, and merges them into enclosing ones.
Expr hoist_reductions(const Expr& expr, const LoopOrder& order, const std::vector<std::string>& factored) {
  return rewrite(expr, [&](const Expr& node) -> Expr {
    if (const Apply* product = node.as<Apply>();
        product && (product->op == Operator::mul || product->op == Operator::neg)) {
      const auto is_pulled = [&](const Expr& operand) { return pulled(operand, order, factored) != nullptr; };
      if (std::none_of(product->operands.begin(), product->operands.end(), is_pulled)) return node;
      std::vector<std::string> indices;
      std::vector<Expr> factors;
      for (const Expr& operand : product->operands) {
        const Reduce* inner = pulled(operand, order, factored);
        if (inner) indices.insert(indices.end(), inner->indices.begin(), inner->indices.end());
        factors.push_back(inner ? inner->body[0] : operand);
      }
      return reduce(ReduceOp::sum, std::move(indices), apply(product->op, std::move(factors), node.span()),
                    node.span());
    }
    if (const Reduce* outer = node.as<Reduce>(); outer && outer->op == ReduceOp::sum) {
      const Reduce* inner = pulled(outer->body[0], order, factored);
      if (!inner) return node;
      std::vector<std::string> indices = outer->indices;
      indices.insert(indices.end(), inner->indices.begin(), inner->indices.end());
      return reduce(ReduceOp::sum, std::move(indices), inner->body[0], node.span());
    }
    return node;
  });
}

void collect_non_scalar(const Expr& expr, const LoopOrder& order, std::vector<Expr>& found) {
  match(
      expr, [](const Access&) {}, [](const Literal&) {}, [](const Equal&) {},
      [&](const Apply& node) {
        for (const Expr& operand : node.operands) collect_non_scalar(operand, order, found);
      },
      [&](const Reduce& node) {
        if (!is_scalar(node, order)) found.push_back(expr);
        collect_non_scalar(node.body[0], order, found);
      });
}

// Whether only sums, signs and functions lie between `expr` and `target`, so that an unstored target has the value 0.
bool is_zero_safe(const Expr& expr, const Expr& target) {
  if (expr.same_as(target)) return true;
  const Apply* node = expr.as<Apply>();
  if (!node || node->op == Operator::mul || node->op == Operator::div || node->op == Operator::pow) return false;
  return std::any_of(node->operands.begin(), node->operands.end(),
                     [&](const Expr& operand) { return is_zero_safe(operand, target); });
}

// Whether every component is stored, even where a sum has no terms.
bool is_dense(const Expr& expr, const Kernel& kernel) {
  const std::vector<const Access*> all = accesses_in(expr);
  return std::all_of(all.begin(), all.end(), [&](const Access* access) {
    const TensorDeclaration* tensor = kernel.find(access->tensor);
    return tensor && tensor->format->is_dense();
  });
}

// Whether the result can hold the reduction until the epilogue. A temporary cannot: it is not read before it is
// complete.
bool can_use_epilogue(const Kernel& kernel, const Expr& rest, const Expr& blocked) {
  if (kernel.result().assigned_earlier) return false;
  const Reduce& node = *blocked.as<Reduce>();
  const std::vector<std::string>& lhs = kernel.statement.lhs.indices;
  std::set<std::string> wanted(lhs.begin(), lhs.end()), held;
  for (const std::string& index : free_indices(blocked)) held.insert(index);
  return node.op == ReduceOp::sum && kernel.statement.op == AssignOp::set && wanted.size() == lhs.size() &&
         wanted == held && computation_type(kernel) == kernel.result().value &&
         (is_zero_safe(rest, blocked) || is_dense(blocked, kernel));
}

// Whether the result can accumulate the part's sums. A sparse result can in the dense levels below its sparse ones, if
// the entry exists before the reduction loops begin.
bool can_accumulate(const Kernel& kernel, const Part& part, const LoopOrder& order) {
  const Format& format = *kernel.result().format;
  const std::vector<std::string>& lhs = kernel.statement.lhs.indices;
  const auto below = std::find_if(format.levels.rbegin(), format.levels.rend(), [](const LevelSpec& level) {
                       return !is_dense(level);
                     }).base();
  return std::all_of(format.levels.begin(), below, [&](const LevelSpec& level) {
    return std::all_of(part.reductions.begin(), part.reductions.end(), [&](const std::string& reduction) {
      return place_in(order, lhs[static_cast<std::size_t>(level.mode)]) < place_in(order, reduction);
    });
  });
}

}  // namespace

bool is_scalar(const Reduce& reduce, const LoopOrder& order) {
  std::size_t first = order.size();
  for (const std::string& index : reduce.indices) first = std::min(first, place_in(order, index));
  return !depends_on_later(reduce.body[0], order, first, {reduce, nullptr});
}

std::vector<Expr> addends(const Expr& expr) {
  const Apply* node = expr.as<Apply>();
  if (!node || (node->op != Operator::add && node->op != Operator::sub && node->op != Operator::neg)) return {expr};
  if (node->is_constant_elsewhere) return {expr};  // each addend is nonzero elsewhere, their sum is not
  std::vector<Expr> terms;
  for (std::size_t n = 0; n < node->operands.size(); ++n) {
    const bool negative = node->op == Operator::neg || (node->op == Operator::sub && n == 1);
    for (const Expr& term : addends(node->operands[n]))
      terms.push_back(negative ? apply(Operator::neg, {term}, term.span()) : term);
  }
  return terms;
}

Expr sum_of(const std::vector<Expr>& terms) {
  Expr total = terms.front();
  for (std::size_t n = 1; n < terms.size(); ++n) {
    const Apply* term = terms[n].as<Apply>();
    const bool negative = term && term->op == Operator::neg;
    total = negative ? apply(Operator::sub, {total, term->operands[0]}) : apply(Operator::add, {total, terms[n]});
  }
  return total;
}

std::vector<Kernel> addend_kernels(const Kernel& kernel) {
  std::map<std::string, const TensorDeclaration*> declared;
  for (const TensorDeclaration& tensor : kernel.tensors) declared[tensor.name] = &tensor;
  for (const TensorDeclaration& tensor : kernel.temporaries) declared[tensor.name] = &tensor;
  Kernel bare = kernel;
  bare.tensors = {kernel.result()};
  bare.temporaries.clear();
  std::vector<Kernel> kernels;
  for (const Expr& addend : addends(kernel.statement.rhs)) {
    kernels.push_back(bare);
    kernels.back().statement.rhs = addend;
    std::set<std::string> seen = {kernel.result().name};
    for (const Access& access : accesses(addend)) {
      if (!seen.insert(access.tensor).second) continue;
      const TensorDeclaration& tensor = *declared.at(access.tensor);
      // A copy with an open storage order is made from its original operand.
      if (!tensor.converted_from)
        kernels.back().tensors.push_back(tensor);
      else if (kernels.back().temporaries.push_back(tensor); seen.insert(tensor.converted_from->tensor).second)
        kernels.back().tensors.push_back(*declared.at(tensor.converted_from->tensor));
    }
  }
  return kernels;
}

std::vector<Part> make_parts(const Kernel& kernel, const LoopOrder& order) {
  const Statement& statement = kernel.statement;
  const bool dense_result = kernel.result().format->is_dense();
  const Part whole{statement.op, statement.rhs, {}};
  // `none` computes the statement as written: infinity * (b + c) differs from infinity * b + infinity * c where b is 0.
  const bool factors = kernel.schedule != "none";
  const Expr rhs = factors ? hoist_reductions(statement.rhs, order, kernel.factored) : statement.rhs;
  std::vector<Expr> non_scalar;
  collect_non_scalar(rhs, order, non_scalar);
  if (non_scalar.empty()) return {Part{statement.op, rhs, {}}};
  if (statement.op == AssignOp::min || statement.op == AssignOp::max) return {whole};

  // Addends that are one hoisted reduction accumulate in parts of their own. The others form one part, assigned first.
  std::vector<Expr> together;
  std::vector<Part> accumulated;
  for (const Expr& addend : addends(rhs)) {
    const Expr term =
        factors ? hoist_reductions(addend, order, kernel.factored) : addend;  // a sign may precede a reduction
    if (const Reduce* node = pulled(term, order, kernel.factored))
      accumulated.push_back(Part{AssignOp::add, node->body[0], node->indices});
    else
      together.push_back(term);
  }
  if (!dense_result &&
      (accumulated.size() != 1 || !together.empty() || !can_accumulate(kernel, accumulated.front(), order)))
    return {whole};

  std::vector<Part> parts;
  if (!together.empty()) {
    // Keeps the written form if no addend is taken out: -(a + b) and -a - b may be zeros of different sign.
    Expr rest = accumulated.empty() ? rhs : sum_of(together);
    std::vector<Expr> blocked;
    collect_non_scalar(rest, order, blocked);
    const auto over_result = [&] {
      return rewrite(rest, [&](const Expr& e) { return e.same_as(blocked[0]) ? Expr(statement.lhs, e.span()) : e; });
    };
    // Where a sparse factor has no entry, the epilogue would leave the sum in the result.
    if (blocked.size() == 1 && can_use_epilogue(kernel, rest, blocked[0]) &&
        is_full(over_result(), statement.lhs.indices, kernel)) {
      const Reduce& node = *blocked[0].as<Reduce>();
      parts.push_back(Part{AssignOp::set, node.body[0], node.indices});
      parts.push_back(Part{AssignOp::set, over_result(), {}, true});
    } else {
      parts.push_back(Part{statement.op, rest, {}});
    }
  }
  for (Part& part : accumulated) {
    if (parts.empty()) part.op = statement.op;
    parts.push_back(std::move(part));
  }
  return parts;
}

bool needs_workspace(const std::vector<Part>& parts, const LoopOrder& order) {
  return std::any_of(parts.begin(), parts.end(), [&](const Part& part) {
    std::vector<Expr> non_scalar;
    collect_non_scalar(part.rhs, order, non_scalar);
    return !non_scalar.empty();
  });
}

}  // namespace scorchc::schedule
