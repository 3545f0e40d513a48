// Expressions of loop IR in C++.
#pragma once

#include <map>
#include <set>
#include <string>

#include "emit/cpp_shared.h"
#include "ir/loop.h"

namespace scorchc::emit {

/// How tight the outermost operator of a text binds, from loose to tight.
enum class Binding { select, logical_or, logical_and, equality, relation, sum, product, unary, primary };

struct ExprText {
  std::string text;
  Binding binding = Binding::primary;
};

/// In parentheses if it binds looser than `least`.
std::string parenthesized(const ExprText& inner, Binding least);
/// `left op right`.
ExprText infix(std::string_view op, Binding binding, const ExprText& left, const ExprText& right);

class ExprEmitter {
 public:
  /// `status_variable` is the variable in which a division by zero is marked, or empty.
  ExprEmitter(SharedBlocks& shared, std::string status_variable)
      : shared_(shared), status_variable_(std::move(status_variable)) {}

  std::string text(const loop::Expr& expr) { return emit(expr).text; }
  ExprText bound_text(const loop::Expr& expr) { return emit(expr); }
  /// Where C++ widens an int32_t to an int64_t by itself: the cast is left away.
  std::string widened(const loop::Expr& expr);
  /// The same on the right of a comparison: the end of a loop.
  std::string bound(const loop::Expr& expr);
  /// A pointer to the element of the array that stands there.
  std::string first_of(const std::string& array, const loop::Expr& index);
  /// A value for a place of type `type`: an i64 is narrowed with a cast.
  std::string value_for(loop::Type type, const loop::Expr& expr);
  /// The new value of a place that holds `old` (an expression on its own).
  std::string updated(loop::Type type, loop::Update update, const loop::Expr& old, const loop::Expr& value);

  /// Flags that are masks there, -1 or 0: what they decide has no branch.
  void read_as_masks(std::set<std::string> flags) { masks_ = std::move(flags); }

  /// Another text than the name is what stands for the variable from now on; `call_as_named` ends that for all of them.
  void call(const std::string& variable, ExprText text) { called_[variable] = std::move(text); }
  void call_as_named() { called_.clear(); }

  /// How many divisions that may mark a division by zero there have been.
  int divisions() const { return divisions_; }

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
  int divisions_ = 0;
};

/// Without casts that C++ makes by itself.
const loop::Expr& without_widening(const loop::Expr& expr);

}  // namespace scorchc::emit
