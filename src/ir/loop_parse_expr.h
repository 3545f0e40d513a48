// Parses expressions of the text form of loop IR. A part of ir/loop_parse.h.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/loop.h"
#include "ir/loop_lexer.h"

namespace scorchc::loop {

/// The meaning of a name: the text form has the types of declarations only.
struct Symbol {
  enum class Kind { object, array, variable, tuples, table } kind = Kind::variable;
  Type type = Type::i64;                          // of the variable or of the array's elements
  const Struct* structure = nullptr;              // of an object
  std::vector<std::string> columns = {};          // of tuples
  std::vector<Table::Column> table_columns = {};  // of a table
};

/// The names in scope, innermost scope last.
class SymbolTable {
 public:
  void open() { scopes_.emplace_back(); }
  void close() { scopes_.pop_back(); }
  void declare(const std::string& name, Symbol symbol) { scopes_.back().insert_or_assign(name, std::move(symbol)); }
  void declare_variable(const std::string& name, Type type) { declare(name, {Symbol::Kind::variable, type}); }
  void declare_array(const std::string& name, Type element) { declare(name, {Symbol::Kind::array, element}); }
  const Symbol* find(std::string_view name) const;

 private:
  std::vector<std::map<std::string, Symbol, std::less<>>> scopes_;
};

std::optional<Type> find_type(std::string_view word);

/// Reads from a line. What is not an expression throws ParseError.
class ExpressionParser {
 public:
  ExpressionParser(LineLexer& line, const SymbolTable& symbols) : line_(line), symbols_(symbols) {}

  Expr expression();
  /// "a, b, c", at least one.
  std::vector<Expr> list();
  /// The name of a declared entity of this kind, and the entity.
  std::pair<std::string, Symbol> symbol(Symbol::Kind kind, std::string_view what);
  /// The field of an object after `object.`.
  std::pair<std::string, const FieldDeclaration*> field(const Symbol& object);

 private:
  Expr binary(int least);
  Expr unary();
  Expr signed_operand();
  Expr primary();
  Expr named();
  Expr call(const std::string& function);
  Expr search(const std::string& function);
  Expr sampled(Sampled::What what);
  Expr field_of(const std::string& object, const Symbol& symbol);
  enum class Sign { plus, minus };
  Expr number(Sign sign);
  Expr typed(Expr expr);
  std::vector<Expr> arguments();

  LineLexer& line_;
  const SymbolTable& symbols_;
  int nested_ = 0;  // operands around the one that is read
};

}  // namespace scorchc::loop
