// Estimates from data how often entries of several operands coincide, and how similar the rows of an operand are.
#include <algorithm>

#include "schedule/estimate/cardinality.h"
#include "support/words.h"

namespace scorchc::schedule {

// Adds the accesses that a product multiplies. A temporary that only copies or combines accesses with its own indices
// is replaced by these.
void CardinalityEstimator::add_factors(const Expr& expr, std::vector<Access>& factors) const {
  if (const Access* access = expr.as<Access>()) {
    const auto made = made_.find(access->tensor);
    const cin::Stmt* at = made == made_.end() ? nullptr : made->second.producer;
    while (at && at->as<cin::Forall>()) at = &at->as<cin::Forall>()->body[0];
    const cin::Assign* copy = at ? at->as<cin::Assign>() : nullptr;
    const std::vector<const Access*> made_of = copy ? accesses_in(copy->rhs) : std::vector<const Access*>();
    const bool has_own_indices =
        !made_of.empty() && std::all_of(made_of.begin(), made_of.end(),
                                        [&](const Access* each) { return have_same_indices(*each, *access); });
    if (has_own_indices) return add_factors(copy->rhs, factors);
    factors.push_back(*access);
  } else if (const Reduce* node = expr.as<Reduce>()) {
    add_factors(node->body[0], factors);
  } else if (const Apply* product = expr.as<Apply>(); product && pattern_of(*product) == Pattern::intersection) {
    for (const Expr& operand : product->operands) add_factors(operand, factors);
  }
}

double CardinalityEstimator::meeting(const Expr& left, const Expr& right, Bound bound) const {
  std::vector<Access> ours, theirs;
  add_factors(left, ours);
  add_factors(right, theirs);
  double more = 1;
  for (const Access& a : ours)
    for (const Access& b : theirs)
      if (is_bound(a, bound) && is_bound(b, bound) && !have_same_indices(a, b)) more *= meeting(a, b);
  return more;
}

// Adds every access whose entries the expression stores something for, factor or not.
void CardinalityEstimator::add_operands(const Expr& expr, std::vector<Access>& operands) const {
  const Apply* apply = expr.as<Apply>();
  if (!apply || pattern_of(*apply) == Pattern::full) return add_factors(expr, operands);
  for (const Expr& operand : apply->operands) add_operands(operand, operands);
}

double CardinalityEstimator::both(const Term& left, double of_left, const Term& right, double of_right,
                                  Bound bound) const {
  double share = of_left * of_right;
  if (sizes_.meetings.empty()) return share;
  std::vector<Access> ours, theirs;
  add_operands(*left.expr, ours);
  add_operands(*right.expr, theirs);
  for (const Access& a : ours)
    for (const Access& b : theirs) {
      if (!have_same_indices(a, b) || !is_bound(a, bound)) continue;
      // A factor of a product stores at least as much as the product, an addend of a sum at most as much as the sum.
      View of_a, of_b;
      look_at(a, of_a);
      look_at(b, of_b);
      const double in_a = std::min(density(of_a, bound), of_left), in_b = std::min(density(of_b, bound), of_right);
      share = std::max(share, in_a * in_b * meeting(a, b));
    }
  return std::min({share, of_left, of_right});
}

double CardinalityEstimator::meeting(const Access& a, const Access& b) const {
  for (const auto& key : {std::pair{print(a), print(b)}, std::pair{print(b), print(a)}})
    if (const auto it = sizes_.meetings.find(key); it != sizes_.meetings.end()) return it->second;
  return 1;
}

double CardinalityEstimator::overlap(const Access& temporary, Bound outside, const cin::Stmt& producer) const {
  if (sizes_.overlaps.empty()) return 1;
  if (const cin::Forall* loop = producer.as<cin::Forall>()) return overlap(temporary, outside, loop->body[0]);
  const cin::Assign* assign = producer.as<cin::Assign>();
  if (!assign) return 1;
  Bound kept = 0;
  for (const std::string& index : temporary.indices) kept |= bit(index);
  const auto is_in = [&](const Access& access, const std::string& but, Bound indices) {
    return std::all_of(access.indices.begin(), access.indices.end(),
                       [&](const std::string& index) { return index == but || (bit(index) & indices) == bit(index); });
  };
  std::vector<Access> factors;
  add_factors(assign->rhs, factors);
  double share = 1;
  for (const Access& rows : factors)
    for (const Access& picked : factors) {
      const auto it = sizes_.overlaps.find({print(rows), print(picked)});
      if (it == sizes_.overlaps.end()) continue;
      const auto summed = std::find_if(rows.indices.begin(), rows.indices.end(),
                                       [&](const std::string& index) { return has(picked.indices, index); });
      const bool is_summed = (bit(*summed) & (outside | kept)) == 0;
      if (is_summed && is_in(rows, *summed, outside | kept) && is_in(picked, *summed, kept))
        share = std::min(share, it->second);
    }
  return share;
}

bool CardinalityEstimator::is_bound(const Access& access, Bound bound) const {
  return std::all_of(access.indices.begin(), access.indices.end(),
                     [&](const std::string& index) { return (bit(index) & bound) == bit(index); });
}

// Entries of another factor select the access's rows, and select long rows more often.
double CardinalityEstimator::busier(const Access& access, Bound bound) const {
  double more = 1;
  if (sizes_.meetings.empty() || is_bound(access, bound)) return more;
  std::vector<Access> own;
  add_factors(access, own);
  for (const Access& other : factors_)
    if (is_bound(other, bound)) more *= meeting(own.front(), other);
  return more;
}

}  // namespace scorchc::schedule
