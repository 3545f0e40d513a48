#include "schedule/estimate/degree_bounds.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "support/match.h"

namespace scorchc::schedule {
namespace {

using AccessProduct = std::vector<const Access*>;  // a product that is zero where any factor is

// Limits: sums of products multiply out, and the orders of operands grow with their number.
constexpr std::size_t most_products = 64, most_sparse_factors = 5;

// Products whose sum is nonzero wherever the expression may be. Empty if that is everywhere.
std::optional<std::vector<AccessProduct>> products_of(const Expr& expr) {
  using Products = std::optional<std::vector<AccessProduct>>;
  return match(
      expr, [](const Access& access) -> Products { return std::vector<AccessProduct>{{&access}}; },
      [](const Literal&) -> Products { return std::vector<AccessProduct>{{}}; },
      [](const Equal&) -> Products { return std::vector<AccessProduct>{{}}; },
      [](const Reduce& reduction) -> Products { return products_of(reduction.body[0]); },
      [](const Apply& node) -> Products {
        const Pattern pattern = pattern_of(node);
        if (pattern == Pattern::full) return {};
        const std::vector<Expr> operands = storing_operands(node);
        Products found = products_of(operands[0]);
        for (std::size_t n = 1; found && n < operands.size() && pattern != Pattern::numerator; ++n) {
          const Products others = products_of(operands[n]);
          if (!others) return {};
          std::vector<AccessProduct> joined;
          if (pattern == Pattern::union_) {
            joined = *found;
            joined.insert(joined.end(), others->begin(), others->end());
          } else {
            for (const AccessProduct& left : *found)
              for (const AccessProduct& right : *others) {
                joined.push_back(left);
                joined.back().insert(joined.back().end(), right.begin(), right.end());
              }
          }
          if (joined.size() > most_products) return {};
          found = std::move(joined);
        }
        return found;
      });
}

class Bounds {
 public:
  Bounds(const Kernel& statement, const Sizes& sizes) : statement_(statement), sizes_(sizes) {
    for (const TensorDeclaration& tensor : statement.tensors)
      if (tensor.statistics) most_at_one_[tensor.name] = most_at_one(*tensor.statistics);
  }

  double most(const AccessProduct& product) const {
    const std::vector<std::string>& made = statement_.statement.lhs.indices;
    std::set<std::string> indices(made.begin(), made.end());
    for (const Access* access : product) indices.insert(access->indices.begin(), access->indices.end());
    return least(sparse(product), {}, indices);
  }

  AccessProduct sparse(const AccessProduct& product) const {
    AccessProduct found;
    for (const Access* access : product) {
      const TensorDeclaration* tensor = statement_.find(access->tensor);
      if (tensor && tensor->format && !tensor->format->is_dense() && sizes_.prefixes.count(access->tensor))
        found.push_back(access);
    }
    return found;
  }

 private:
  // The tightest bound over all orders of the operands.
  double least(const AccessProduct& left, const std::set<std::string>& bound,
               const std::set<std::string>& indices) const {
    if (left.empty()) {
      double cells = 1;
      for (const std::string& index : indices)
        if (!bound.count(index)) cells *= sizes_.extent(index);
      return cells;
    }
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t n = 0; n < left.size(); ++n) {
      AccessProduct rest = left;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(n));
      std::set<std::string> deeper = bound;
      deeper.insert(left[n]->indices.begin(), left[n]->indices.end());
      best = std::min(best, most_entries(*left[n], bound) * least(rest, deeper, indices));
    }
    return best;
  }

  // Largest number of entries of the operand for given coordinates of the `bound` indices.
  double most_entries(const Access& access, const std::set<std::string>& bound) const {
    const TensorDeclaration& tensor = statement_.tensor(access.tensor);
    const std::vector<double>& prefixes = sizes_.prefixes.at(access.tensor);
    double most = tensor.statistics ? tensor.statistics->stored : prefixes.empty() ? 1 : prefixes.back(), open = 1;
    const auto counted = most_at_one_.find(access.tensor);
    for (std::size_t mode = 0; mode < access.indices.size(); ++mode) {
      if (!bound.count(access.indices[mode]))
        open *= sizes_.extent(access.indices[mode]);
      else if (counted != most_at_one_.end() && mode < counted->second.size())
        most = std::min(most, counted->second[mode].value_or(most));
    }
    return std::min(most, open);
  }

  const Kernel& statement_;
  const Sizes& sizes_;
  std::map<std::string, std::vector<std::optional<double>>> most_at_one_;  // by tensor
};

}  // namespace

std::vector<std::optional<double>> most_at_one(const TensorStatistics& counted) {
  std::vector<std::optional<double>> most;
  for (const std::vector<std::int64_t>& of_mode : counted.degrees) {
    const auto largest = std::max_element(of_mode.begin(), of_mode.end());
    most.push_back(largest == of_mode.end() ? std::nullopt : std::optional(static_cast<double>(*largest)));
  }
  return most;
}

std::optional<double> most_terms(const Kernel& statement, const Sizes& sizes) {
  const std::optional<std::vector<AccessProduct>> products = products_of(statement.statement.rhs);
  const auto is_blocked = [](const TensorDeclaration& tensor) { return tensor.format && tensor.format->is_blocked(); };
  if (!products || std::any_of(statement.tensors.begin(), statement.tensors.end(), is_blocked)) return {};
  const Bounds bounds(statement, sizes);
  const auto is_counted = [&](const Access* access) { return statement.tensor(access->tensor).statistics != nullptr; };
  double terms = 0;
  bool has_counts = false;
  for (const AccessProduct& product : *products) {
    const AccessProduct sparse = bounds.sparse(product);
    if (sparse.size() > most_sparse_factors) return {};
    has_counts = has_counts || (sparse.size() > 1 && std::any_of(sparse.begin(), sparse.end(), is_counted));
    terms += bounds.most(product);
  }
  return has_counts ? std::optional(terms) : std::nullopt;
}

}  // namespace scorchc::schedule
