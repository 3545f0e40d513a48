// Parses the statements of loop IR that contain blocks.
#include "ir/loop_parse.h"
#include "ir/loop_parse_line.h"
#include "ir/loop_parse_stmt.h"

namespace scorchc::loop {
namespace {

bool is_local(const Stmt& stmt) { return stmt.as<LocalArray>() || stmt.as<Tuples>(); }

Work work_of(StatementLine& at) {
  at.line.expect("work");
  Work work{at.expression()};
  while (at.line.accept("times")) work.steps.push_back(at.expression());
  return work;
}

}  // namespace

// for NAME in BEGIN .. END OPTIONS
Stmt StatementParser::for_loop(StatementLine& at) {
  if (at.line.is_ahead({"each", "("})) return for_each(at);
  For node{at.line.name("a variable"), integer(0), integer(0), {}};
  at.line.expect("in");
  node.begin = at.expression();
  at.line.expect("..");
  node.end = at.expression();
  symbols_.open();
  symbols_.declare_variable(node.name, Type::i64);
  loop_options(at, node);
  locals(at.depth + 1, node);
  statements(at.depth + 1, node.body);
  symbols_.close();
  skipped(at.depth, node);
  return node;
}

void StatementParser::loop_options(StatementLine& at, For& node) {
  node.parallel = at.line.accept("parallel");
  const bool is_estimated = at.line.accept("estimated");
  if (is_estimated || at.line.peek().text == "work") {
    node.work = work_of(at);
    node.work->is_known = !is_estimated;
  }
  node.chunked = at.line.accept("chunked");
  node.vector = at.line.accept("vector");
  node.product = at.line.accept("matmul");
  if (at.line.accept("unroll")) node.unroll = at.line.integer();
  if (!at.line.accept("occupancy")) return;
  do node.occupancy.push_back(at.line.name("an array"));
  while (at.line.accept(","));
}

/// Thread-private arrays follow a comment that says so. The first other statement belongs to the body.
void StatementParser::locals(int depth, For& node) {
  if (!node.parallel || at_ + 1 >= lines_.size() || lines_[at_].depth != depth ||
      lines_[at_].text != "# thread-private")
    return;
  const std::size_t comment = at_++;
  while (at_ < lines_.size() && lines_[at_].depth == depth) {
    const int number = lines_[at_].number;
    Stmt stmt = statement();
    line_numbers_[&stmt.node()] = number;
    if (!is_local(stmt)) {
      node.body.push_back(std::move(stmt));
      break;
    }
    node.locals.push_back(std::move(stmt));
  }
  if (node.locals.empty()) node.body.insert(node.body.begin(), Comment{std::string(lines_[comment].text.substr(2))});
}

/// After the body: skipped FIRST .. BEHIND, and a block.
void StatementParser::skipped(int depth, For& node) {
  if (at_ >= lines_.size() || lines_[at_].depth != depth) return;
  StatementLine at(lines_[at_], symbols_);
  if (!at.line.accept("skipped") || at.line.peek().kind != LoopToken::Kind::name) return;
  ++at_;
  SkippedBody body{at.line.name("a variable"), {}};
  at.line.expect("..");
  body.end = at.line.name("a variable");
  at.line.expect_end();
  symbols_.open();
  for (const std::string& name : {body.begin, body.end}) symbols_.declare_variable(name, Type::i64);
  statements(depth + 1, body.body);
  symbols_.close();
  node.skipped_body = std::move(body);
}

// for each (COLUMNS) of TABLE
Stmt StatementParser::for_each(StatementLine& at) {
  at.line.expect_all({"each", "("});
  ForEach node{{}, at.columns(), {}};
  at.line.expect_all({")", "of"});
  node.table = at.expressions.symbol(Symbol::Kind::table, "a table").first;
  symbols_.open();
  for (const Table::Column& column : node.columns)
    symbols_.declare(column.name, {column.is_array ? Symbol::Kind::array : Symbol::Kind::variable, column.type});
  statements(at.depth + 1, node.body);
  symbols_.close();
  return node;
}

Stmt StatementParser::while_loop(StatementLine& at) {
  While node{at.expression(), {}};
  node.body = block(at.depth + 1);
  return node;
}

// if CONDITION, else if CONDITION, else
Stmt StatementParser::branches(StatementLine& at) {
  If node{{at.expression()}, {}};
  at.line.expect_end();
  node.blocks.push_back(block(at.depth + 1));
  while (node.conditions.size() == node.blocks.size() && at_ < lines_.size() && lines_[at_].depth == at.depth) {
    StatementLine other(lines_[at_], symbols_);
    if (!other.line.accept("else")) break;
    ++at_;
    if (other.line.accept("if")) node.conditions.push_back(other.expression());
    other.line.expect_end();
    node.blocks.push_back(block(at.depth + 1));
  }
  return node;
}

}  // namespace scorchc::loop
