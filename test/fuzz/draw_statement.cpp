// Draws a statement by a random walk through the grammar. It avoids what the language forbids: a tensor with two
// orders, a reduced index outside its reduction, a sparse denominator.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "program.h"

namespace scorchc::fuzz {
namespace {

/// Precedence of an expression's outermost operator, which decides about parentheses.
enum class Binding { sum, product, sign, atom };

struct Text {
  std::string text;
  Binding binding = Binding::atom;
};

std::string access_text(const std::string& tensor, const Strings& indices) {
  std::string list;
  for (const std::string& index : indices) list += (list.empty() ? "" : ",") + index;
  return indices.empty() ? tensor : tensor + "(" + list + ")";
}

std::string within(const Text& text, Binding at_least) {
  return text.binding < at_least ? "(" + text.text + ")" : text.text;
}

// Requirements for a statement that is not the last one.
struct Wanted {
  std::string result = "R";
  std::optional<std::size_t> order = {};
  char letter = 'A';  // name of its first operand
  std::vector<std::pair<std::string, std::size_t>> others =
      {};  // operands of another statement that it may use, with their orders
};

class StatementMaker {
 public:
  StatementMaker(Draw& draw, Wanted wanted) : draw_(draw), wanted_(std::move(wanted)) {}

  /// Draws a statement. False if it has no operand, or has an index that no access uses: then draw again.
  bool make() {
    static const Strings operators = {"=", "+=", "min=", "max="};
    static const Strings names = {"i", "j", "k", "l", "m"};
    statement_.op = wanted_.order ? "=" : operators[draw_.weighted({80, 10, 5, 5})];
    Strings free = names;
    if (draw_.chance(25)) draw_.shuffle(free);
    const std::size_t order = wanted_.order ? *wanted_.order : draw_.weighted({12, 28, 34, 16, 7, 3});
    statement_.result.assign(free.begin(), free.begin() + static_cast<std::ptrdiff_t>(order));
    // Some summed indices, but few enough indices in total that the dense interpreter is fast.
    const std::size_t sums = std::min(draw_.weighted({25, 40, 25, 10}), free.size() - order);
    scope_.assign(free.begin(), free.begin() + static_cast<std::ptrdiff_t>(order + sums));
    Strings left = statement_.result;
    if (left.size() > 1 && draw_.chance(3)) left[left.size() - 1] = left[0];

    const std::size_t operands = 1 + draw_.weighted({10, 30, 28, 16, 10, 6});
    const Text body = expression(operands, 3);
    statement_.text = access_text(wanted_.result, left) + " " + statement_.op + " " + body.text;
    statement_.result = left;
    return is_complete();
  }
  Statement take() { return std::move(statement_); }

 private:
  bool is_complete() {
    if (statement_.operands.empty()) return false;
    const auto is_used = [&](const std::string& index) { return used_.contains(index); };
    // A result index that no operand has is legal, with a warning, so it is drawn rarely. A temporary would lack the
    // extent.
    if (!std::all_of(statement_.result.begin(), statement_.result.end(), is_used) &&
        (wanted_.order || !draw_.chance(5)))
      return false;
    used_.insert(statement_.result.begin(), statement_.result.end());
    statement_.indices.assign(used_.begin(), used_.end());
    return true;
  }

  /// Up to `order` indices in scope.
  Strings draw_indices(std::size_t order) {
    Strings indices;
    if (order > scope_.size()) order = scope_.size();
    // Usually in the order of the scope, so that one loop order is concordant with most operands.
    for (std::size_t n = 0; n < scope_.size(); ++n) {
      const std::size_t wanted = order - indices.size(), left = scope_.size() - n;
      if (draw_.below(left) < wanted) indices.push_back(scope_[n]);
    }
    if (draw_.chance(12)) draw_.shuffle(indices);
    if (indices.size() > 1 && draw_.chance(5)) indices[indices.size() - 1] = indices[0];
    return indices;
  }

  Text use(const std::string& tensor, const Strings& indices) {
    used_.insert(indices.begin(), indices.end());
    return {access_text(tensor, indices), Binding::atom};
  }

  Text new_operand(std::size_t order) {
    const std::string tensor(1, static_cast<char>(wanted_.letter + static_cast<char>(statement_.operands.size())));
    const Strings indices = draw_indices(order);
    statement_.operands.emplace_back(tensor, indices.size());
    seen_.emplace_back(tensor, indices);
    return use(tensor, indices);
  }

  bool in_scope(const Strings& indices) const {
    return std::all_of(indices.begin(), indices.end(), [&](const std::string& index) {
      return std::find(scope_.begin(), scope_.end(), index) != scope_.end();
    });
  }

  Text leaf() {
    if (draw_.chance(5)) return number();
    if (!seen_.empty() && draw_.chance(10)) {
      const auto& [tensor, indices] = draw_.pick(seen_);
      if (draw_.chance(60) && in_scope(indices)) return use(tensor, indices);
      const Strings others = draw_indices(indices.size());
      if (others.size() == indices.size()) return use(tensor, others);
    }
    if (!wanted_.order && draw_.chance(2) && in_scope(statement_.result)) return use("R", statement_.result);
    if (!wanted_.others.empty() && draw_.chance(25)) {
      const auto& [tensor, order] = draw_.pick(wanted_.others);
      const Strings indices = draw_indices(order);
      if (indices.size() == order) return use(tensor, indices);
    }
    return new_operand(draw_.weighted({5, 22, 40, 20, 8, 5}));
  }

