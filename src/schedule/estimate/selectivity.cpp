#include "schedule/estimate/selectivity.h"

#include <algorithm>
#include <cmath>

namespace scorchc::schedule {
namespace {

Selectivity both(const Selectivity& a, const Selectivity& b) { return {product(a.sum, b.sum), a.number * b.number}; }
Selectivity either(const Selectivity& a, const Selectivity& b) {
  return {united(a.sum, b.sum), a.number + b.number - a.number * b.number};
}

}  // namespace

std::set<std::string> LimitingFactor::limited(std::set<std::string> indices) const {
  if (seen_by) std::erase_if(indices, [&](const std::string& index) { return !seen_by->count(index); });
  return indices;
}

SelectivityEstimator::SelectivityEstimator(const cin::Program& program, Symbols& symbols)
    : kernel_(program.split), symbols_(symbols) {
  for (const cin::Where& where : cin::wheres(program.body)) wheres_.emplace(where.temporary.tensor, where);
}

Selectivity SelectivityEstimator::selectivity_of(Sum sum) const {
  const double number = symbols_.value(sum);
  return {std::move(sum), number};
}

Selectivity SelectivityEstimator::walked(const Indices& loops, const Factors& factors, const Indices& indices) {
  walked_ = loops;
  Selectivity found = of(factors, indices);
  walked_.reset();
  return found;
}

// Share of the box over `indices` at which the expression, or the statement, stores anything.
Selectivity SelectivityEstimator::of(const Expr& expr, const Indices& indices) {
  return match(
      expr,
      [&](const Access& access) {
        if (const auto made = wheres_.find(access.tensor); made != wheres_.end())
          return open_.count(access.tensor) ? Selectivity{} : of_temporary(made->second, indices);
        return selectivity_of(symbols_.projected(access, indices, levels_walked(access)));
      },
      [](const Literal&) { return Selectivity{}; },
      [&](const Equal& equal) {
        if (equal.negated || !indices.count(equal.left) || !indices.count(equal.right)) return Selectivity{};
        Sum sum = one();
        sum.terms[0].multiply(equal.right, -1);
        return selectivity_of(std::move(sum));
      },
      [&](const Reduce& node) { return of(node.body[0], indices); },
      [&](const Apply& node) {
        const Pattern pattern = pattern_of(node);
        if (pattern == Pattern::full) return Selectivity{};
        const std::vector<Expr> operands = storing_operands(node);
        Selectivity all = of(operands[0], indices);
        if (pattern == Pattern::numerator) return all;
        for (std::size_t n = 1; n < operands.size(); ++n) {
          if (operands[n] == operands[0]) continue;
          const Selectivity other = of(operands[n], indices);
          all = pattern == Pattern::intersection ? both(all, other) : either(all, other);
        }
        return all;
      });
}

Selectivity SelectivityEstimator::of_temporary(const cin::Where& where, const Indices& indices) {
  const auto key = std::make_tuple(where.temporary.tensor, indices, open_, walked_);
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  Selectivity found = of(where.producer(), indices);
  return known_.emplace(key, std::move(found)).first->second;
}

Selectivity SelectivityEstimator::of(const cin::Stmt& stmt, const Indices& indices) {
  return match(
      stmt, [&](const cin::Assign& assign) { return of(assign.rhs, indices); },
      [&](const cin::Forall& loop) { return of(loop.body[0], indices); },
      [&](const cin::Where& where) { return of(where.consumer(), indices); },
      [&](const cin::Sequence& sequence) {
        Selectivity all = of(sequence.statements.front(), indices);
        for (std::size_t n = 1; n < sequence.statements.size(); ++n)
          all = either(all, of(sequence.statements[n], indices));
        return all;
      });
}

Selectivity SelectivityEstimator::of_each(const Factors& factors, const Indices& indices) {
  Selectivity all;
  for (const LimitingFactor& factor : factors) {
    const Indices limited = factor.limited(indices);
    const std::optional<Indices> walked = walked_;
    if (factor.seen_by) walked_.reset();  // levels below the loops have been examined as well
    all = both(all, factor.expr ? of(*factor.expr, limited) : of(*factor.stmt, limited));
    walked_ = walked;
  }
  return all;
}

// Selectivity of all factors together. Below a coordinate, each factor may store something without coinciding with the
// others. The share is therefore at most the probability that all factors store some cell below the coordinate, of as
// many cells as the other indices have.
Selectivity SelectivityEstimator::of(const Factors& factors, const Indices& indices) {
  Selectivity all = of_each(factors, indices);
  Indices every = indices;
  std::size_t patterns = 0;
  for (const LimitingFactor& factor : factors) {
    Indices own;
    std::set<std::string> seen;
    add_indices(factor.expr ? accesses(*factor.expr) : cin::operands(*factor.stmt), own, patterns, seen);
    const Indices limited = factor.limited(own);
    every.insert(limited.begin(), limited.end());
  }
  if (walked_ || patterns < 2) return all;
  double cells = 1;
  for (const std::string& index : every)
    if (!indices.count(index)) cells *= symbols_.value(extent(index));
  const double met = std::min(1.0, of_each(factors, every).number);
  all.number = std::min(all.number, met == 1 ? 1 : -std::expm1(cells * std::log1p(-met)));
  return all;
}

void SelectivityEstimator::add_indices(const std::vector<Access>& accesses, Indices& indices, std::size_t& patterns,
                                       std::set<std::string>& seen) const {
  for (const Access& access : accesses) {
    if (const auto made = wheres_.find(access.tensor); made != wheres_.end()) {
      const bool is_open = open_.count(access.tensor) > 0;
      if (!is_open && seen.insert(access.tensor).second)
        add_indices(cin::operands(made->second.producer()), indices, patterns, seen);
      continue;
    }
    const TensorDeclaration* tensor = kernel_.find(access.tensor);
    if (!tensor || !tensor->format || tensor->format->is_dense()) continue;
    ++patterns;
    indices.insert(access.indices.begin(), access.indices.end());
  }
}

// Number of levels that the enclosing loops have walked.
std::size_t SelectivityEstimator::levels_walked(const Access& access) const {
  if (!walked_) return Symbols::all_levels;
  const std::vector<LevelSpec>& levels = kernel_.tensor(access.tensor).format->levels;
  std::size_t l = 0;
  while (l < levels.size() && walked_->count(access.indices[static_cast<std::size_t>(levels[l].mode)])) ++l;
  return l;
}

}  // namespace scorchc::schedule
