// Parses the statements of loop IR that clear, copy, grow and release arrays.
#include <utility>

#include "ir/loop_parse_line.h"
#include "ir/loop_parse_stmt.h"

namespace scorchc::loop {

// clear A[0 .. COUNT], clear A[FROM ...], COUNT elements
Stmt StatementParser::clear(StatementLine& at) {
  if (const Symbol* found = symbols_.find(at.line.peek().text); found && found->kind == Symbol::Kind::variable)
    return check_ascending(at);
  auto [array, element] = at.typed_array();
  at.line.expect("[");
  Expr from = at.expression();
  if (from == integer(0) && at.line.accept("..")) {
    Clear node{std::move(array), element, at.expression()};
    at.line.expect("]");
    return node;
  }
  at.line.expect_all({"...", "]", ","});
  Clear node{std::move(array), element, at.expression(), std::move(from)};
  at.line.expect("elements");
  return node;
}

// clear FLAG unless ascending A[0 .. COUNT]
Stmt StatementParser::check_ascending(StatementLine& at) {
  std::string flag = at.line.name("a variable");
  at.line.expect_all({"unless", "ascending"});
  auto [array, element] = at.typed_array();
  at.line.expect_all({"[", "0", ".."});
  CheckAscending node{std::move(flag), std::move(array), element, at.expression()};
  at.line.expect("]");
  return node;
}

// copy TO[START ...] = FROM[FIRST ...], COUNT elements
Stmt StatementParser::copy(StatementLine& at) {
  auto [to, element] = at.typed_array();
  at.line.expect("[");
  Expr start = at.expression();
  at.line.expect_all({"...", "]", "="});
  std::string from = at.array();
  at.line.expect("[");
  Expr first = at.expression();
  at.line.expect_all({"...", "]", ","});
  Copy node{std::move(to), std::move(from), element, std::move(start), std::move(first), at.expression()};
  at.line.expect("elements");
  return node;
}

// grow A = X.f to NEEDED capacity VARIABLE
Stmt StatementParser::grow(StatementLine& at) {
  auto [array, element] = at.typed_array();
  at.line.expect("=");
  const StatementLine::Member from = at.member();
  at.line.expect("to");
  Expr needed = at.expression();
  at.line.expect("capacity");
  std::string capacity = at.expressions.symbol(Symbol::Kind::variable, "a variable").first;
  return Grow{std::move(array), from.object, from.field, std::move(capacity), element, std::move(needed)};
}

// memmove A[FROM ...] to TO, COUNT elements
Stmt StatementParser::memmove(StatementLine& at) {
  auto [array, element] = at.typed_array();
  at.line.expect("[");
  Expr from = at.expression();
  at.line.expect_all({"...", "]", "to"});
  Expr to = at.expression();
  at.line.expect(",");
  Memmove node{std::move(array), element, std::move(to), std::move(from), at.expression()};
  at.line.expect("elements");
  return node;
}

Stmt StatementParser::shrink(StatementLine& at) {
  const StatementLine::Member to = at.member();
  at.line.expect("from");
  Expr capacity = at.expression();
  at.line.expect("to");
  return Shrink{to.object, to.field, to.declaration->type, std::move(capacity), at.expression()};
}

Stmt StatementParser::release(StatementLine& at) {
  const StatementLine::Member member = at.member();
  return Release{member.object, member.field};
}

}  // namespace scorchc::loop
