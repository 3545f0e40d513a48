#include "schedule/search/factor_groups.h"

#include <algorithm>
#include <set>

#include "schedule/estimate/cardinality.h"
#include "schedule/legality/iteration_domain.h"
#include "schedule/legality/stored_components.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

constexpr double most_memory = 8;                // of a precomputed product, relative to the operands and the result
constexpr std::size_t most_paired_factors = 16;  // of a product that is regrouped at all

Group group_of(const Product& product, const std::set<std::size_t>& chosen) {
  Group group;
  std::vector<std::string> outside;
  for (std::size_t n = 0; n < product.factors.size(); ++n) {
    const Access& access = product.factors[n];
    if (chosen.count(n))
      group.factors.push_back(access);
    else
      outside.insert(outside.end(), access.indices.begin(), access.indices.end());
  }
  for (const Access& access : group.factors)
    for (const std::string& index : access.indices) {
      std::vector<std::string>& side = has(product.summed, index) && !has(outside, index) ? group.own : group.free;
      if (!has(side, index)) side.push_back(index);
    }
  return group;
}

// Excludes outer products: something is summed, or one factor has all indices and the others select from it.
bool is_worth_a_look(const Group& group) {
  return !group.own.empty() || std::any_of(group.factors.begin(), group.factors.end(), [&](const Access& access) {
    return std::all_of(group.free.begin(), group.free.end(),
                       [&](const std::string& index) { return has(access.indices, index); });
  });
}

// Whether a stored 0 has the same effect as an unstored component: true for sums and products of operands. Division is
// excluded: 0 / 0 is NaN.
bool takes_zeros(const Expr& expr) {
  return match(
      expr, [](const Access&) { return true; }, [](const Literal&) { return true; }, [](const Equal&) { return false; },
      [](const Reduce& node) { return node.op == ReduceOp::sum && takes_zeros(node.body[0]); },
      [](const Apply& node) {
        const bool is_linear = node.op == Operator::mul || node.op == Operator::neg || node.op == Operator::add ||
                               node.op == Operator::sub;
        return is_linear && std::all_of(node.operands.begin(), node.operands.end(), takes_zeros);
      });
}

bool has_only_integers(const Kernel& kernel) {
  return std::none_of(kernel.tensors.begin(), kernel.tensors.end(),
                      [](const TensorDeclaration& tensor) { return is_floating(tensor.value); });
}

// Groups of long products: all pairs.
std::vector<Group> pairs(const Product& product) {
  std::vector<Group> found;
  for (std::size_t a = 0; a < product.factors.size() && product.factors.size() <= most_paired_factors; ++a)
    for (std::size_t b = a + 1; b < product.factors.size(); ++b) {
      Group group = group_of(product, {a, b});
      if (is_worth_a_look(group)) found.push_back(std::move(group));
    }
  return found;
}

}  // namespace

bool is_spread_out(const Group& group, const Kernel& kernel) {
  if (group.factors.size() != 1 || group.free.size() != 1 || group.factors[0].indices.size() != 1) return false;
  const TensorDeclaration* vector = kernel.find(group.factors[0].tensor);
  return vector && vector->format && !has_array(*vector->format) && !vector->format->is_blocked() &&
         !is_indexed_list(group.factors[0], kernel);
}

// An array holds 0 where the vector has no entry. Only integers allow that: 0 times NaN or infinity is NaN, whereas
// unstored components are never touched. A workspace records which components are stored.
Holder holder_of_vector(const Kernel& kernel) {
  const AssignOp op = kernel.statement.op;
  const bool may_have_zeros = (op == AssignOp::set || op == AssignOp::add) && kernel.result().format->is_dense() &&
                              has_only_integers(kernel) && takes_zeros(kernel.statement.rhs);
  return may_have_zeros ? Holder::inferred : Holder::workspace;
}

std::vector<Group> groups(const Product& product, const Kernel& kernel) {
  const std::size_t count = product.factors.size();
  if (count > most_factors) return pairs(product);
  std::vector<Group> found;
  for (std::size_t n = 0; n < count && count > 1; ++n)
    if (Group group = group_of(product, {n}); is_spread_out(group, kernel)) found.push_back(std::move(group));
  for (std::size_t bits = 1; bits < std::size_t{1} << count; ++bits) {
    std::set<std::size_t> chosen;
    for (std::size_t n = 0; n < count; ++n)
      if (bits >> n & 1) chosen.insert(n);
    if (chosen.size() < 2 || chosen.size() + 1 > count + product.others) continue;
    Group group = group_of(product, chosen);
    if (is_worth_a_look(group)) found.push_back(std::move(group));
  }
  return found;
}

Places::Places(const Kernel& kernel, const Sizes& sizes, const Group& group)
    : kernel_(kernel), sizes_(sizes), group_(group) {
  for (const std::string& index : group.free) cells_ *= sizes.extent(index);
  for (const auto& [tensor, prefixes] : sizes.prefixes)
    if (!prefixes.empty()) held_ += prefixes.back();
  full_ = std::all_of(group.factors.begin(), group.factors.end(),
                      [&](const Access& access) { return is_full(access, group.free, kernel); });
}

// Whether an operand with the index has a dense level, and so an array over some extent: then no operand is
// hypersparse.
bool Places::is_long_somewhere(const std::string& index) const {
  const std::vector<Access> all = accesses(kernel_.statement.rhs);
  return std::any_of(all.begin(), all.end(), [&](const Access& access) {
    const TensorDeclaration* tensor = has(access.indices, index) ? kernel_.find(access.tensor) : nullptr;
    return tensor && tensor->format &&
           std::any_of(tensor->format->levels.begin(), tensor->format->levels.end(),
                       [](const LevelSpec& level) { return is_dense(level); });
  });
}

bool Places::in_array() const {
  const bool is_vector = is_spread_out(group_, kernel_), is_formed = !group_.own.empty() || is_vector;
  if ((!kernel_.result().format->is_dense() && !is_vector) || !is_formed || group_.free.empty()) return false;
  double result = 1;
  for (const std::string& index : kernel_.statement.lhs.indices) result *= sizes_.extent(index);
  if (cells_ > most_memory * (held_ + result)) return false;
  return full_ || (group_.free.size() == 1 && is_long_somewhere(group_.free.front()));
}

bool Places::as_stored() const {
  if (full_ || group_.free.size() < 2) return false;
  double terms = cells_;
  for (const std::string& index : group_.own) terms *= sizes_.extent(index);
  const CardinalityEstimator patterns(kernel_, sizes_);
  Bound all = 0;
  for (const std::vector<std::string>* indices : {&group_.own, &group_.free})
    for (const std::string& index : *indices) all |= patterns.bit(index);
  // CardinalityEstimator caches accesses by address, so all factors must outlive it.
  const std::vector<Expr> factors(group_.factors.begin(), group_.factors.end());
  for (const Expr& factor : factors) terms *= patterns.density(factor, all);
  return std::min(terms, cells_) <= most_memory * held_;
}

}  // namespace scorchc::schedule
