// Implements the coverage check for denominators. Patterns are in disjunctive form: a list of cases, each a list of
// components that are all stored. The search is limited; beyond the limits a quotient counts as not covered.
#include "infer/covers.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>

#include "support/words.h"

namespace scorchc::infer {
namespace {

using Stored = std::vector<Access>;                // a conjunction: all these components are stored
using Cases = std::vector<Stored>;                 // a disjunction: one of the cases holds
using Names = std::map<std::string, std::string>;  // a renaming of indices
constexpr std::size_t most_cases = 64;
constexpr int most_steps = 20000;

bool divides(const Expr& expr) {
  if (const Reduce* sum = expr.as<Reduce>()) return divides(sum->body[0]);
  const Apply* node = expr.as<Apply>();
  return node && (node->op == Operator::div || std::any_of(node->operands.begin(), node->operands.end(), divides));
}

// The expression with sums in place of minima and maxima: a temporary stores the same components for both.
Expr with_sums(const Expr& expr) {
  if (const Reduce* node = expr.as<Reduce>())
    return reduce(ReduceOp::sum, node->indices, with_sums(node->body[0]), expr.span());
  const Apply* node = expr.as<Apply>();
  if (!node) return expr;
  std::vector<Expr> operands;
  for (const Expr& operand : node->operands) operands.push_back(with_sums(operand));
  return rebuilt(*node, std::move(operands), expr.span());
}

Access renamed(Access access, const Names& names) {
  for (std::string& index : access.indices)
    if (const auto name = names.find(index); name != names.end()) index = name->second;
  return access;
}

// The components that are stored in all cases.
Stored common(const Cases& cases) {
  Stored result = cases.front();
  for (const Stored& each : cases)
    std::erase_if(result,
                  [&](const Access& access) { return std::find(each.begin(), each.end(), access) == each.end(); });
  return result;
}

Cases limited(Cases cases) { return cases.size() > most_cases ? Cases{common(cases)} : std::move(cases); }

Cases both(Cases a, const Cases& b) {
  if (b.size() == 1) {
    for (Stored& each : a) each.insert(each.end(), b[0].begin(), b[0].end());
    return a;
  }
  Cases result;
  for (const Stored& left : a)
    for (const Stored& right : b) {
      result.push_back(left);
      result.back().insert(result.back().end(), right.begin(), right.end());
    }
  return limited(std::move(result));
}

Cases either(Cases a, const Cases& b) {
  a.insert(a.end(), b.begin(), b.end());
  return limited(std::move(a));
}

class Covers {
 public:
  Covers(const Kernel& kernel, const Kernel& whole)
      : kernel_(kernel), whole_(whole), may_skip_(is_floating(expression_type(kernel))) {}

  // Finds an uncovered quotient in `expr`. `given` holds wherever the expression is computed.
  std::optional<Expr> uncovered(const Expr& expr, const Cases& given) {
    if (!divides(expr)) return {};
    if (const Reduce* sum = expr.as<Reduce>()) return uncovered(sum->body[0], given);
    const Apply& node = *expr.as<Apply>();
    steps_ = 0;
    if (node.op == Operator::div) {
      const Cases computed = both(given, stored_with(node.operands[0], {}));
      const auto is_safe = [&](const Stored& stored) { return is_stored(node.operands[1], stored); };
      if (!std::all_of(computed.begin(), computed.end(), is_safe)) return expr;
    }
    for (std::size_t n = 0; n < node.operands.size(); ++n)
      if (std::optional<Expr> found = uncovered(node.operands[n], both(given, stored_by_others(node, n)))) return found;
    return {};
  }

 private:
  // What the other operands store wherever operand n has an effect. Integer quotients may be evaluated elsewhere, too,
  // and fail there, so they are not restricted by the other factors of a product.
  Cases stored_by_others(const Apply& node, std::size_t n) {
    Cases result(1);
    const bool is_product = info(node.op).pattern == Pattern::intersection && may_skip_;
    const bool is_denominator = info(node.op).pattern == Pattern::numerator && n > 0;
    if (!divides(node.operands[n]) || (!is_product && !is_denominator)) return result;
    for (std::size_t other = 0; other < node.operands.size(); ++other)
      if (other != n) result = both(std::move(result), stored_with(node.operands[other], {}));
    return result;
  }

  const Statement* definition(const Access& access) const {
    const auto found = std::find_if(whole_.earlier.begin(), whole_.earlier.end(),
                                    [&](const Statement& each) { return each.lhs.tensor == access.tensor; });
    return found == whole_.earlier.end() ? nullptr : &*found;
  }
  bool is_dense(const Access& access) const {
    const TensorDeclaration* tensor = kernel_.find(access.tensor);
    return (tensor ? *tensor : whole_.tensor(access.tensor)).format->is_dense();
  }
  std::string fresh(const std::string& index, const char* mark) { return index + mark + std::to_string(++fresh_); }
  static Names with_indices_of(const Statement& statement, const Access& access) {
    Names names;
    for (std::size_t mode = 0; mode < access.indices.size(); ++mode)
      names[statement.lhs.indices[mode]] = access.indices[mode];
    return names;
  }

