// Prints, rewrites and queries index notation.
#include "ir/index_notation.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace scorchc {
namespace {

constexpr int unary_precedence = 3;
constexpr int primary_precedence = 4;

int precedence(const Expr& expr) {
  if (const Apply* apply = expr.as<Apply>(); apply != nullptr && info(apply->op).infix)
    return info(apply->op).precedence;
  if (const Literal* number = expr.as<Literal>(); number != nullptr && number->value < 0) return unary_precedence;
  return primary_precedence;
}

template <class Number>
std::string shortest(Number value) {
  std::array<char, 40> buffer;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return std::string(buffer.data(), result.ptr);
}

/// All digits, so that the number is parsed as integral again.
std::string digits(double integral) {
  std::array<char, 320> buffer;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), integral, std::chars_format::fixed);
  return std::string(buffer.data(), result.ptr);
}

std::string print_literal(const Literal& number) {
  if (number.integral) return number.fits_i64 ? shortest(number.integer) : digits(number.value);
  std::string text = shortest(number.value);
  // A floating-point literal with an integral value must be parsed as floating-point again.
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

std::string join(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += separator;
    text += words[i];
  }
  return text;
}

void append(std::string& out, const Expr& expr);

/// Appends an operand, in parentheses only if the left-associative parser would otherwise build another tree.
void append_operand(std::string& out, const Expr& expr, int least_precedence) {
  const bool parentheses = precedence(expr) < least_precedence;
  if (parentheses) out += '(';
  append(out, expr);
  if (parentheses) out += ')';
}

void append_apply(std::string& out, const Apply& apply) {
  const OperatorInfo& op = info(apply.op);
  if (op.infix && op.arity == 1) {
    out += op.name;
    append_operand(out, apply.operands[0], op.precedence);
  } else if (op.infix) {
    append_operand(out, apply.operands[0], op.precedence);
    out += ' ';
    out += op.name;
    out += ' ';
    append_operand(out, apply.operands[1], op.precedence + 1);
  } else {
    out += op.name;
    out += '(';
    for (std::size_t i = 0; i < apply.operands.size(); ++i) {
      if (i > 0) out += ", ";
      append(out, apply.operands[i]);
    }
    out += ')';
  }
}

void append(std::string& out, const Expr& expr) {
  match(
      expr, [&](const Access& access) { out += print(access); },
      [&](const Literal& number) { out += print_literal(number); },
      [&](const Apply& apply) { append_apply(out, apply); },
      [&](const Reduce& reduce) {
        out += name(reduce.op);
        out += '(';
        for (const std::string& index : reduce.indices) out += index + ", ";
        append(out, reduce.body[0]);
        out += ')';
      },
      [&](const Equal& equal) {
        out += (equal.negated ? "differ(" : "equal(") + equal.left + ", " + equal.right + ")";
      });
}

void collect_accesses(std::vector<const Access*>& out, const Expr& expr) {
  match(
      expr, [&](const Access& access) { out.push_back(&access); }, [](const Literal&) {},
      [&](const Apply& apply) {
        for (const Expr& operand : apply.operands) collect_accesses(out, operand);
      },
      [&](const Reduce& reduce) { collect_accesses(out, reduce.body[0]); }, [](const Equal&) {});
}

/// Collects free indices. A statement has few indices, so lists are used instead of sets.
class FreeIndices {
 public:
  std::vector<std::string> found;

  void visit(const Expr& expr) {
    match(
        expr,
        [&](const Access& access) {
          for (const std::string& index : access.indices) add(index);
        },
        [](const Literal&) {},
        [&](const Apply& apply) {
          for (const Expr& operand : apply.operands) visit(operand);
        },
        [&](const Reduce& reduce) {
          bound_.insert(bound_.end(), reduce.indices.begin(), reduce.indices.end());
          visit(reduce.body[0]);
          bound_.resize(bound_.size() - reduce.indices.size());
        },
        [&](const Equal& equal) {
          add(equal.left);
          add(equal.right);
        });
  }

 private:
  std::vector<std::string> bound_;

  void add(const std::string& index) {
    if (std::find(bound_.begin(), bound_.end(), index) != bound_.end()) return;
    if (std::find(found.begin(), found.end(), index) == found.end()) found.push_back(index);
  }
};

}  // namespace

std::string_view name(AssignOp op) {
  constexpr std::array<std::string_view, 4> names{"=", "+=", "min=", "max="};
  return names.at(static_cast<std::size_t>(op));
}

std::string print(const Access& access) {
  if (access.indices.empty()) return access.tensor;
  return access.tensor + "(" + join(access.indices, ",") + ")";
}

std::string print(const Expr& expr) {
  std::string out;
  append(out, expr);
  return out;
}

std::string print(const Statement& statement) {
  return print(statement.lhs) + " " + std::string(name(statement.op)) + " " + print(statement.rhs);
}

Expr rewrite(const Expr& expr, const std::function<Expr(const Expr&)>& rule) {
  // Operands are copied only if one of them changes.
  const auto rewrite_all = [&](const std::vector<Expr>& operands, std::vector<Expr>& out) {
    for (auto operand = operands.begin(); operand != operands.end(); ++operand) {
      Expr rewritten = rewrite(*operand, rule);
      if (out.empty()) {
        if (rewritten.same_as(*operand)) continue;
        out.reserve(operands.size());
        out.assign(operands.begin(), operand);
      }
      out.push_back(std::move(rewritten));
    }
    return !out.empty();
  };
  if (const Apply* apply = expr.as<Apply>()) {
    std::vector<Expr> operands;
    if (rewrite_all(apply->operands, operands)) return rule(rebuilt(*apply, std::move(operands), expr.span()));
  } else if (const Reduce* reduce = expr.as<Reduce>()) {
    std::vector<Expr> body;
    if (rewrite_all(reduce->body, body))
      return rule(Expr(Reduce{reduce->op, reduce->indices, std::move(body)}, expr.span()));
  }
  return rule(expr);
}

std::vector<Access> accesses(const Expr& expr) {
  std::vector<Access> out;
  const std::vector<const Access*> found = accesses_in(expr);
  out.reserve(found.size());
  for (const Access* access : found) out.push_back(*access);
  return out;
}

std::vector<const Access*> accesses_in(const Expr& expr) {
  std::vector<const Access*> out;
  out.reserve(8);  // most statements have fewer
  collect_accesses(out, expr);
  return out;
}

std::vector<std::string> free_indices(const Expr& expr) {
  FreeIndices indices;
  indices.visit(expr);
  return std::move(indices.found);
}

Pattern pattern_of(const Apply& node) { return node.is_constant_elsewhere ? Pattern::union_ : info(node.op).pattern; }

bool is_unstored(const Expr& expr) {
  if (const Literal* number = expr.as<Literal>()) return !number->stored;
  const Apply* node = expr.as<Apply>();
  return node && pattern_of(*node) != Pattern::full &&
         std::all_of(node->operands.rbegin(), node->operands.rend(), is_unstored);  // long chains are deep on the left
}

std::vector<Expr> storing_operands(const Apply& node) {
  std::vector<Expr> found;
  for (const Expr& operand : node.operands)
    if (!is_unstored(operand)) found.push_back(operand);
  return found.empty() ? node.operands : found;
}

}  // namespace scorchc
