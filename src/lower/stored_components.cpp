#include "lower/stored_components.h"

#include <algorithm>
#include <set>

#include "support/words.h"

namespace scorchc::lower {
namespace {

struct Uses {
  bool mentioned = false;
  bool scaled = false;  // multiplied by something that may be infinite or NaN
};

Uses uses_of(const Expr& expr, const std::string& temporary) {
  if (const Access* access = expr.as<Access>()) return {access->tensor == temporary, false};
  const Apply* node = expr.as<Apply>();
  if (!node) return {};
  Uses uses;
  bool has_other = false;
  for (const Expr& operand : node->operands) {
    const Uses inner = uses_of(operand, temporary);
    uses.mentioned = uses.mentioned || inner.mentioned;
    uses.scaled = uses.scaled || inner.scaled;
    has_other = has_other || (!inner.mentioned && !operand.as<Literal>());
  }
  const bool scales = node->op == Operator::mul || node->op == Operator::div || node->op == Operator::pow;
  uses.scaled = uses.scaled || (scales && uses.mentioned && has_other);
  return uses;
}

bool is_read(const cin::Stmt& stmt, const std::string& temporary) {
  const std::vector<const Access*> read = cin::operands_in(stmt);
  return std::any_of(read.begin(), read.end(), [&](const Access* access) { return access->tensor == temporary; });
}

// Whether unstored components affect the result, directly or through other temporaries.
bool shows(const cin::Stmt& consumer, const std::string& temporary) {
  if (is_scaled(consumer, temporary)) return true;
  const std::vector<const cin::Where*> inside = cin::wheres_in(consumer);
  return std::any_of(inside.begin(), inside.end(), [&](const cin::Where* where) {
    return is_read(where->producer(), temporary) && shows(where->consumer(), where->temporary.tensor);
  });
}

// Whether the temporary is a sum over the operand's last level alone, which is compressed, below dense ones.
bool is_summed_over_fibre(const cin::Stmt& producer, const Access& operand, const std::vector<std::string>& indices,
                          const Kernel& kernel) {
  const TensorDeclaration* tensor = kernel.find(operand.tensor);
  if (!tensor || kernel.temporaries.find(operand.tensor)) return false;
  const std::vector<LevelSpec>& levels = tensor->format->levels;
  const auto index_of = [&](const LevelSpec& level) { return operand.indices[static_cast<std::size_t>(level.mode)]; };
  if (levels.back().level != "compressed") return false;
  for (std::size_t l = 0; l + 1 < levels.size(); ++l)
    if (levels[l].level != "dense" || !has(indices, index_of(levels[l]))) return false;
  for (const std::string& index : cin::indices(producer))
    if (index != index_of(levels.back()) && !has(indices, index)) return false;
  return !has(indices, index_of(levels.back()));
}

}  // namespace

bool is_scaled(const cin::Stmt& stmt, const std::string& temporary) {
  return match(
      stmt, [&](const cin::Assign& assign) { return uses_of(assign.rhs, temporary).scaled; },
      [&](const cin::Forall& loop) { return is_scaled(loop.body[0], temporary); },
      [&](const cin::Where& node) {
        return is_scaled(node.consumer(), temporary) || is_scaled(node.producer(), temporary);
      },
      [&](const cin::Sequence& node) {
        return std::any_of(node.statements.begin(), node.statements.end(),
                           [&](const cin::Stmt& part) { return is_scaled(part, temporary); });
      });
}

bool sets_all(const cin::Stmt& producer) {
  return match(
      producer, [](const cin::Assign& assign) { return assign.op == AssignOp::set; },
      [](const cin::Forall& loop) { return sets_all(loop.body[0]); },
      [](const cin::Where& where) { return sets_all(where.consumer()); },
      [](const cin::Sequence& sequence) { return sets_all(sequence.statements.front()); });
}

std::vector<const Access*> factors_in(const Expr& expr) {
  if (const Access* access = expr.as<Access>()) return {access};
  const Apply* node = expr.as<Apply>();
  if (!node || (node->op != Operator::mul && node->op != Operator::neg && node->op != Operator::div)) return {};
  std::vector<const Access*> factors = factors_in(node->operands[0]);
  if (node->op == Operator::mul)
    for (const Access* factor : factors_in(node->operands[1])) factors.push_back(factor);
  return factors;
}

std::optional<StoredComponents> stored_components(const cin::Where& where, const Kernel& kernel,
                                                  const std::function<bool(const std::string&)>& knows) {
  std::set<std::string> made_inside;
  for (const cin::Where* each : cin::wheres_in(where.producer())) made_inside.insert(each->temporary.tensor);
  const std::vector<std::string>& indices = where.temporary.indices;
  StoredComponents found{std::vector<bool>(indices.size(), false), {}};
  std::vector<const Access*> sparse;
  for (const Access* access : cin::operands_in(where.producer())) {
    if (made_inside.count(access->tensor)) continue;
    const TensorDeclaration* tensor = kernel.find(access->tensor);
    if (tensor && tensor->format->is_dense() && !knows(access->tensor)) continue;
    sparse.push_back(access);
    for (std::size_t mode = 0; mode < indices.size(); ++mode)
      if (has(access->indices, indices[mode])) found.decides[mode] = true;
  }
  if (sparse.empty() || !shows(where.consumer(), where.temporary.tensor)) return {};
  // If components are stored row by row, the positions of the rows tell which; else the components themselves do.
  const bool in_rows = std::find(found.decides.begin(), found.decides.end(), false) != found.decides.end();
  if (in_rows && sparse.size() == 1 && is_summed_over_fibre(where.producer(), *sparse.front(), indices, kernel))
    found.fibre = *sparse.front();
  return found;
}

}  // namespace scorchc::lower
