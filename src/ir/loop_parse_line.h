// Reads one line with a statement of loop IR. A part of ir/loop_parse.h.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ir/loop_parse_expr.h"
#include "ir/loop_text.h"

namespace scorchc::loop {

/// The line of a statement, with readers for what several statements share.
struct StatementLine {
  StatementLine(const Line& of, const SymbolTable& symbols) : line(of), expressions(line, symbols), depth(of.depth) {}

  Expr expression() { return expressions.expression(); }
  std::string array() { return expressions.symbol(Symbol::Kind::array, "an array").first; }
  std::pair<std::string, Type> typed_array() {
    const auto [name, entity] = expressions.symbol(Symbol::Kind::array, "an array");
    return {name, entity.type};
  }
  Type type() {
    const std::optional<Type> found = find_type(line.peek().text);
    if (!found) line.fail("a type");
    line.next();
    return *found;
  }
  /// NAME, ...
  std::vector<std::string> names() {
    std::vector<std::string> all;
    do all.push_back(line.name("a variable"));
    while (line.accept(","));
    return all;
  }
  Status status() {
    for (const auto& [status, word] : status_words)
      if (line.accept(word)) return status;
    line.fail("a status");
  }
  /// " releasing OBJECT", or nothing.
  std::string releasing() { return line.accept("releasing") ? line.name("an object") : std::string(); }

  struct Member {
    std::string object, field;
    const FieldDeclaration* declaration;
  };
  Member member() {
    const auto [object, entity] = expressions.symbol(Symbol::Kind::object, "an object");
    line.expect(".");
    const auto [name, declaration] = expressions.field(entity);
    return {object, name, declaration};
  }
  /// `x1_pos: i32[], x_vals: f32[]`
  std::vector<Table::Column> columns() {
    std::vector<Table::Column> all;
    do {
      Table::Column column{line.name("a column"), Type::i64, false};
      line.expect(":");
      column.type = type();
      column.is_array = line.accept("[");
      if (column.is_array) line.expect("]");
      all.push_back(std::move(column));
    } while (line.accept(","));
    return all;
  }

  LineLexer line;
  ExpressionParser expressions;
  int depth;
};

}  // namespace scorchc::loop