  // What is stored wherever `expr` is stored. The index of a sum denotes some coordinate, so it gets a fresh name.
  Cases stored_with(const Expr& expr, const Names& names) {
    if (++steps_ > most_steps) return Cases(1);
    return match(
        expr,
        [&](const Access& access) {
          const Access here = renamed(access, names);
          if (is_dense(here)) return Cases(1);
          const Cases self = {{here}};
          const Statement* made = definition(here);
          return made ? both(self, stored_with(made->rhs, with_indices_of(*made, here))) : self;
        },
        [](const Literal&) { return Cases(1); }, [](const Equal&) { return Cases(1); },
        [&](const Apply& node) {
          const Pattern pattern = pattern_of(node);
          if (pattern == Pattern::full) return Cases(1);
          const std::vector<Expr> operands = storing_operands(node);
          Cases result = stored_with(operands[0], names);
          for (std::size_t n = 1; n < operands.size() && pattern != Pattern::numerator; ++n) {
            const Cases other = stored_with(operands[n], names);
            result =
                pattern == Pattern::intersection ? both(std::move(result), other) : either(std::move(result), other);
          }
          return result;
        },
        [&](const Reduce& node) {
          if (node.op != ReduceOp::sum) return Cases(1);
          Names inner = names;
          for (const std::string& index : node.indices) inner[index] = fresh(index, "'");
          return stored_with(node.body[0], inner);
        });
  }

  bool is_stored(const Expr& expr, const Stored& given) {
    steps_ = 0;
    return finds(expr, {}, {}, given, [](const Names&) { return true; });
  }

  using Then = std::function<bool(const Names&)>;

  // True if coordinates can be found for the indices of sums such that `expr` is stored and `then` holds (a
  // backtracking search). A value that is computed everywhere counts as stored, even if it may be 0: max(B(i,j), 0).
  bool finds(const Expr& expr, const Names& names, const Names& found, const Stored& given, const Then& then) {
    if (++steps_ > most_steps) return false;
    return match(
        expr, [&](const Access& access) { return finds(renamed(access, names), found, given, then); },
        [&](const Literal&) { return then(found); }, [](const Equal&) { return false; },
        [&](const Apply& node) {
          switch (info(node.op).pattern) {
            case Pattern::full:
              return then(found);
            case Pattern::numerator:
              return finds(node.operands[0], names, found, given, then);
            case Pattern::intersection:
              return finds_all(node.operands, 0, names, found, given, then);
            case Pattern::union_:
              return std::any_of(node.operands.begin(), node.operands.end(),
                                 [&](const Expr& operand) { return finds(operand, names, found, given, then); });
          }
          return false;
        },
        [&](const Reduce& node) {
          if (node.op != ReduceOp::sum) return then(found);
          Names inner = names;
          for (const std::string& index : node.indices) inner[index] = fresh(index, "?");
          return finds(node.body[0], inner, found, given, then);
        });
  }

  bool finds_all(const std::vector<Expr>& operands, std::size_t n, const Names& names, const Names& found,
                 const Stored& given, const Then& then) {
    if (n == operands.size()) return then(found);
    return finds(operands[n], names, found, given,
                 [&](const Names& more) { return finds_all(operands, n + 1, names, more, given, then); });
  }

  bool finds(const Access& access, const Names& found, const Stored& given, const Then& then) {
    if (is_dense(access)) return then(found);
    for (const Access& stored : given) {
      if (stored.tensor != access.tensor) continue;
      if (const std::optional<Names> more = matched(access, stored, found); more && then(*more)) return true;
    }
    const Statement* made = definition(access);
    const std::vector<std::string> lhs = made ? made->lhs.indices : std::vector<std::string>{};
    return made && !has_repeats(lhs) && finds(with_sums(made->rhs), with_indices_of(*made, access), found, given, then);
  }

  static std::optional<Names> matched(const Access& wanted, const Access& stored, Names found) {
    for (std::size_t mode = 0; mode < wanted.indices.size(); ++mode) {
      const std::string& index = wanted.indices[mode];
      const bool is_bound = index.find('?') != std::string::npos;
      if (is_bound ? found.try_emplace(index, stored.indices[mode]).first->second != stored.indices[mode]
                   : index != stored.indices[mode])
        return {};
    }
    return found;
  }

  const Kernel& kernel_;  // the statement as a kernel of its own
  const Kernel& whole_;   // the kernel with the earlier statements
  bool may_skip_;         // factors of a product are not evaluated where another factor is unstored
  int fresh_ = 0;
  int steps_ = 0;
};

}  // namespace

std::optional<Expr> uncovered_quotient(const Kernel& kernel, const Kernel& whole) {
  return Covers(kernel, whole).uncovered(kernel.statement.rhs, Cases(1));
}

}  // namespace scorchc::infer
