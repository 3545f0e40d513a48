#include "schedule/transform/accumulated_sum.h"

#include <algorithm>

#include "schedule/legality/stored_components.h"
#include "schedule/transform/alpha_equivalent.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

class Finder {
 public:
  Finder(const Kernel& kernel, const LoopOrder& loops, const std::set<std::string>& with_capacity)
      : kernel_(kernel), loops_(loops), with_capacity_(with_capacity) {}

  // The outermost such sum. It accumulates every addend it can; the others are added to the workspace.
  std::optional<AccumulatedSum> find(const Expr& expr) const {
    const Apply* node = expr.as<Apply>();
    if (!node || !walks_more_than(max_merged_operands, {expr})) return {};
    const std::vector<Expr> chain = chained(expr);
    AccumulatedSum sum{expr, {}, 0, {}, {}, {}};
    for (const Expr& addend : chain) {
      const bool may_be = may_be_accumulated(addend);
      if (may_be && sum.addends.empty()) sum.place = sum.others.size();
      (may_be ? sum.addends : sum.others).push_back(addend);
    }
    if (walks_more_than(max_merged_operands, sum.addends)) return in_workspace(std::move(sum));
    for (const Expr& operand : chain.size() > 1 ? chain : node->operands)
      if (std::optional<AccumulatedSum> inner = find(operand)) return inner;
    return {};
  }

 private:
  // The addends from first to last: a + b - c gives a, b and -c. A sum in parentheses is one addend.
  static std::vector<Expr> chained(const Expr& expr) {
    std::vector<Expr> chain;
    const Expr* rest = &expr;
    const auto is_sum = [](const Apply* node) {
      return node && !node->is_constant_elsewhere && (node->op == Operator::add || node->op == Operator::sub);
    };
    for (const Apply* node = rest->as<Apply>(); is_sum(node); node = rest->as<Apply>()) {
      const Expr& last = node->operands[1];
      chain.push_back(node->op == Operator::add ? last : apply(Operator::neg, {last}, rest->span()));
      rest = &node->operands[0];
    }
    chain.push_back(*rest);
    std::reverse(chain.begin(), chain.end());
    return chain;
  }

  // Decides between row-by-row accumulation in an array and one list of tuples for all rows. Empty if merging beats the
  // list.
  std::optional<AccumulatedSum> in_workspace(AccumulatedSum sum) const {
    std::vector<std::string> kinds, copied;
    for (const Expr& addend : sum.addends) {
      kinds.push_back(kind_of(addend, kernel_));
      if (has_copy(addend)) copied.push_back(kind_of_copies(addend, kernel_));
    }
    const std::size_t copies = std::set<std::string>(copied.begin(), copied.end()).size();
    sum.shared = shared_by(sum.addends);
    // Many different copies take much code. The list of tuples needs no copies: it takes operands as stored.
    if (copies > max_merged_operands) sum.shared.clear();
    sum.accumulated.assign(loops_.begin() + static_cast<std::ptrdiff_t>(sum.shared.size()), loops_.end());
    const bool has_capacity =
        sum.accumulated.size() - places_of(sum, kernel_) == 1 && with_capacity_.count(sum.accumulated[0]);
    // With an array, addends that share one copy are adjacent. The list makes no copies.
    if (!sum.shared.empty())
      for (std::size_t n = 0; n < kinds.size(); ++n)
        if (has_copy(sum.addends[n])) kinds[n] = kind_of_copies(sum.addends[n], kernel_);
    // If an addend has a value at every component, a merge compares it with all operands there.
    const auto has_all = [&](const Expr& each) { return is_full(each, loops_, kernel_); };
    const bool meets_all = std::any_of(sum.others.begin(), sum.others.end(), has_all);
    const bool is_list_better =
        meets_all || walks_more_than(max_merged_without_capacity, sum.addends) || copied.size() > max_merged_operands;
    if (!has_capacity && !is_list_better) return {};
    sum.addends = group_equivalent(std::move(sum.addends), kinds);
    return sum;
  }

  bool has_copy(const Expr& addend) const {
    const std::vector<Access> all = accesses(addend);
    return std::any_of(all.begin(), all.end(), [&](const Access& access) { return is_copy(access, kernel_); });
  }

  // Whether more than `most` operands are walked. Long chains are deep on the left, so this begins on the right.
  bool walks_more_than(std::size_t most, const std::vector<Expr>& exprs) const {
    std::set<std::string> found;
    for (auto expr = exprs.rbegin(); expr != exprs.rend() && found.size() <= most; ++expr)
      add_walked(*expr, most, found);
    return found.size() > most;
  }

  void add_walked(const Expr& expr, std::size_t most, std::set<std::string>& found) const {
    if (const Reduce* sum = expr.as<Reduce>()) return add_walked(sum->body[0], most, found);
    const Access* access = expr.as<Access>();
    if (access && !is_full(expr, loops_, kernel_)) found.insert(print(*access));
    const Apply* node = expr.as<Apply>();
    if (!node) return;
    for (auto operand = node->operands.rbegin(); operand != node->operands.rend() && found.size() <= most; ++operand)
      add_walked(*operand, most, found);
  }

  // Whether each sparse operand has all the loops of the statement, and the addend neither is full nor needs an
  // accumulated sum itself.
  bool may_be_accumulated(const Expr& addend) const {
    const std::vector<Access> all = accesses(addend);
    return !is_full(addend, loops_, kernel_) && !walks_more_than(max_merged_operands, {addend}) &&
           std::all_of(all.begin(), all.end(), [&](const Access& access) {
             const std::set<std::string> own(access.indices.begin(), access.indices.end());
             return is_full(Expr(access), loops_, kernel_) ||
                    own == std::set<std::string>(loops_.begin(), loops_.end());
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
  const std::set<std::string>& with_capacity_;
};

}  // namespace

std::size_t places_of(const AccumulatedSum& sum, const Kernel& kernel) {
  std::size_t places = sum.accumulated.size();
  for (const Expr& addend : sum.addends)
    places = std::min(places, places_stored_together(addend, sum.accumulated, kernel));
  return places;
}

std::optional<AccumulatedSum> accumulated_sum(const Kernel& kernel, const Part& part, const LoopOrder& loops,
                                              const std::set<std::string>& with_capacity) {
  const std::vector<std::string>& indices = kernel.statement.lhs.indices;
  if (part.reads_result || has_repeats(indices) || has_reduction(part.rhs)) return {};
  return Finder(kernel, loops, with_capacity).find(part.rhs);
}

}  // namespace scorchc::schedule
