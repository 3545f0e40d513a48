// Verifies the names and the expressions of a function: a part of loop::verify (ir/loop.h).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ir/loop.h"

namespace scorchc::loop {

inline std::string quote(std::string_view text) { return "`" + std::string(text) + "`"; }

const FieldDeclaration* find_field(const Struct& structure, std::string_view field);

/// The meaning of a name inside a function.
struct Entity {
  enum class Kind { object, array, variable, tuples, table } kind = Kind::variable;
  Type type = Type::i64;              // of the variable, the array's elements, or the tuples' values
  bool is_mutable = false;            // the object, array or variable may be written
  const Struct* structure = nullptr;  // of an object
  std::size_t columns = 0;            // of tuples and tables
  const Table* table = nullptr;       // of a table
};

/// Checks names in their scopes, and expressions over them. Keeps the first problem.
class ExpressionVerifier {
 protected:
  explicit ExpressionVerifier(const Function& function) : function_(function) {}

  void problem(std::string text) {
    if (!problem_.empty()) return;
    problem_ = std::move(text);
    wrong_ = current_;
  }
  void require(bool holds, std::string_view text) {
    if (!holds) problem(std::string(text));
  }

  /// The entity of that name in any open scope; null if there is none.
  const Entity* find(std::string_view wanted) const;
  /// Adds a name to the innermost scope. A name that shadows another one is a problem, because compilers warn of it.
  void declare(const std::string& name, Entity entity);
  /// The entity of that name; null, and a problem, if it does not exist or is of another kind.
  const Entity* use(const std::string& name, Entity::Kind kind, std::string_view what);
  const FieldDeclaration* use_field(const std::string& object, const std::string& field, bool is_array);
  void check_written(const std::string& object);
  void check_element(const FieldDeclaration* field, int element);

  // type_of() may be called only on expressions that were checked: an ill-formed expression has no type.
  void check(const Expr& expr);
  void check_integer(const Expr& expr);
  void check_boolean(const Expr& expr);
  const Entity* check_array(const std::string& array, Type element);
  const Entity* check_written_array(const std::string& array, Type element);
  /// Checks a value that is stored where type `wanted` is expected: it has that type, or both are integer types.
  void check_value(const Expr& value, Type wanted);

  const Function& function_;
  std::vector<std::map<std::string, Entity, std::less<>>> scopes_;
  std::string problem_;
  const Stmt::Node* current_ = nullptr;  // the innermost statement that is being checked
  const Stmt::Node* wrong_ = nullptr;    // the statement with the problem

 private:
  void check_binary(const Binary& node);
  void check_compute(const Compute& node);
  std::string status_variable() const;
};

}  // namespace scorchc::loop
