#include "schedule/gathered_sum.h"

#include <algorithm>

#include "support/words.h"

namespace scorchc::schedule {
namespace {

// A sum taken apart: what is added, first to last, and what the sum is so far. a + b - c gives a, b and -c, and the
// sums a, a + b and all of it.
struct Chain {
  std::vector<Expr> addends, sums;
};

void take_apart(const Expr& expr, Chain& chain) {
  const Apply* node = expr.as<Apply>();
  if (node && node->op == Operator::add) {
    take_apart(node->operands[0], chain);
    chain.addends.push_back(node->operands[1]);
  } else if (node && node->op == Operator::sub) {
    take_apart(node->operands[0], chain);
    chain.addends.push_back(apply(Operator::neg, {node->operands[1]}, expr.span()));
  } else {
    chain.addends.push_back(expr);
  }
  chain.sums.push_back(expr);
}

bool has_reduction(const Expr& expr) {
  if (const Apply* node = expr.as<Apply>())
    return std::any_of(node->operands.begin(), node->operands.end(), has_reduction);
  return expr.as<Reduce>() != nullptr;
}

class Finder {
 public:
  Finder(const Kernel& kernel, const LoopOrder& loops, const std::set<std::string>& with_room)
      : kernel_(kernel), loops_(loops), with_room_(with_room) {}

  // Outermost first. Of a sum as many addends as can be gathered, from the first on: the others are added to them.
  std::optional<GatheredSum> find(const Expr& expr) const {
    if (!expr.as<Apply>() || walked({expr}) <= max_merged_operands) return {};
    Chain chain;
    take_apart(expr, chain);
    std::vector<Expr> first;
    for (const Expr& addend : chain.addends) {
      if (!may_be_gathered(addend)) break;
      first.push_back(addend);
    }
    if (const std::size_t operands = walked(first); operands > max_merged_operands) {
      GatheredSum sum{chain.sums[first.size() - 1], {}, shared_by(first), {}};
      sum.gathered.assign(loops_.begin() + static_cast<std::ptrdiff_t>(sum.shared.size()), loops_.end());
      sum.addends = alike_together(std::move(first));
      const bool has_room = sum.gathered.size() - places_of(sum, kernel_) == 1 && with_room_.count(sum.gathered[0]);
      const bool is_list_better = operands > max_merged_without_room || copies(sum.addends) > max_merged_operands;
      return has_room || is_list_better ? std::optional(std::move(sum)) : std::nullopt;
    }
    const std::vector<Expr>& inside = chain.addends.size() > 1 ? chain.addends : expr.as<Apply>()->operands;
    for (const Expr& operand : inside)
      if (std::optional<GatheredSum> sum = find(operand)) return sum;
    return {};
  }

 private:
  // Stable, in the order in which each kind appears first: what is alike becomes one loop when it is lowered.
  std::vector<Expr> alike_together(std::vector<Expr> addends) const {
    std::vector<std::string> kinds;
    std::vector<std::vector<Expr>> groups;
    for (Expr& addend : addends) {
      const std::string kind = kind_of(addend);
      const auto at = static_cast<std::size_t>(std::find(kinds.begin(), kinds.end(), kind) - kinds.begin());
      if (at == kinds.size()) {
        kinds.push_back(kind);
        groups.emplace_back();
      }
      groups[at].push_back(std::move(addend));
    }
    addends.clear();
    for (std::vector<Expr>& group : groups)
      for (Expr& addend : group) addends.push_back(std::move(addend));
    return addends;
  }

  // The addend without its sign, its numbers, and what its operands are called.
  std::string kind_of(const Expr& addend) const {
    const Apply* sign = addend.as<Apply>();
    const Expr& unsigned_part = sign && sign->op == Operator::neg ? sign->operands[0] : addend;
    return print(rewrite(unsigned_part, [&](const Expr& expr) {
      if (const Literal* number = expr.as<Literal>()) return number->stored ? literal(0) : expr;
      const Access* access = expr.as<Access>();
      if (!access) return expr;
      const TensorDeclaration& copy = kernel_.tensor(access->tensor);
      const TensorDeclaration& tensor = copy.copy_of.empty() ? copy : kernel_.tensor(copy.copy_of);
      return Expr(Access{std::string(name(tensor.value)) + " " + print_short(*tensor.format), access->indices}, expr.span());
    }));
  }

  // How many operands are walked.
  std::size_t walked(const std::vector<Expr>& exprs) const {
    std::set<std::string> found;
    for (const Expr& expr : exprs)
      for (const Access& access : accesses(expr))
        if (!is_full(Expr(access), loops_, kernel_)) found.insert(print(access));
    return found.size();
  }

  // Operands that are stored again in another order only to be merged: the list takes them as they are.
  std::size_t copies(const std::vector<Expr>& exprs) const {
    std::set<std::string> found;
    for (const Expr& expr : exprs)
      for (const Access& access : accesses(expr))
        if (!kernel_.tensor(access.tensor).copy_of.empty()) found.insert(access.tensor);
    return found.size();
  }

  // Its loops are those of the whole statement, it has no value at every coordinate, and is not itself such a sum.
  bool may_be_gathered(const Expr& addend) const {
    const std::vector<Access> all = accesses(addend);
    return !is_full(addend, loops_, kernel_) && walked({addend}) <= max_merged_operands &&
           std::all_of(all.begin(), all.end(), [&](const Access& access) {
             const std::set<std::string> own(access.indices.begin(), access.indices.end());
             return own.empty() || own == std::set<std::string>(loops_.begin(), loops_.end());
           });
  }

  LoopOrder shared_by(const std::vector<Expr>& addends) const {
    LoopOrder shared;
    for (const std::string& index : loops_) {
      for (const Expr& addend : addends)
        for (const Access& access : accesses(addend))
          if (!is_full(Expr(access), index, kernel_)) return shared;
      shared.push_back(index);
    }
    return shared;
  }

  const Kernel& kernel_;
  const LoopOrder& loops_;
  const std::set<std::string>& with_room_;
};

}  // namespace

std::size_t places_of(const GatheredSum& sum, const Kernel& kernel) {
  std::size_t places = sum.gathered.size();
  for (const Expr& addend : sum.addends) places = std::min(places, places_stored_together(addend, sum.gathered, kernel));
  return places;
}

std::optional<GatheredSum> gathered_sum(const Kernel& kernel, const Part& part, const LoopOrder& loops,
                                        const std::set<std::string>& with_room) {
  const std::vector<std::string>& indices = kernel.statement.lhs.indices;
  if (part.reads_result || has_repeats(indices) || has_reduction(part.rhs)) return {};
  return Finder(kernel, loops, with_room).find(part.rhs);
}

}  // namespace scorchc::schedule
