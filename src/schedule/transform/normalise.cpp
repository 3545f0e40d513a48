#include "schedule/transform/normalise.h"

#include <algorithm>
#include <map>
#include <set>

#include "schedule/transform/parts.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

class Normaliser {
 public:
  explicit Normaliser(Kernel kernel) : kernel_(std::move(kernel)) {
    for (const std::string& index : kernel_.statement.lhs.indices) taken_.insert(index);
  }

  Kernel run() {
    kernel_.statement.rhs = visit(kernel_.statement.rhs, {});
    if (kernel_.result().format->is_dense()) {
      accumulate_in_place();
      keep_unlike_blocks_apart();
    } else {
      separate_old_value();
    }
    separate_result_indices();
    return std::move(kernel_);
  }

 private:
  static bool is_addend_of(const Expr& expr, const Access& access) {
    const Access* node = expr.as<Access>();
    return node && *node == access;
  }
  static bool reads(const Expr& expr, const std::string& tensor) {
    const std::vector<Access> all = accesses(expr);
    return std::any_of(all.begin(), all.end(), [&](const Access& access) { return access.tensor == tensor; });
  }

  // Turns a(i) = a(i) + e into a(i) += e.
  void accumulate_in_place() {
    Statement& statement = kernel_.statement;
    if (statement.op != AssignOp::set) return;
    std::vector<Expr> others;
    int found = 0;
    for (const Expr& addend : addends(statement.rhs))
      if (is_addend_of(addend, statement.lhs))
        ++found;
      else
        others.push_back(addend);
    const bool reads_elsewhere = std::any_of(others.begin(), others.end(),
                                             [&](const Expr& addend) { return reads(addend, statement.lhs.tensor); });
    if (found != 1 || others.empty() || reads_elsewhere || has_repeats(statement.lhs.indices)) return;
    statement.op = AssignOp::add;
    statement.rhs = sum_of(others);
  }

  // Handles R(i,i) += e for a dense R whose two modes have different block sizes: no loops over one pair of block parts
  // reach both modes. All of R is assigned instead, off-diagonal components to themselves.
  void keep_unlike_blocks_apart() {
    Statement& statement = kernel_.statement;
    if (statement.op == AssignOp::set) return;
    std::map<std::string, std::int64_t> blocks;
    bool differ = false;
    for (const LevelSpec& level : kernel_.result().format->levels) {
      const std::string& index = statement.lhs.indices[static_cast<std::size_t>(level.mode)];
      differ = differ || blocks.try_emplace(index, level.block).first->second != level.block;
    }
    if (!differ) return;
    old_ = statement.lhs;
    op_ = statement.op;
    statement.op = AssignOp::set;
  }

  // A sparse result gets new arrays, so its old value becomes an operand of its own.
  void separate_old_value() {
    Statement& statement = kernel_.statement;
    const std::string result = statement.lhs.tensor;
    if (!kernel_.reads_old_result()) return;
    TensorDeclaration old = kernel_.result();
    old.old_value_of = result;
    old.name = result + "_old";
    for (int n = 2; kernel_.find(old.name) || kernel_.indices.count(old.name); ++n)
      old.name = result + "_old" + std::to_string(n);
    statement.rhs = rewrite(statement.rhs, [&](const Expr& expr) {
      const Access* access = expr.as<Access>();
      return access && access->tensor == result ? Expr(Access{old.name, access->indices}, expr.span()) : expr;
    });
    old_ = Access{old.name, statement.lhs.indices};
    op_ = statement.op;
    statement.op = AssignOp::set;
    kernel_.tensors.push_back(std::move(old));
  }

  // Only the diagonal of C(i,i) is assigned. Other components of C are unstored, or keep their value.
  void separate_result_indices() {
    Statement& statement = kernel_.statement;
    // Off-diagonal components of an updated dense result are not touched: the diagonal is located.
    if (kernel_.result().format->is_dense() && statement.op != AssignOp::set) return;
    std::set<std::string> seen;
    std::vector<Expr> on_diagonal, off_diagonal;
    for (std::size_t mode = 0; mode < statement.lhs.indices.size(); ++mode) {
      std::string& index = statement.lhs.indices[mode];
      if (seen.insert(index).second) continue;
      const std::string original = index;
      index = fresh(original);
      on_diagonal.push_back(Expr(Equal{original, index}));
      off_diagonal.push_back(Expr(Equal{original, index, true}));
    }
    const auto times = [](const std::vector<Expr>& factors, Expr expr) {
      for (const Expr& factor : factors) expr = apply(Operator::mul, {factor, expr}, expr.span());
      return expr;
    };
    const Expr rhs = statement.rhs;
    statement.rhs = times(on_diagonal, rhs);
    if (op_ == AssignOp::set) return;
    const Expr old(Access{old_.tensor, statement.lhs.indices});
    if (op_ == AssignOp::add) {
      statement.rhs = apply(Operator::add, {old, statement.rhs});
      return;
    }
    const Operator combine = op_ == AssignOp::min ? Operator::min : Operator::max;
    statement.rhs = times(on_diagonal, apply(combine, {old, rhs}));
    // Off-diagonal: the first two indices differ, or they are equal and the next two differ, and so on.
    for (std::size_t n = 0; n < off_diagonal.size(); ++n) {
      const std::vector<Expr> agree(on_diagonal.begin(), on_diagonal.begin() + static_cast<std::ptrdiff_t>(n));
      statement.rhs = apply(Operator::add, {statement.rhs, times(agree, apply(Operator::mul, {off_diagonal[n], old}))});
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
          return rebuilt(node, std::move(operands), expr.span());
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

  // A repeated index locates its later level if that is dense. Otherwise, and if an index is split into blocks, the
  // level's coordinates are walked and compared.
  Expr diagonal(Access access, Span span) {
    std::set<std::string> seen;
    std::vector<std::pair<std::string, std::string>> equal;
    const bool blocked = kernel_.tensor(access.tensor).format->is_blocked();
    for (const LevelSpec& level : kernel_.tensor(access.tensor).format->levels) {
      std::string& index = access.indices[static_cast<std::size_t>(level.mode)];
      if (level.part == BlockPart::inner || seen.insert(index).second) continue;
      if (is_dense(level) && !blocked) continue;
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
  Access old_;                   // the old value of the result, if the statement uses it,
  AssignOp op_ = AssignOp::set;  // and how it is combined with the expression
};

}  // namespace

Kernel normalise(const Kernel& kernel) {
  Kernel result = kernel;
  for (Statement& earlier : result.earlier) {
    Kernel alone = result;
    alone.statement = earlier;
    alone.tensors.insert(alone.tensors.begin(), result.tensor(earlier.lhs.tensor));
    alone = Normaliser(std::move(alone)).run();
    earlier = alone.statement;
    result.indices = alone.indices;
  }
  return Normaliser(std::move(result)).run();
}

}  // namespace scorchc::schedule
