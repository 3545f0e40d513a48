#include "schedule/work.h"

#include <algorithm>
#include <map>
#include <set>

#include "support/words.h"

namespace scorchc::schedule {
namespace {

constexpr std::size_t most_terms = 6;

// symbol -> power; a factor in front.
struct Monomial {
  std::map<std::string, int> powers;
  double factor = 1;
  void multiply(const std::string& symbol, int power) {
    if ((powers[symbol] += power) == 0) powers.erase(symbol);
  }
};

// A sum of monomials, and whether it is exact.
struct Sum {
  std::vector<Monomial> terms;
  bool exact = true;
};

Sum one() { return {{Monomial{}}, true}; }

bool is_stored(const std::string& symbol) { return symbol.front() == '#' || symbol.find('(') != std::string::npos; }

Sum product(const Sum& a, const Sum& b) {
  Sum all{{}, a.exact && b.exact};
  for (const Monomial& left : a.terms)
    for (const Monomial& right : b.terms) {
      Monomial term = left;
      term.factor *= right.factor;
      for (const auto& [symbol, power] : right.powers) term.multiply(symbol, power);
      all.terms.push_back(std::move(term));
    }
  return all;
}

std::string number(double factor) { return std::to_string(static_cast<long long>(factor)); }

std::string text_of(const Monomial& term) {
  std::string over, under;
  const auto add = [](std::string& to, const std::string& symbol) { to += (to.empty() ? "" : " * ") + symbol; };
  if (term.factor != 1) add(over, number(term.factor));
  for (const bool stored : {true, false})
    for (const auto& [symbol, power] : term.powers) {
      if (is_stored(symbol) != stored) continue;
      for (int n = 0; n < power; ++n) add(over, symbol);
    }
  int below = 0;
  for (const auto& [symbol, power] : term.powers)
    for (int n = 0; n < -power; ++n, ++below) add(under, symbol);
  if (over.empty()) over = "1";
  if (under.empty()) return over;
  return over + " / " + (below > 1 ? "(" + under + ")" : under);
}

// Two sparse patterns meet where chance wants it.
bool is_exact(const Monomial& term) {
  int stored = 0;
  for (const auto& [symbol, power] : term.powers) {
    if (power < 0) return false;
    if (is_stored(symbol)) stored += power;
  }
  return stored <= 1;
}

Formula formula(const Sum& sum) {
  std::vector<std::pair<std::string, Monomial>> parts;  // equal ones added up, in order of first appearance
  for (const Monomial& term : sum.terms) {
    Monomial bare = term;
    bare.factor = 1;
    const std::string text = text_of(bare);
    const auto same = std::find_if(parts.begin(), parts.end(), [&](const auto& part) { return part.first == text; });
    if (same == parts.end())
      parts.emplace_back(text, term);
    else
      same->second.factor += term.factor;
  }
  Formula result{"", sum.exact && std::all_of(sum.terms.begin(), sum.terms.end(), is_exact)};
  for (std::size_t n = 0; n < parts.size(); ++n) {
    if (n == most_terms) {
      result.text += " + ...";
      break;
    }
    result.text += (n == 0 ? "" : " + ") + text_of(parts[n].second);
  }
  return result;
}

using Bound = std::set<std::string>;

class Walk {
 public:
  explicit Walk(const cin::Program& program) : kernel_(program.split) {
    define(program.body, {});
    visit(program.body, {}, one(), 0);
    work.flops = formula(flops_);
  }
  Work work;

 private:
  struct Made {
    Bound outside;
    const cin::Stmt* producer;
    bool is_copy;  // an operand in another storage order
  };

  void define(const cin::Stmt& stmt, const Bound& bound) {
    match(
        stmt, [](const cin::Assign&) {},
        [&](const cin::Forall& loop) {
          Bound deeper = bound;
          deeper.insert(loop.index);
          define(loop.body[0], deeper);
        },
        [&](const cin::Where& where) {
          made_[where.temporary.tensor] = {bound, &where.producer(), cin::converted_operand(where) != nullptr};
          for (const cin::Stmt& part : where.parts) define(part, bound);
        },
        [&](const cin::Sequence& sequence) {
          for (const cin::Stmt& part : sequence.statements) define(part, bound);
        });
  }

  // The share of the box over `bound` that is asked for.
  Sum share(const Access& access, const Bound& bound) const {
    const TensorDeclaration* tensor = kernel_.find(access.tensor);
    Sum around = one();
    const auto made = made_.find(access.tensor);
    if (made != made_.end()) {
      const Bound& outside = made->second.outside;
      const bool inside = std::includes(bound.begin(), bound.end(), outside.begin(), outside.end());
      if (access.indices.empty() || !inside) return share(*made->second.producer, bound);
      around = share(*made->second.producer, outside);
    }
    if (!tensor || !tensor->format) return around;
    const std::vector<LevelSpec>& levels = tensor->format->levels;
    Monomial cells;
    std::size_t reached = 0;
    bool sparse = false;
    for (; reached < levels.size(); ++reached) {
      const std::string& index = access.indices[static_cast<std::size_t>(levels[reached].mode)];
      if (!bound.count(index)) break;
      sparse = sparse || !is_dense(levels[reached]);
      cells.multiply(index, -1);
    }
    if (!sparse) return around;
    const bool is_workspace = made != made_.end() && !made->second.is_copy;
    const bool whole = reached == levels.size();
    if (whole && !is_workspace)
      cells.multiply("nnz(" + (made == made_.end() ? access.tensor : copied(*made->second.producer)) + ")", 1);
    else
      cells.multiply("#" + access.tensor + (whole ? "" : std::to_string(reached)), 1);
    // A workspace's coordinates are counted in each iteration around it.
    return product(around, {{cells}, !is_workspace});
  }

