// Makes implicit sums explicit.
//
//   y(i) = A(i,j) * x(j) + b(i)      becomes   y(i) = sum(j, A(i,j) * x(j)) + b(i)
//   C(i,l) = A(i,j) * B(j,l) * c(i)  becomes   C(i,l) = sum(j, A(i,j) * B(j,l)) * c(i)
//
// The rule (docs/language.md): an index that is not on the left-hand side is summed in each addend separately, and
// inside a product around the smallest group of factors that contains all its uses.
//
// A statement has at most max_indices indices, so a set of indices is a 64-bit mask, in order of first occurrence. The
// free indices of every node are computed once.
#include <algorithm>
#include <bit>
#include <map>
#include <unordered_map>
#include <utility>

#include "front/fragment.h"
#include "front/front.h"

namespace scorchc::front {
namespace {

using IndexSet = std::uint64_t;
static_assert(max_indices <= 64, "a set of indices must fit in one word");

/// Factors of one product (by number, ascending), and the indices that are summed around them.
struct Group {
  std::vector<std::size_t> factors;
  IndexSet indices = 0;
};

/// How two sets of factors overlap: `nested` means that one contains the other.
enum class Overlap { none, nested, partial };

Overlap overlap(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) {
  std::size_t common = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) ++common;
    const bool step_a = a[i] <= b[j], step_b = b[j] <= a[i];
    i += step_a ? 1 : 0;
    j += step_b ? 1 : 0;
  }
  if (common == 0) return Overlap::none;
  return common == a.size() || common == b.size() ? Overlap::nested : Overlap::partial;
}

Group unite(const Group& a, const Group& b) {
  Group result{{}, a.indices | b.indices};
  std::set_union(a.factors.begin(), a.factors.end(), b.factors.begin(), b.factors.end(),
                 std::back_inserter(result.factors));
  return result;
}

/// Unites groups that are equal or overlap partially, transitively. All pairs are compared before any are united, so
/// the result does not depend on the order of the factors.
std::vector<Group> unite_tangled(const std::vector<Group>& groups) {
  std::vector<std::size_t> cluster(groups.size());
  for (std::size_t a = 0; a < groups.size(); ++a) {
    cluster[a] = a;
    for (std::size_t b = 0; b < a; ++b) {
      const bool same = groups[a].factors == groups[b].factors;
      if (!same && overlap(groups[a].factors, groups[b].factors) != Overlap::partial) continue;
      const std::size_t old = cluster[a];
      std::replace(cluster.begin(), cluster.begin() + static_cast<std::ptrdiff_t>(a) + 1, old, cluster[b]);
    }
  }
  std::map<std::size_t, Group> united;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const auto [place, fresh] = united.try_emplace(cluster[g], groups[g]);
    if (!fresh) place->second = unite(place->second, groups[g]);
  }
  std::vector<Group> result;
  for (auto& [name, group] : united) result.push_back(std::move(group));
  return result;
}

/// Makes any two groups disjoint or nested. Sums over partially overlapping groups, as in A(i,k) * B(k,l) * C(l,j),
/// cannot be nested, so such groups are united. Outer groups come before inner ones.
std::vector<Group> untangle(std::vector<Group> groups) {
  while (true) {
    std::vector<Group> united = unite_tangled(groups);
    const bool done = united.size() == groups.size();
    groups = std::move(united);
    if (done) break;
  }
  std::sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
    return a.factors.size() != b.factors.size() ? a.factors.size() > b.factors.size() : a.factors < b.factors;
  });
  return groups;
}

class SumPlacer {
 public:
  explicit SumPlacer(const Statement& statement) : statement_(statement) {
    for (const std::string& index : statement.lhs.indices) outside_ |= bit(index);
    number(statement.rhs);
  }

  Expr run() {
    if (statement_.op == AssignOp::set || statement_.op == AssignOp::add) return place(statement_.rhs, outside_);
    const ReduceOp op = statement_.op == AssignOp::min ? ReduceOp::min : ReduceOp::max;
    return around(op, free(statement_.rhs) & ~outside_, statement_.rhs);
  }

 private:
  const Statement& statement_;
  std::vector<std::string> indices_;                      // indices_[b] is the index of bit b
  std::unordered_map<std::string, int> bits_;             // the bit of each index
  std::unordered_map<const Expr::Node*, IndexSet> free_;  // free indices of each node; never iterated
  IndexSet outside_ = 0;                                  // the indices of the left-hand side

  IndexSet bit(const std::string& index) {
    const auto [place, fresh] = bits_.try_emplace(index, static_cast<int>(indices_.size()));
    if (fresh) indices_.push_back(index);
    if (indices_.size() > static_cast<std::size_t>(max_indices))
      fail(Code::too_large, {statement_.source, statement_.lhs_span},
           "the statement has more than " + std::to_string(max_indices) + " indices");
    return IndexSet{1} << place->second;
  }

  /// Assigns bits to the indices of `expr`, and records the free indices of each node.
  IndexSet number(const Expr& expr) {
    IndexSet set = 0;
    match(
        expr,
        [&](const Access& access) {
          for (const std::string& index : access.indices) set |= bit(index);
        },
        [](const Literal&) {},
        [&](const Apply& apply) {
          for (const Expr& operand : apply.operands) set |= number(operand);
        },
        [&](const Reduce& reduce) {
          IndexSet bound = 0;
          for (const std::string& index : reduce.indices) bound |= bit(index);
          set = number(reduce.body[0]) & ~bound;
        },
        [&](const Equal& equal) { set = bit(equal.left) | bit(equal.right); });
    free_[&expr.node()] = set;
    return set;
  }
  IndexSet free(const Expr& expr) const { return free_.at(&expr.node()); }

