#include "lower/substitute.h"

#include <algorithm>

namespace scorchc::lower {
namespace {

bool divides(const Expr& expr) {
  if (const Reduce* node = expr.as<Reduce>()) return divides(node->body[0]);
  const Apply* node = expr.as<Apply>();
  if (!node) return false;
  const bool by_what_varies =
      (node->op == Operator::div && !node->operands[1].as<Literal>()) || node->op == Operator::pow;
  return by_what_varies || std::any_of(node->operands.begin(), node->operands.end(), divides);
}

// The value of an expression where nothing of it is stored: 0, or its constant value there.
Expr value_elsewhere(const Expr& expr) {
  const Apply* node = expr.as<Apply>();
  if (is_unstored(expr)) return expr;
  if (!node || !node->is_constant_elsewhere) return Expr(Literal{.stored = false});
  std::vector<Expr> operands;
  for (const Expr& operand : node->operands) operands.push_back(value_elsewhere(operand));
  return rebuilt(*node, std::move(operands), expr.span());
}

std::optional<Expr> without_in_apply(const Apply& node, const Expr& expr, const std::set<std::string>& absent,
                                     ZeroSigns signs) {
  std::vector<std::optional<Expr>> operands;
  bool any = false, all = true, changed = false;
  for (const Expr& operand : node.operands) {
    operands.push_back(without(operand, absent, signs));
    if (node.is_constant_elsewhere && is_unstored(operand)) continue;
    const bool stored = operands.back().has_value();
    any = any || stored;
    all = all && stored;
    changed = changed || !stored || !operands.back()->same_as(operand);
  }
  if (!changed) return expr;
  const auto with_zeros = [&] {
    std::vector<Expr> filled;
    for (std::size_t n = 0; n < operands.size(); ++n)
      filled.push_back(operands[n] ? std::move(*operands[n]) : value_elsewhere(node.operands[n]));
    return rebuilt(node, std::move(filled), expr.span());
  };
  switch (pattern_of(node)) {
    case Pattern::intersection:
      if (!all) return std::nullopt;
      break;
    case Pattern::numerator:
      if (!operands[0]) return std::nullopt;
      break;
    case Pattern::full:
      break;
    case Pattern::union_:
      if (!any) return std::nullopt;
      if (signs == ZeroSigns::seen || node.is_constant_elsewhere) break;
      if (node.op == Operator::add && !operands[0]) return operands[1];
      if (node.op == Operator::add && !operands[1]) return operands[0];
      if (node.op == Operator::sub && !operands[1]) return operands[0];
      if (node.op == Operator::sub && !operands[0]) return apply(Operator::neg, {*operands[1]}, expr.span());
      break;
  }
  return with_zeros();
}

// The loops of a statement, with nothing to do.
cin::Stmt emptied(const cin::Stmt& stmt) {
  if (const cin::Forall* loop = stmt.as<cin::Forall>()) return cin::forall(loop->index, emptied(loop->body[0]));
  if (const cin::Where* where = stmt.as<cin::Where>()) return emptied(where->consumer());
  return cin::Sequence{};
}

bool reads(const cin::Stmt& stmt, const std::string& tensor) {
  const std::vector<Access> all = cin::operands(stmt);
  return std::any_of(all.begin(), all.end(), [&](const Access& access) { return access.tensor == tensor; });
}

}  // namespace

ZeroSigns zero_signs(const Kernel& kernel) {
  const auto sees = [](const Statement& statement) { return divides(statement.rhs); };
  return sees(kernel.statement) || std::any_of(kernel.earlier.begin(), kernel.earlier.end(), sees) ? ZeroSigns::seen
                                                                                                   : ZeroSigns::hidden;
}

std::optional<Expr> without(const Expr& expr, const std::set<std::string>& absent, ZeroSigns signs) {
  return match(
      expr,
      [&](const Access& access) -> std::optional<Expr> {
        if (absent.count(print(access)) || absent.count(access.tensor)) return std::nullopt;
        return expr;
      },
      [&](const Literal&) -> std::optional<Expr> { return expr; },
      [&](const Equal&) -> std::optional<Expr> { return expr; },
      [&](const Apply& node) { return without_in_apply(node, expr, absent, signs); },
      [&](const Reduce&) -> std::optional<Expr> { return expr; });
}

std::optional<cin::Stmt> without(const cin::Stmt& stmt, const std::set<std::string>& absent, const Kernel& kernel,
                                 ZeroSigns signs) {
  using Result = std::optional<cin::Stmt>;
  if (absent.empty()) return stmt;
  return match(
      stmt,
      [&](const cin::Assign& assign) -> Result {
        if (std::optional<Expr> rhs = without(assign.rhs, absent, signs)) {
          if (rhs->same_as(assign.rhs)) return stmt;
          return cin::Stmt(cin::Assign{assign.lhs, assign.op, std::move(*rhs)});
        }
        const bool is_result = assign.lhs.tensor == kernel.result().name;
        const bool overwrites = assign.op == AssignOp::set && is_result && kernel.result().format->is_dense();
        const bool takes_zero = is_result && (assign.op == AssignOp::min || assign.op == AssignOp::max);
        if (overwrites || takes_zero) return cin::Stmt(cin::Assign{assign.lhs, assign.op, literal(0)});
        return std::nullopt;
      },
      [&](const cin::Forall& loop) -> Result {
        Result body = without(loop.body[0], absent, kernel, signs);
        if (!body) return std::nullopt;
        cin::Forall result = loop;
        result.body[0] = std::move(*body);
        return cin::Stmt(std::move(result));
      },
      [&](const cin::Where& node) -> Result {
        Result producer = without(node.producer(), absent, kernel, signs);
        std::set<std::string> missing = absent;
        // A min or a max without stored terms still has a value.
        if (!producer && node.reduction != ReduceOp::sum) producer = emptied(node.producer());
        if (!producer) missing.insert(node.temporary.tensor);
        Result consumer = without(node.consumer(), missing, kernel, signs);
        if (!consumer || !producer) return consumer;
        // A temporary that is no longer read is not produced: its loops would rely on levels that are not walked here.
        if (!reads(*consumer, node.temporary.tensor)) return consumer;
        cin::Where result = node;
        result.parts = {std::move(*consumer), std::move(*producer)};
        return cin::Stmt(std::move(result));
      },
      [&](const cin::Sequence& node) -> Result {
        std::vector<cin::Stmt> kept;
        for (const cin::Stmt& part : node.statements)
          if (Result result = without(part, absent, kernel, signs)) kept.push_back(std::move(*result));
        if (kept.empty()) return std::nullopt;
        return cin::sequence(std::move(kept));
      });
}

}  // namespace scorchc::lower