  // What a conversion stores again.
  static std::string copied(const cin::Stmt& producer) {
    if (const cin::Forall* loop = producer.as<cin::Forall>()) return copied(loop->body[0]);
    return producer.as<cin::Assign>()->rhs.as<Access>()->tensor;
  }

  Sum share(const Expr& expr, const Bound& bound) const {
    return match(
        expr, [&](const Access& access) { return share(access, bound); }, [](const Literal&) { return one(); },
        [&](const Equal& equal) {
          if (equal.negated || !bound.count(equal.left) || !bound.count(equal.right)) return one();
          Sum sum = one();
          sum.terms[0].multiply(equal.right, -1);
          return sum;
        },
        [&](const Reduce& node) { return share(node.body[0], bound); },
        [&](const Apply& node) {
          const Pattern pattern = info(node.op).pattern;
          if (pattern == Pattern::full) return one();
          if (pattern == Pattern::numerator) return share(node.operands[0], bound);
          Sum all = share(node.operands[0], bound);
          for (std::size_t n = 1; n < node.operands.size(); ++n) {
            if (node.operands[n] == node.operands[0]) continue;
            const Sum other = share(node.operands[n], bound);
            all = pattern == Pattern::intersection ? product(all, other) : united(all, other);
          }
          return all;
        });
  }

  Sum share(const cin::Stmt& stmt, const Bound& bound) const {
    return match(
        stmt, [&](const cin::Assign& assign) { return share(assign.rhs, bound); },
        [&](const cin::Forall& loop) { return share(loop.body[0], bound); },
        [&](const cin::Where& where) { return share(where.consumer(), bound); },
        [&](const cin::Sequence& sequence) {
          Sum all = share(sequence.statements.front(), bound);
          for (std::size_t n = 1; n < sequence.statements.size(); ++n) all = united(all, share(sequence.statements[n], bound));
          return all;
        });
  }

  // At most as many as both together; all, where one has all.
  static Sum united(const Sum& a, const Sum& b) {
    const auto is_full = [](const Sum& sum) { return sum.terms.size() == 1 && sum.terms[0].powers.empty(); };
    if (is_full(a)) return a;
    if (is_full(b)) return b;
    Sum all{a.terms, false};
    all.terms.insert(all.terms.end(), b.terms.begin(), b.terms.end());
    return all;
  }

  static Sum over_box(Sum sum, const Bound& bound) {
    for (Monomial& term : sum.terms)
      for (const std::string& index : bound) term.multiply(index, 1);
    return sum;
  }

  // `around`: how often the statement is run.
  void visit(const cin::Stmt& stmt, const Bound& bound, const Sum& around, int depth) {
    match(
        stmt,
        [&](const cin::Assign& assign) {
          const double each = operations(assign.rhs) + (assign.op == AssignOp::set ? 0 : 1);
          if (each == 0) return;
          flops_.exact = flops_.exact && around.exact;
          for (Monomial term : around.terms) {
            term.factor *= each;
            flops_.terms.push_back(std::move(term));
          }
        },
        [&](const cin::Forall& loop) {
          Bound deeper = bound;
          deeper.insert(loop.index);
          const Sum inside = iterations(loop, bound, around);
          work.loops.push_back({loop.index, depth, formula(inside)});
          visit(loop.body[0], deeper, inside, depth + 1);
        },
        [&](const cin::Where& where) {
          if (!cin::converted_operand(where)) visit(where.producer(), bound, around, depth);
          visit(where.consumer(), bound, around, depth);
        },
        [&](const cin::Sequence& sequence) {
          for (const cin::Stmt& part : sequence.statements) visit(part, bound, around, depth);
        });
  }

  // The statement around the loop may ask for fewer prefixes than the loop's own body.
  Sum iterations(const cin::Forall& loop, const Bound& bound, const Sum& around) const {
    const cin::Stmt& body = loop.body[0];
    Bound deeper = bound;
    deeper.insert(loop.index);
    const Sum before = share(body, bound), after = share(body, deeper);
    if (before.terms.size() != 1) return over_box(after, deeper);
    Monomial inverse;
    for (const auto& [symbol, power] : before.terms[0].powers) inverse.multiply(symbol, -power);
    inverse.multiply(loop.index, 1);
    return product(around, product({{inverse}, true}, after));
  }

  const Kernel& kernel_;
  std::map<std::string, Made> made_;
  Sum flops_{{}, true};
};

}  // namespace

double operations(const Expr& expr) {
  const Apply* node = expr.as<Apply>();
  double count = node ? 1 : 0;
  if (node)
    for (const Expr& operand : node->operands) count += operations(operand);
  return count;
}

Work work_of(const cin::Program& program) { return Walk(program).work; }

}  // namespace scorchc::schedule