  Expr around(ReduceOp op, IndexSet set, Expr body) const {
    if (set == 0) return body;
    std::vector<std::string> names;
    for (IndexSet rest = set; rest != 0; rest &= rest - 1)
      names.push_back(indices_[static_cast<std::size_t>(std::countr_zero(rest))]);
    const Span span = body.span();
    return reduce(op, std::move(names), std::move(body), span);
  }

  /// `expr` with a sum over every free index that is not in `outside`.
  Expr place(const Expr& expr, IndexSet outside) {
    if ((free(expr) & ~outside) == 0) return expr;
    return match(
        expr, [&](const Access&) { return around(ReduceOp::sum, free(expr) & ~outside, expr); },
        [&](const Literal&) { return expr; },
        [&](const Apply& apply) {
          if (apply.op == Operator::mul) return place_product(expr, outside);
          const bool addends = apply.op == Operator::add || apply.op == Operator::sub || apply.op == Operator::neg;
          return addends ? place_operands(expr, apply, outside) : place_groups(expr, apply, outside);
        },
        [&](const Reduce& reduction) {
          IndexSet bound = 0;
          for (const std::string& index : reduction.indices) bound |= IndexSet{1} << bits_.at(index);
          Expr body = place(reduction.body[0], outside | bound);
          if (body.same_as(reduction.body[0])) return expr;
          return reduce(reduction.op, reduction.indices, std::move(body), expr.span());
        },
        [&](const Equal&) { return expr; });
  }

  Expr place_operands(const Expr& expr, const Apply& apply, IndexSet outside) {
    std::vector<Expr> operands;
    bool changed = false;
    for (const Expr& operand : apply.operands) {
      operands.push_back(place(operand, outside));
      changed = changed || !operands.back().same_as(operand);
    }
    return changed ? Expr(Apply{apply.op, std::move(operands)}, expr.span()) : expr;
  }

  /// Places sums in the arguments of a function, or in a quotient. An index that occurs in one operand is summed inside
  /// it; an index that occurs in several is summed around the whole.
  Expr place_groups(const Expr& expr, const Apply& apply, IndexSet outside) {
    IndexSet once = 0, shared = 0;
    for (const Expr& operand : apply.operands) {
      shared |= once & free(operand);
      once |= free(operand);
    }
    shared &= ~outside;
    return around(ReduceOp::sum, shared, place_operands(expr, apply, outside | shared));
  }

  // ---- products

  static void flatten(const Expr& expr, std::vector<Expr>& factors) {
    const Apply* product = expr.as<Apply>();
    if (product == nullptr || product->op != Operator::mul) return factors.push_back(expr);
    flatten(product->operands[0], factors);
    flatten(product->operands[1], factors);
  }

  /// The same tree of products with other factors.
  static Expr with_factors(const Expr& expr, const std::vector<Expr>& factors, std::size_t& next) {
    const Apply* product = expr.as<Apply>();
    if (product == nullptr || product->op != Operator::mul) return factors[next++];
    Expr left = with_factors(product->operands[0], factors, next);
    Expr right = with_factors(product->operands[1], factors, next);
    if (left.same_as(product->operands[0]) && right.same_as(product->operands[1])) return expr;
    return apply(Operator::mul, {std::move(left), std::move(right)}, expr.span());
  }

  Expr place_product(const Expr& expr, IndexSet outside) {
    std::vector<Expr> factors;
    flatten(expr, factors);
    std::map<int, std::vector<std::size_t>> uses;  // bit of an index -> factors that use it
    for (std::size_t f = 0; f < factors.size(); ++f)
      for (IndexSet rest = free(factors[f]) & ~outside; rest != 0; rest &= rest - 1)
        uses[std::countr_zero(rest)].push_back(f);
    std::vector<Group> groups;
    IndexSet shared = 0;
    for (const auto& [index, users] : uses) {
      if (users.size() < 2) continue;  // summed inside the single factor
      groups.push_back({users, IndexSet{1} << index});
      shared |= IndexSet{1} << index;
    }
    for (Expr& factor : factors) factor = place(factor, outside | shared);
    groups = untangle(std::move(groups));
    std::size_t next = 0;
    if (groups.empty()) return with_factors(expr, factors, next);
    if (groups.size() == 1 && groups[0].factors.size() == factors.size())
      return around(ReduceOp::sum, groups[0].indices, with_factors(expr, factors, next));
    return build(factors, groups);
  }

  /// Builds the product with a sum around each group. Groups are processed from the innermost outwards: each becomes a
  /// single factor at the position of its first factor.
  Expr build(const std::vector<Expr>& factors, const std::vector<Group>& groups) const {
    std::vector<std::optional<Expr>> items(factors.begin(), factors.end());
    const auto product = [&](const std::vector<std::size_t>& members) {
      std::optional<Expr> result;
      for (const std::size_t f : members) {
        if (!items[f]) continue;  // already part of an inner group
        const Span span = result ? Span{result->span().begin, items[f]->span().end} : items[f]->span();
        result = result ? apply(Operator::mul, {*result, *items[f]}, span) : *items[f];
        items[f].reset();
      }
      return *result;
    };
    for (auto group = groups.rbegin(); group != groups.rend(); ++group) {
      Expr inside = product(group->factors);
      items[group->factors[0]] = around(ReduceOp::sum, group->indices, std::move(inside));
    }
    std::vector<std::size_t> all(factors.size());
    for (std::size_t f = 0; f < all.size(); ++f) all[f] = f;
    return product(all);
  }
};

}  // namespace

Statement explicit_reductions(const Statement& statement) {
  Statement result = statement;
  result.rhs = SumPlacer(statement).run();
  return result;
}

}  // namespace scorchc::front
