// Walks over loop IR: what expressions and statements are made of.
#pragma once

#include <vector>

#include "ir/loop.h"

namespace scorchc::loop {

/// The expressions that an expression is made of directly.
const std::vector<Expr>& operands(const Expr& expr);

/// Whether the test holds for the expression or a part of it.
template <class Test>
bool any_part(const Expr& expr, const Test& test) {
  if (test(expr)) return true;
  for (const Expr& operand : operands(expr))
    if (any_part(operand, test)) return true;
  return false;
}

/// Whether integers are divided in it: by zero, that is a status.
bool divides_integers(const Expr& expr);
/// Whether a statement in the loop does.
bool divides_integers(const For& node);

/// Whether it does nothing but name a value, or is a comment.
bool is_constant(const Stmt& stmt);

/// The blocks that a statement is made of: bodies and branches, not what threads have of their own.
std::vector<const Block*> blocks(const Stmt& stmt);

/// Visits each statement of the block and of those inside, outermost first.
template <class Visit>
void for_each_statement(const Block& block, const Visit& visit) {
  for (const Stmt& stmt : block) {
    visit(stmt);
    for (const Block* inner : blocks(stmt)) for_each_statement(*inner, visit);
  }
}

/// The statement with `change(block)` in place of each of its blocks.
template <class Change>
Stmt with_blocks(const Stmt& stmt, const Change& change) {
  const auto with_body = [&](const auto& node) {
    auto copy = node;
    copy.body = change(node.body);
    return Stmt(std::move(copy));
  };
  if (const For* node = stmt.as<For>()) return with_body(*node);
  if (const While* node = stmt.as<While>()) return with_body(*node);
  if (const ForEach* node = stmt.as<ForEach>()) return with_body(*node);
  const If* node = stmt.as<If>();
  if (!node) return stmt;
  If copy = *node;
  for (Block& block : copy.blocks) block = change(block);
  return copy;
}

}  // namespace scorchc::loop
