// Parses statements of the text form of loop IR. A part of ir/loop_parse.h.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ir/loop.h"
#include "ir/loop_lexer.h"
#include "ir/loop_parse_expr.h"

namespace scorchc::loop {

struct StatementLine;

/// Reads blocks from the lines of a text. What is not a statement throws ParseError.
class StatementParser {
 public:
  StatementParser(const std::vector<Line>& lines, std::size_t& at) : lines_(lines), at_(at) {}

  SymbolTable& symbols() { return symbols_; }
  /// The statements from the next line on that are indented by `depth`. Names that they declare are in scope until the
  /// end of the block.
  Block block(int depth);
  /// The lines of all statements.
  const std::map<const Stmt::Node*, int>& line_numbers() const { return line_numbers_; }

 private:
  using Parse = Stmt (StatementParser::*)(StatementLine&);
  static const std::map<std::string_view, Parse>& keywords();

  Stmt statement();
  Stmt body_of_statement(StatementLine& at);
  void statements(int depth, Block& out);

  Stmt assign(StatementLine& at);
  Stmt store(StatementLine& at);
  Stmt set_member(StatementLine& at);
  Stmt declare_array(StatementLine& at, Type element);
  Stmt declare(StatementLine& at, Type type);
  Stmt add_tuple(StatementLine& at, std::string position);
  Stmt for_loop(StatementLine& at);
  Stmt for_each(StatementLine& at);
  void loop_options(StatementLine& at, For& node);
  void range(StatementLine& at, Expr& begin, Expr& end);
  Block locals(int depth, Block& body);
  Stmt for_nonempty(StatementLine& at);
  Stmt vector_loop(StatementLine& at, const For& loop);
  Stmt batched_sums(StatementLine& at, const For& loop);
  Stmt row_block(StatementLine& at, const For& loop);
  Stmt unrolled_sum(StatementLine& at, const For& loop);
  Stmt specialised(StatementLine& at);
  Stmt outlined(StatementLine& at);
  std::optional<SkippedBody> skipped(int depth);
  Stmt parallel(StatementLine& at);
  Stmt merge(StatementLine& at);
  Stmt matmul(StatementLine& at);
  Stmt while_loop(StatementLine& at);
  Stmt branches(StatementLine& at);
  Stmt table(StatementLine& at);
  Stmt chunks(StatementLine& at);
  Stmt prefetch(StatementLine& at);
  Stmt clear(StatementLine& at);
  Stmt check_ascending(StatementLine& at);
  Stmt copy(StatementLine& at);
  Stmt return_status(StatementLine& at);
  Stmt return_if_null(StatementLine& at);
  Stmt grow(StatementLine& at);
  Stmt memmove(StatementLine& at);
  Stmt shrink(StatementLine& at);
  Stmt tuples(StatementLine& at);
  Stmt sort(StatementLine& at);
  Stmt reset(StatementLine& at);
  Stmt set_bit(StatementLine& at);
  Stmt release(StatementLine& at);
  Stmt call(StatementLine& at);

  const std::vector<Line>& lines_;
  std::size_t& at_;  // the next line
  SymbolTable symbols_;
  std::map<const Stmt::Node*, int> line_numbers_;
};

}  // namespace scorchc::loop
