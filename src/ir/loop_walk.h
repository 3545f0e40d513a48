// Traverses loop IR: operands of expressions, blocks of statements.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "ir/loop.h"

namespace scorchc::loop {

/// The direct operands of an expression.
const std::vector<Expr>& operands(const Expr& expr);

/// A copy of the expression in which each direct operand is replaced by `change(operand)`.
template <class Change>
Expr with_operands(const Expr& expr, const Change& change) {
  const auto with = [&](auto node, auto member) {
    for (Expr& operand : node.*member) operand = change(operand);
    return Expr(std::move(node));
  };
  if (const Load* node = expr.as<Load>()) return with(*node, &Load::index);
  if (const Search* node = expr.as<Search>()) return with(*node, &Search::operands);
  if (const Binary* node = expr.as<Binary>()) return with(*node, &Binary::operands);
  if (const Not* node = expr.as<Not>()) return with(*node, &Not::operand);
  if (const Compute* node = expr.as<Compute>()) return with(*node, &Compute::operands);
  if (const Select* node = expr.as<Select>()) return with(*node, &Select::operands);
  if (const IsStored* node = expr.as<IsStored>()) return with(*node, &IsStored::operand);
  if (const Cast* node = expr.as<Cast>()) return with(*node, &Cast::operand);
  if (const Sampled* node = expr.as<Sampled>()) return with(*node, &Sampled::operands);
  return expr;
}

/// True if `test` holds for the expression or any of its subexpressions.
template <class Test>
bool any_part(const Expr& expr, const Test& test) {
  if (test(expr)) return true;
  for (const Expr& operand : operands(expr))
    if (any_part(operand, test)) return true;
  return false;
}

/// True if the expression divides integers. A division by zero sets the function's status.
bool divides_integers(const Expr& expr);
/// True if a statement of the block, at any depth, divides integers.
bool divides_integers(const Block& block);

/// The operands of a conjunction of IsStored tests; empty if the condition contains any other test.
std::vector<Expr> tested_components(const Expr& condition);

/// True for the declaration of a constant, and for a comment.
bool is_constant(const Stmt& stmt);

/// True for loops of any kind.
bool is_loop(const Stmt& stmt);

/// What counted loops of all kinds have.
struct CountedLoop {
  std::optional<Share> share;  // the share of a thread over which the loop runs
  Origin origin;
};
/// Empty unless the statement counts from `begin` to `end`: For, ForNonempty, VectorFor, BatchedSums, RowBlock.
std::optional<CountedLoop> counted_loop(const Stmt& stmt);

/// The nested blocks of a statement: loop bodies and branches. Thread-private locals and ForNonempty::skipped_body are
/// excluded.
std::vector<const Block*> blocks(const Stmt& stmt);

/// Calls `visit` for each statement of the block and of its nested blocks, outermost first.
template <class Visit>
void for_each_statement(const Block& block, const Visit& visit) {
  for (const Stmt& stmt : block) {
    visit(stmt);
    for (const Block* inner : blocks(stmt)) for_each_statement(*inner, visit);
  }
}

/// The first vector loop in the block, at any depth; null if there is none.
const VectorFor* find_vector_loop(const Block& block);

/// What an iteration of BatchedSums consists of.
struct BatchedParts {
  Block constants;
  Block comments;  // on the loop over terms
  Declare sum;
  VectorFor terms;
  Block after;
};
/// Splits the body, which verifies.
BatchedParts parts_of(const BatchedSums& node);

/// A copy of the statement in which each nested block is replaced by `change(block)`.
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
  if (const ForNonempty* node = stmt.as<ForNonempty>()) return with_body(*node);
  if (const VectorFor* node = stmt.as<VectorFor>()) return with_body(*node);
  if (const BatchedSums* node = stmt.as<BatchedSums>()) return with_body(*node);
  if (const UnrolledSum* node = stmt.as<UnrolledSum>()) return with_body(*node);
  if (const SpecialisedTile* node = stmt.as<SpecialisedTile>()) return with_body(*node);
  if (const Outlined* node = stmt.as<Outlined>()) return with_body(*node);
  if (const RowBlock* node = stmt.as<RowBlock>()) return with_body(*node);
  if (const MergeLists* node = stmt.as<MergeLists>()) return with_body(*node);
  if (const Parallel* node = stmt.as<Parallel>()) return with_body(*node);
  if (const Matmul* node = stmt.as<Matmul>()) return with_body(*node);
  const If* node = stmt.as<If>();
  if (!node) return stmt;
  If copy = *node;
  for (Block& block : copy.blocks) block = change(block);
  return copy;
}

}  // namespace scorchc::loop
