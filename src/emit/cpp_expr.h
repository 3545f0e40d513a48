// Prints expressions of loop IR as C++.
#pragma once

#include <map>
#include <set>
#include <string>

#include "embed/shared_blocks.h"
#include "ir/loop.h"

namespace scorchc::emit {

/// Precedence of a text's outermost operator, from loose to tight.
enum class Binding { select, logical_or, logical_and, equality, relation, sum, product, unary, primary };

struct ExprText {
  std::string text;
  Binding binding = Binding::primary;
};

/// The text, in parentheses if it binds looser than `least`.
std::string parenthesized(const ExprText& inner, Binding least);
/// `left op right`.
ExprText infix(std::string_view op, Binding binding, const ExprText& left, const ExprText& right);

class ExprEmitter {
 public:
  /// `status_variable` names the variable that records a division by zero; it may be empty.
  ExprEmitter(SharedBlocks& shared, std::string status_variable)
      : shared_(shared), status_variable_(std::move(status_variable)) {}

  std::string text(const loop::Expr& expr) { return emit(expr).text; }
  ExprText bound_text(const loop::Expr& expr) { return emit(expr); }
  /// For contexts in which C++ widens an int32_t to an int64_t implicitly: the cast is omitted.
  std::string widened(const loop::Expr& expr);
  /// The same as the right operand of a comparison, such as the end of a loop.
  std::string bound(const loop::Expr& expr);
  /// A pointer to the element of the array at `index`.
  std::string first_of(const std::string& array, const loop::Expr& index);
  /// A value to be stored as `type`: an i64 is narrowed by a cast.
  std::string value_for(loop::Type type, const loop::Expr& expr);
  /// The new value of a place that holds `old`, as a complete expression.
  std::string updated(loop::Type type, loop::Update update, const loop::Expr& old, const loop::Expr& value);

  /// Sets the flags that are masks, -1 or 0, in what follows: selects on them are branch-free.
  void read_as_masks(std::set<std::string> flags) { masks_ = std::move(flags); }

  /// Prints `text` instead of the variable's name from now on; `call_as_named` ends this for all variables.
  void call(const std::string& variable, ExprText text) { called_[variable] = std::move(text); }
  void call_as_named() { called_.clear(); }

 private:
  ExprText emit(const loop::Expr& expr);
  ExprText emit(const loop::Number& node);
  ExprText emit(const loop::Binary& node);
  ExprText emit(const loop::Not& node);
  ExprText emit(const loop::Select& node);
  ExprText emit(const loop::Compute& node);
  ExprText emit(const loop::Cast& node);
  enum class Sense { plain, negated };
  ExprText comparison(const loop::Binary& node, Sense sense);
  ExprText index_arithmetic(std::string_view op, Binding binding, const loop::Binary& node);
  ExprText call(const std::string& function, const std::vector<loop::Expr>& operands);
  std::string operand(const loop::Expr& expr, Binding least);

  SharedBlocks& shared_;
  std::string status_variable_;
  std::set<std::string> masks_ = {};
  std::map<std::string, ExprText> called_ = {};
};

}  // namespace scorchc::emit