  Text number() {
    if (!draw_.chance(10)) return {std::to_string(draw_.weighted({1, 5, 6, 3})), Binding::atom};
    statement_.fractions = true;
    return {draw_.chance(50) ? "0.5" : "0.25", Binding::atom};
  }

  /// An expression with this many leaves.
  Text expression(std::size_t operands, std::size_t depth) {
    if (depth > 0 && draw_.chance(8)) return reduction(operands, depth - 1);
    if (depth > 0 && draw_.chance(7)) return call(operands, depth - 1);
    if (draw_.chance(4)) return {"-" + within(expression(operands, depth), Binding::sign), Binding::sign};
    if (operands == 1) return draw_.chance(92) ? leaf() : with_number();
    const std::size_t left = 1 + draw_.below(operands - 1);
    switch (draw_.weighted({48, 30, 13, 4, 5})) {
      case 0:
        return binary("*", Binding::product, left, operands - left, depth);
      case 1:
        return binary("+", Binding::sum, left, operands - left, depth);
      case 2:
        return binary("-", Binding::sum, left, operands - left, depth);
      case 3: {
        const std::string a = expression(left, depth).text, b = expression(operands - left, depth).text;
        return {(draw_.chance(50) ? "min(" : "max(") + a + ", " + b + ")", Binding::atom};
      }
      default:
        return quotient(operands - 1, depth);
    }
  }

  Text binary(const std::string& op, Binding binding, std::size_t left, std::size_t right, std::size_t depth) {
    const Text a = expression(left, depth), b = expression(right, depth);
    // Operators associate to the left. Superfluous parentheses are valid.
    const Binding tighter = binding == Binding::sum ? Binding::product : Binding::sign;
    return {within(a, binding) + " " + op + " " + within(b, tighter), binding};
  }

  Text with_number() {
    const Text a = leaf();
    switch (draw_.weighted({40, 30, 30})) {
      case 0:
        return {number().text + " * " + within(a, Binding::sign), Binding::product};
      case 1:
        return {within(a, Binding::sum) + " + " + number().text, Binding::sum};
      default:
        return {within(a, Binding::product) + " / " + (draw_.chance(50) ? "2" : "4"), Binding::product};
    }
  }

  Text quotient(std::size_t operands, std::size_t depth) {
    // The denominator uses only indices of the numerator: any other index would be summed, perhaps to 0.
    const std::set<std::string> others = std::exchange(used_, {});
    const Text a = expression(operands, depth);
    Strings shared;
    for (const std::string& index : scope_)
      if (used_.contains(index)) shared.push_back(index);
    used_.insert(others.begin(), others.end());
    const Strings scope = std::exchange(scope_, shared);
    const Text b = new_operand(draw_.weighted({20, 45, 35}));
    scope_ = scope;
    statement_.denominators.push_back(statement_.operands.back().first);
    // Later accesses may use the denominator as an ordinary operand. It stays dense, so that is valid.
    return {within(a, Binding::product) + " / " + b.text, Binding::product};
  }

  Text call(std::size_t operands, std::size_t depth) {
    static const Strings functions = {"relu", "abs", "floor"};
    const std::size_t which = draw_.weighted({50, 42, 8});
    statement_.fractions = statement_.fractions || which == 2;
    return {functions[which] + "(" + expression(operands, depth).text + ")", Binding::atom};
  }

  /// An explicit reduction. The name of its index follows from the nesting depth, so that siblings share names.
  Text reduction(std::size_t operands, std::size_t depth) {
    static const Strings reductions = {"sum", "min", "max"}, names = {"p", "q", "r"};
    const std::string& index = names[nesting_];
    const bool beside_another = used_.erase(index) > 0;
    ++nesting_;
    scope_.insert(draw_.chance(50) ? scope_.end() : scope_.begin(), index);
    const Text body = expression(operands, depth);
    scope_.erase(std::find(scope_.begin(), scope_.end(), index));
    --nesting_;
    const bool is_used = used_.contains(index);
    if (beside_another) used_.insert(index);
    if (!is_used) return body;
    return {reductions[draw_.weighted({50, 25, 25})] + "(" + index + ", " + body.text + ")", Binding::atom};
  }

  Draw& draw_;
  const Wanted wanted_;
  Statement statement_;
  Strings scope_;  // the indices that an access may use here
  std::set<std::string> used_;
  std::vector<std::pair<std::string, Strings>> seen_;
  std::size_t nesting_ = 0;
};

}  // namespace

Statement draw_statement(Draw& draw) {
  while (true) {
    StatementMaker maker(draw, {});
    if (maker.make()) return maker.take();
  }
}

Statement draw_definition(Draw& draw, const std::string& tensor, std::size_t order, char letter,
                          const Statement& other) {
  Wanted wanted{tensor, order, letter};
  for (const auto& operand : other.operands)
    if (operand.first != tensor) wanted.others.push_back(operand);
  while (true) {
    StatementMaker maker(draw, wanted);
    if (maker.make()) return maker.take();
  }
}

}  // namespace scorchc::fuzz
