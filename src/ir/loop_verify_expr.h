// What loop::verify (ir/loop.h) asks of the names and the expressions of a function.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ir/loop.h"

namespace scorchc::loop {

inline std::string quote(std::string_view text) { return "`" + std::string(text) + "`"; }

const FieldDeclaration* find_field(const Struct& structure, std::string_view field);

/// What a name stands for inside a function.
struct Entity {
  enum class Kind { object, array, variable, tuples, table } kind = Kind::variable;
  Type type = Type::i64;    // of a variable, of an array's elements, of the values of tuples
  bool is_mutable = false;  // an object, array or variable that may be written
  const Struct* structure = nullptr;
  std::size_t columns = 0;  // of tuples
  const Table* table = nullptr;
};

/// Names in their scopes, and expressions over them. The first problem is kept.
class ExpressionVerifier {
 protected:
  explicit ExpressionVerifier(const Function& function) : function_(function) {}

  void problem(std::string text) {
    if (problem_.empty()) problem_ = std::move(text);
  }
  void require(bool holds, std::string_view text) {
    if (!holds) problem(std::string(text));
  }

  const Entity* find(std::string_view wanted) const;
  /// Shadowing is refused too: compilers warn of it.
  void declare(const std::string& name, Entity entity);
  const Entity* use(const std::string& name, Entity::Kind kind, std::string_view what);
  const FieldDeclaration* use_field(const std::string& object, const std::string& field, bool is_array);
  void check_written(const std::string& object);
  void check_element(const FieldDeclaration* field, int element);

  // The type of an expression is asked for only after it was checked: an ill-formed one has none.
  void check(const Expr& expr);
  void check_integer(const Expr& expr);
  void check_boolean(const Expr& expr);
  const Entity* check_array(const std::string& array, Type element);
  const Entity* check_written_array(const std::string& array, Type element);
  /// A value goes where `wanted` is: of that type, or an i64 that is narrowed into an i32.
  void check_value(const Expr& value, Type wanted);

  const Function& function_;
  std::vector<std::map<std::string, Entity, std::less<>>> scopes_;
  std::string problem_;

 private:
  void check_binary(const Binary& node);
  void check_compute(const Compute& node);
  std::string status_variable() const;
};

}  // namespace scorchc::loop
