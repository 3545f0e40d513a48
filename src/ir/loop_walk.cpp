// Implements the traversal of loop IR.
#include "ir/loop_walk.h"

#include <algorithm>

namespace scorchc::loop {

const std::vector<Expr>& operands(const Expr& expr) {
  static const std::vector<Expr> none;
  return match(
      expr, [](const Integer&) -> const std::vector<Expr>& { return none; },
      [](const Number&) -> const std::vector<Expr>& { return none; },
      [](const Boolean&) -> const std::vector<Expr>& { return none; },
      [](const Variable&) -> const std::vector<Expr>& { return none; },
      [](const Field&) -> const std::vector<Expr>& { return none; },
      [](const Load& node) -> const std::vector<Expr>& { return node.index; },
      [](const Search& node) -> const std::vector<Expr>& { return node.operands; },
      [](const Binary& node) -> const std::vector<Expr>& { return node.operands; },
      [](const Not& node) -> const std::vector<Expr>& { return node.operand; },
      [](const Compute& node) -> const std::vector<Expr>& { return node.operands; },
      [](const Select& node) -> const std::vector<Expr>& { return node.operands; },
      [](const IsStored& node) -> const std::vector<Expr>& { return node.operand; },
      [](const Cast& node) -> const std::vector<Expr>& { return node.operand; },
      [](const Sampled& node) -> const std::vector<Expr>& { return node.operands; });
}

bool divides_integers(const Expr& expr) {
  return any_part(expr, [](const Expr& part) {
    const Compute* node = part.as<Compute>();
    return node && node->op == Operator::div && (node->type == Type::i32 || node->type == Type::i64);
  });
}

bool divides_integers(const Block& block) {
  bool found = false;
  for_each_statement(block, [&](const Stmt& each) {
    const Declare* variable = each.as<Declare>();
    const Assign* assign = each.as<Assign>();
    const Store* store = each.as<Store>();
    found = found || (variable && divides_integers(variable->value)) || (assign && divides_integers(assign->value)) ||
            (store && divides_integers(store->value));
  });
  return found;
}

std::vector<Expr> tested_components(const Expr& condition) {
  if (const IsStored* node = condition.as<IsStored>()) return node->operand;
  const Binary* node = condition.as<Binary>();
  if (!node || node->op != BinaryOp::logical_and) return {};
  std::vector<Expr> tested;
  for (const Expr& operand : node->operands) {
    const std::vector<Expr> more = tested_components(operand);
    if (more.empty()) return {};
    tested.insert(tested.end(), more.begin(), more.end());
  }
  return tested;
}

bool is_loop(const Stmt& stmt) {
  return counted_loop(stmt) || stmt.as<UnrolledSum>() || stmt.as<While>() || stmt.as<ForEach>() ||
         stmt.as<MergeLists>();
}

std::optional<CountedLoop> counted_loop(const Stmt& stmt) {
  const auto of = [](const auto& node) { return CountedLoop{node.share, node.origin}; };
  if (const For* node = stmt.as<For>()) return of(*node);
  if (const ForNonempty* node = stmt.as<ForNonempty>()) return of(*node);
  if (const VectorFor* node = stmt.as<VectorFor>()) return of(*node);
  if (const BatchedSums* node = stmt.as<BatchedSums>()) return of(*node);
  if (const RowBlock* node = stmt.as<RowBlock>()) return of(*node);
  return {};
}

bool is_constant(const Stmt& stmt) {
  const Declare* node = stmt.as<Declare>();
  return stmt.as<Comment>() || (node && !node->is_mutable);
}

const VectorFor* find_vector_loop(const Block& block) {
  const VectorFor* found = nullptr;
  for_each_statement(block, [&](const Stmt& stmt) {
    if (!found) found = stmt.as<VectorFor>();
  });
  return found;
}

BatchedParts parts_of(const BatchedSums& node) {
  const auto terms = std::find_if(node.body.begin(), node.body.end(),
                                  [](const Stmt& stmt) { return stmt.as<VectorFor>() != nullptr; });
  BatchedParts parts{{}, {}, {node.sum, integer(0)}, *terms->as<VectorFor>(), Block(terms + 1, node.body.end())};
  for (auto stmt = node.body.begin(); stmt != terms; ++stmt) {
    const Declare* variable = stmt->as<Declare>();
    if (variable && variable->name == node.sum)
      parts.sum = *variable;
    else
      (variable ? parts.constants : parts.comments).push_back(*stmt);
  }
  return parts;
}

std::vector<const Block*> blocks(const Stmt& stmt) {
  if (const For* node = stmt.as<For>()) return {&node->body};
  if (const While* node = stmt.as<While>()) return {&node->body};
  if (const ForEach* node = stmt.as<ForEach>()) return {&node->body};
  if (const ForNonempty* node = stmt.as<ForNonempty>()) return {&node->body};
  if (const VectorFor* node = stmt.as<VectorFor>()) return {&node->body};
  if (const BatchedSums* node = stmt.as<BatchedSums>()) return {&node->body};
  if (const UnrolledSum* node = stmt.as<UnrolledSum>()) return {&node->body};
  if (const SpecialisedTile* node = stmt.as<SpecialisedTile>()) return {&node->body};
  if (const Outlined* node = stmt.as<Outlined>()) return {&node->body};
  if (const RowBlock* node = stmt.as<RowBlock>()) return {&node->body};
  if (const MergeLists* node = stmt.as<MergeLists>()) return {&node->body};
  if (const Parallel* node = stmt.as<Parallel>()) return {&node->body};
  if (const Matmul* node = stmt.as<Matmul>()) return {&node->body};
  std::vector<const Block*> found;
  if (const If* node = stmt.as<If>())
    for (const Block& block : node->blocks) found.push_back(&block);
  return found;
}

}  // namespace scorchc::loop
