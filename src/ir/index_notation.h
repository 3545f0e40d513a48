// Index notation: the expression as the user wrote it, and, after the front's last step, with every sum explicit.
//
// Expr is an immutable handle: copying it is cheap, nodes are shared and never change. Spans take no part in
// equality. A new node kind is a struct and an entry of Expr::Node; every match over Expr then asks for an arm.
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

/// A component of a tensor: `A(i,j)`; an order-0 tensor has no indices.
struct Access {
  std::string tensor;
  std::vector<std::string> indices;
  bool operator==(const Access&) const = default;
};

/// A number. An integral literal is exact in `integer`; both hold its value. Literals are weakly typed: an integral
/// one takes any type, one with a point or an exponent makes an integer expression f64.
struct Literal {
  double value = 0;
  std::int64_t integer = 0;
  bool integral = true;
  bool stored = true;  // false: the 0 of an operand that is not stored here (lower/substitute), or part of what is
                       // constant elsewhere
  bool operator==(const Literal&) const = default;
};

struct Apply {
  Operator op;
  std::vector<Expr> operands;
  // Stored where an operand is, and elsewhere a constant that the expression around it makes a 0 of: pow(A, 2), and
  // exp(A) in exp(A) - 1 (infer/zeros). Its numbers count as unstored.
  bool is_constant_elsewhere = false;
  bool operator==(const Apply&) const = default;
};

/// `sum(j, e)`; several indices are one reduction over all of them.
struct Reduce {
  ReduceOp op = ReduceOp::sum;
  std::vector<std::string> indices;
  std::vector<Expr> body;  // exactly one; a vector because Expr is incomplete here
  bool operator==(const Reduce&) const = default;
};

/// 1 where two index variables are equal (or, negated, differ), unstored elsewhere: a diagonal `A(i,i)` over sparse
/// levels is sum(i2, equal(i, i2) * A(i,i2)). Made by concretize, never written by users.
struct Equal {
  std::string left, right;
  bool negated = false;
  bool operator==(const Equal&) const = default;
};

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
  /// The very same node: "unchanged" after a rewrite.
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
/// The same over other operands.
inline Expr rebuilt(const Apply& node, std::vector<Expr> operands, Span span = {}) {
  return Expr(Apply{node.op, std::move(operands), node.is_constant_elsewhere}, span);
}
inline Expr reduce(ReduceOp op, std::vector<std::string> indices, Expr body, Span span = {}) {
  return Expr(Reduce{op, std::move(indices), {std::move(body)}}, span);
}
inline Expr literal(std::int64_t value) { return Expr(Literal{static_cast<double>(value), value, true}); }

/// How a node combines what its operands store.
Pattern pattern_of(const Apply& node);
/// Whether nothing in it is stored: numbers that count as unstored, and what is made of them.
bool is_unstored(const Expr& expr);
/// The operands that may store something.
std::vector<Expr> storing_operands(const Apply& node);

/// `=` is a plain assignment; the others combine with what the result holds.
enum class AssignOp { set, add, min, max };
std::string_view name(AssignOp op);  // "=", "+=", "min=", "max="

struct Statement {
  Access lhs;
  AssignOp op = AssignOp::set;
  Expr rhs;
  SourcePtr source;  // where it was written; the spans of `rhs` are of this text
  Span lhs_span;
};

/// Canonical text; parse(print(x)) == x. Numbers are printed shortest and locale-free.
std::string print(const Expr& expr);
std::string print(const Access& access);
std::string print(const Statement& statement);

/// Applies `rule` to every node bottom-up; the rule returns its argument for "unchanged".
Expr rewrite(const Expr& expr, const std::function<Expr(const Expr&)>& rule);

/// Every access, left to right, repeated ones too.
std::vector<Access> accesses(const Expr& expr);
/// The same where they stand: `expr` has to live as long.
std::vector<const Access*> accesses_in(const Expr& expr);
/// Index variables that occur free in `expr` (not bound by a Reduce inside it), in order of first occurrence.
std::vector<std::string> free_indices(const Expr& expr);

}  // namespace scorchc
