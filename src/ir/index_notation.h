// Defines index notation: statements such as C(i,k) = A(i,j) * B(j,k). `front` parses them as written, and then makes
// every sum explicit: C(i,k) = sum(j, A(i,j) * B(j,k)).
//
// Expr is an immutable, shared handle; copies are cheap. Spans are ignored by ==. A new kind of node is a struct and an
// alternative of Expr::Node; every match over Expr then fails to compile until it has an arm for it.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "ir/operators.h"
#include "support/match.h"
#include "support/source.h"

namespace scorchc {

class Expr;

/// A component of a tensor: `A(i,j)`. A tensor of order 0 (a scalar) has no indices.
struct Access {
  std::string tensor;
  std::vector<std::string> indices;
  bool operator==(const Access&) const = default;
};

/// A number. Literals are weakly typed: an integral one takes any type; one with a point or an exponent turns an
/// integer expression into f64.
struct Literal {
  double value = 0;
  std::int64_t integer = 0;  // the exact value of an integral literal; `value` holds it, too
  bool integral = true;
  bool fits_i64 = true;  // false for an integral literal beyond 64 bits: `integer` is unset, and only floating-point
                         // arithmetic can use it
  bool stored = true;    // false for the 0 of an unstored operand (lower/substitute), and inside an expression that
                         // is_constant_elsewhere
  bool operator==(const Literal&) const = default;
};

/// An operator applied to its operands.
struct Apply {
  Operator op;
  std::vector<Expr> operands;
  // True if the node is, or is a part of, an expression that constant folding shows to be 0 where no operand is stored:
  // pow(A, 2), exp(A) - 1 (infer/zeros). The node is stored where an operand is; elsewhere its value is a constant.
  // Literals in it count as unstored.
  bool is_constant_elsewhere = false;
  bool operator==(const Apply&) const = default;
};

/// `sum(j, e)`: a reduction of e over one or more indices.
struct Reduce {
  ReduceOp op = ReduceOp::sum;
  std::vector<std::string> indices;
  std::vector<Expr> body;  // exactly one; a vector because Expr is incomplete here
  bool operator==(const Reduce&) const = default;
};

/// 1 where two index variables are equal (if `negated`, where they differ), unstored elsewhere. A diagonal `A(i,i)`
/// over sparse levels becomes sum(i2, equal(i, i2) * A(i,i2)). Created by the scheduler; it has no user syntax.
struct Equal {
  std::string left, right;
  bool negated = false;
  bool operator==(const Equal&) const = default;
};

/// An expression: a handle to one of the structs above, with its location in the user's text.
class Expr {
 public:
  using Node = std::variant<Access, Literal, Apply, Reduce, Equal>;

  template <class T>
    requires(!std::same_as<std::remove_cvref_t<T>, Expr> && std::constructible_from<Node, T>)
  Expr(T&& node, Span span = {}) : body_(std::make_shared<const Body>(Body{Node(std::forward<T>(node)), span})) {}

  const Node& node() const { return body_->node; }
  Span span() const { return body_->span; }
  template <class T>
  const T* as() const {
    return std::get_if<T>(&body_->node);
  }
  /// True if both are handles to the same node: after a rewrite, "unchanged".
  bool same_as(const Expr& other) const { return body_ == other.body_; }
  bool operator==(const Expr& other) const { return same_as(other) || node() == other.node(); }

 private:
  struct Body {
    Node node;
    Span span;
  };
  std::shared_ptr<const Body> body_;
};

inline Expr apply(Operator op, std::vector<Expr> operands, Span span = {}) {
  return Expr(Apply{op, std::move(operands)}, span);
}
/// `node` with other operands.
inline Expr rebuilt(const Apply& node, std::vector<Expr> operands, Span span = {}) {
  return Expr(Apply{node.op, std::move(operands), node.is_constant_elsewhere}, span);
}
inline Expr reduce(ReduceOp op, std::vector<std::string> indices, Expr body, Span span = {}) {
  return Expr(Reduce{op, std::move(indices), {std::move(body)}}, span);
}
inline Expr literal(std::int64_t value) { return Expr(Literal{static_cast<double>(value), value, true}); }

/// How a node combines the sparsity patterns of its operands.
Pattern pattern_of(const Apply& node);
/// True if the expression is unstored everywhere: it consists of literals that count as unstored.
bool is_unstored(const Expr& expr);
/// The operands that are not unstored everywhere; all operands if there are none.
std::vector<Expr> storing_operands(const Apply& node);

/// `=` overwrites the result; the other operators combine with its old value.
enum class AssignOp { set, add, min, max };
std::string_view name(AssignOp op);  // "=", "+=", "min=", "max="

/// An assignment in index notation.
struct Statement {
  Access lhs;
  AssignOp op = AssignOp::set;
  Expr rhs;
  SourcePtr source;  // the text that contains it; the spans of `rhs` refer to it
  Span lhs_span;
};

/// The canonical text; parsing it gives an equal value. Numbers are printed with the fewest digits, independently of
/// the locale.
std::string print(const Expr& expr);
std::string print(const Access& access);
std::string print(const Statement& statement);

/// Applies `rule` to every node, bottom-up. The rule returns its argument for "unchanged".
Expr rewrite(const Expr& expr, const std::function<Expr(const Expr&)>& rule);

/// All accesses, left to right, with repetitions.
std::vector<Access> accesses(const Expr& expr);
/// The same as pointers into `expr`, which must outlive them.
std::vector<const Access*> accesses_in(const Expr& expr);
/// Index variables that occur free in `expr` (not bound by a Reduce inside it), in order of first occurrence.
std::vector<std::string> free_indices(const Expr& expr);

}  // namespace scorchc
