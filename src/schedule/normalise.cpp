#include "schedule/normalise.h"

#include <algorithm>
#include <map>
#include <set>

#include "support/diagnostics.h"

namespace scorchc::schedule {
namespace {

class Normaliser {
 public:
  explicit Normaliser(Kernel kernel) : kernel_(std::move(kernel)) {
    for (const std::string& index : kernel_.statement.lhs.indices) taken_.insert(index);
  }

  Kernel run() {
    kernel_.statement.rhs = visit(kernel_.statement.rhs, {});
    separate_result_indices();
    return std::move(kernel_);
  }

 private:
  // Only the diagonal of C(i,i) gets values; everything else of C is unstored.
  void separate_result_indices() {
    Statement& statement = kernel_.statement;
    std::set<std::string> seen;
    for (std::string& index : statement.lhs.indices) {
      if (seen.insert(index).second) continue;
      if (statement.op == AssignOp::min || statement.op == AssignOp::max)
        fail(Code::needs_sparse_min_max, {statement.source, statement.lhs_span},
             "not supported yet: " + std::string(name(statement.op)) + " on a diagonal of the result");
      const std::string original = index;
      index = fresh(original);
      statement.rhs = apply(Operator::mul, {Expr(Equal{original, index}), statement.rhs}, statement.rhs.span());
    }
  }

  using Renaming = std::map<std::string, std::string>;

  Expr visit(const Expr& expr, const Renaming& renaming) {
    return match(
        expr, [&](const Access& access) { return diagonal(renamed(access, renaming), expr.span()); },
        [&](const Literal&) { return expr; },
        [&](const Apply& node) {
          std::vector<Expr> operands;
          for (const Expr& operand : node.operands) operands.push_back(visit(operand, renaming));
          return apply(node.op, std::move(operands), expr.span());
        },
        [&](const Reduce& node) {
          Renaming inner = renaming;
          std::vector<std::string> indices;
          for (const std::string& index : node.indices) {
            indices.push_back(taken_.count(index) ? fresh(index) : index);
            taken_.insert(indices.back());
            inner[index] = indices.back();
          }
          return reduce(node.op, std::move(indices), visit(node.body[0], inner), expr.span());
        },
        [&](const Equal&) { return expr; });
  }

  static Access renamed(Access access, const Renaming& renaming) {
    for (std::string& index : access.indices)
      if (const auto it = renaming.find(index); it != renaming.end()) index = it->second;
    return access;
  }

  // The later level of a repeated index can be located if it is dense. Otherwise its coordinates are walked and
  // compared.
  Expr diagonal(Access access, Span span) {
    std::set<std::string> seen;
    std::vector<std::pair<std::string, std::string>> equal;
    for (const LevelSpec& level : kernel_.tensor(access.tensor).format->levels) {
      std::string& index = access.indices[static_cast<std::size_t>(level.mode)];
      if (level.part == BlockPart::inner || seen.insert(index).second || level.level == "dense") continue;
      const std::string original = index;
      index = fresh(original);
      equal.emplace_back(original, index);
    }
    Expr result(std::move(access), span);
    for (const auto& [original, copy] : equal)
      result = reduce(ReduceOp::sum, {copy}, apply(Operator::mul, {Expr(Equal{original, copy}), result}, span), span);
    return result;
  }

  std::string fresh(const std::string& index) {
    for (int n = 2;; ++n) {
      std::string name = index + std::to_string(n);
      if (taken_.count(name) || kernel_.indices.count(name) || kernel_.find(name)) continue;
      taken_.insert(name);
      kernel_.indices[name] = kernel_.indices[index];
      kernel_.indices[name].same_as = index;
      return name;
    }
  }

  Kernel kernel_;
  std::set<std::string> taken_;
};

}  // namespace

Kernel normalise(const Kernel& kernel) { return Normaliser(kernel).run(); }

}  // namespace scorchc::schedule
