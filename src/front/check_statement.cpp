// Implements checks on a single statement, and collects its tensors and indices.
#include "front/check_statement.h"

#include <algorithm>
#include <functional>
#include <set>

#include "support/diagnostics.h"

namespace scorchc::front {
namespace {

/// Calls `see` for every node, parents first.
void visit(const Expr& expr, const std::function<void(const Expr&)>& see) {
  see(expr);
  if (const Apply* apply = expr.as<Apply>())
    for (const Expr& operand : apply->operands) visit(operand, see);
  if (const Reduce* reduce = expr.as<Reduce>()) visit(reduce->body[0], see);
}

class ReductionChecker {
 public:
  explicit ReductionChecker(const Statement& statement) : statement_(statement) {
    const std::vector<std::string> unbound = free_indices(statement.rhs);
    free_.insert(unbound.begin(), unbound.end());
  }

  void check(const Expr& expr) {
    if (const Apply* apply = expr.as<Apply>()) {
      for (const Expr& operand : apply->operands) check(operand);
    } else if (const Reduce* reduce = expr.as<Reduce>()) {
      for (const std::string& index : reduce->indices) bind(index, {statement_.source, expr.span()});
      check(reduce->body[0]);
      for (const std::string& index : reduce->indices) bound_.erase(index);
    }
  }

 private:
  const Statement& statement_;
  std::set<std::string> free_;
  std::set<std::string> bound_;

  void bind(const std::string& index, const Place& place) {
    const std::vector<std::string>& left = statement_.lhs.indices;
    if (std::find(left.begin(), left.end(), index) != left.end())
      fail(Code::reduction_scope, place, "index `" + index + "` is reduced here, but it is an index of the result",
           "use another name for the reduced index");
    if (free_.contains(index))
      fail(Code::reduction_scope, place,
           "index `" + index + "` is reduced here, but it is also used outside this reduction",
           "use another name for the reduced index, or move the other use inside the reduction");
    if (!bound_.insert(index).second)
      fail(Code::reduction_scope, place, "index `" + index + "` is reduced twice",
           "use another name for the index of the inner reduction");
  }
};

}  // namespace

std::vector<TensorUse> collect_tensors(const Statement& statement) {
  return collect_tensors(std::vector<Statement>{statement});
}

std::vector<TensorUse> collect_tensors(const std::vector<Statement>& statements) {
  std::vector<TensorUse> tensors;
  std::map<std::string, std::size_t> known;
  const auto add = [&](const Access& access, const Place& place) {
    const int order = static_cast<int>(access.indices.size());
    const auto [row, fresh] = known.try_emplace(access.tensor, tensors.size());
    if (fresh) return tensors.push_back({access.tensor, order, place});
    const int before = tensors[row->second].order;
    if (order != before)
      fail(Code::order_mismatch, place,
           "`" + access.tensor + "` has order " + std::to_string(order) + " here, but order " + std::to_string(before) +
               " before");
  };
  const auto add_result = [&](const Statement& statement) {
    add(statement.lhs, {statement.source, statement.lhs_span});
  };
  add_result(statements.back());
  for (const Statement& statement : statements) {
    add_result(statement);
    visit(statement.rhs, [&](const Expr& expr) {
      if (const Access* access = expr.as<Access>()) add(*access, {statement.source, expr.span()});
    });
  }
  for (const Statement& statement : statements)
    for (const std::string& index : collect_indices(statement)) {
      const auto row = known.find(index);
      if (row == known.end()) continue;
      fail(Code::name_clash, tensors[row->second].place, "`" + index + "` is a tensor here and an index elsewhere",
           "give one of them another name");
    }
  return tensors;
}

std::vector<std::string> collect_indices(const Statement& statement) {
  std::vector<std::string> indices;
  std::set<std::string> known;
  const auto add = [&](const std::vector<std::string>& names) {
    for (const std::string& index : names)
      if (known.insert(index).second) indices.push_back(index);
  };
  add(statement.lhs.indices);
  visit(statement.rhs, [&](const Expr& expr) {
    if (const Access* access = expr.as<Access>()) add(access->indices);
    if (const Reduce* reduce = expr.as<Reduce>()) add(reduce->indices);
  });
  return indices;
}

void check_reductions(const Statement& statement) { ReductionChecker(statement).check(statement.rhs); }

}  // namespace scorchc::front
