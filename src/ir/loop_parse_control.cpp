// Parses the statements of loop IR that contain blocks.
#include <algorithm>
#include <tuple>

#include "ir/loop_parse.h"
#include "ir/loop_parse_line.h"
#include "ir/loop_parse_stmt.h"

namespace scorchc::loop {
namespace {

bool is_local(const Stmt& stmt) { return stmt.as<LocalArray>() || stmt.as<Tuples>(); }

// [estimated] work UNITS times STEPS ..., or nothing
std::optional<Work> work_of(StatementLine& at) {
  const bool is_estimated = at.line.accept("estimated");
  if (!is_estimated && at.line.peek().text != "work") return {};
  at.line.expect("work");
  Work work{at.expression()};
  while (at.line.accept("times")) work.steps.push_back(at.expression());
  work.is_known = !is_estimated;
  return work;
}

// share FIRST .. LAST, or nothing
std::optional<Share> share_of(StatementLine& at) {
  if (!at.line.accept("share")) return {};
  Share share{at.line.name("a variable"), {}};
  at.line.expect("..");
  share.last = at.line.name("a variable");
  return share;
}

}  // namespace

// for NAME in BEGIN .. END OPTIONS, for each, for nonempty
Stmt StatementParser::for_loop(StatementLine& at) {
  if (at.line.is_ahead({"each", "("})) return for_each(at);
  const bool is_name = at.line.is_ahead({"nonempty", "in"}) && !at.line.is_ahead({"nonempty", "in", "in"});
  if (!is_name && at.line.accept("nonempty")) return for_nonempty(at);
  For node{at.line.name("a variable"), integer(0), integer(0), {}};
  range(at, node.begin, node.end);
  symbols_.open();
  symbols_.declare_variable(node.name, Type::i64);
  if (at.line.is_ahead({"vector", "f32"}) || at.line.is_ahead({"vector", "f64"})) return vector_loop(at, node);
  if (at.line.accept("batched")) return batched_sums(at, node);
  if (at.line.accept("blocked")) return row_block(at, node);
  if (at.line.accept("unrolled")) return unrolled_sum(at, node);
  loop_options(at, node);
  if (node.parallel) node.locals = locals(at.depth + 1, node.body);
  statements(at.depth + 1, node.body);
  symbols_.close();
  return node;
}

// for NAME in BEGIN .. END vector TYPE [positions] [overlapping] [varying NAMES] [sums NAMES] [share FIRST .. LAST]
Stmt StatementParser::vector_loop(StatementLine& at, const For& loop) {
  at.line.expect("vector");
  VectorFor node{loop.name, loop.begin, loop.end, {}, at.type(), {}, {}};
  if (at.line.accept("positions")) node.over = VectorFor::Over::positions;
  node.may_overlap = at.line.accept("overlapping");
  if (at.line.accept("varying")) node.varying = at.names();
  if (at.line.accept("sums")) node.sums = at.names();
  node.share = share_of(at);
  statements(at.depth + 1, node.body);
  symbols_.close();
  return node;
}

// for NAME in BEGIN .. END batched SUM [nonempty] [share FIRST .. LAST]
Stmt StatementParser::batched_sums(StatementLine& at, const For& loop) {
  BatchedSums node{loop.name, loop.begin, loop.end, {}, at.line.name("a variable")};
  node.skips_empty = at.line.accept("nonempty");
  node.share = share_of(at);
  statements(at.depth + 1, node.body);
  symbols_.close();
  return node;
}

// for NAME in BEGIN .. END blocked [own NAMES] [unrolled if CONDITION] [share FIRST .. LAST]
Stmt StatementParser::row_block(StatementLine& at, const For& loop) {
  RowBlock node{loop.name, loop.begin, loop.end, {}, {}};
  if (at.line.accept("own")) node.own = at.names();
  if (at.line.accept("unrolled")) {
    at.line.expect("if");
    node.unrolls = at.expression();
  }
  node.share = share_of(at);
  statements(at.depth + 1, node.body);
  symbols_.close();
  return node;
}

// for NAME in BEGIN .. END unrolled SUM
Stmt StatementParser::unrolled_sum(StatementLine& at, const For& loop) {
  UnrolledSum node{loop.name, loop.begin, loop.end, {}, at.line.name("a variable")};
  statements(at.depth + 1, node.body);
  symbols_.close();
  return node;
}

// specialise tile [, unrolled if CONDITION]
Stmt StatementParser::specialised(StatementLine& at) {
  SpecialisedTile node;
  at.line.expect("tile");
  if (at.line.accept(",")) {
    at.line.expect_all({"unrolled", "if"});
    node.unrolls = at.expression();
  }
  node.body = block(at.depth + 1);
  return node;
}

// outline TYPE [lanes LANES] [captures [KIND] NAME, ...]
Stmt StatementParser::outlined(StatementLine& at) {
  Outlined node;
  node.element = at.type();
  if (at.line.accept("lanes")) node.lanes = at.expression();
  bool has_more = at.line.accept("captures");
  for (; has_more; has_more = at.line.accept(",")) {
    Outlined::Capture capture;
    for (const auto& [kind, word] : capture_words)
      if (!word.empty() && !at.line.is_ahead({word, ","}) && at.line.accept(word)) capture.kind = kind;
    capture.name = at.line.name("a variable or an array");
    node.captures.push_back(std::move(capture));
  }
  node.body = block(at.depth + 1);
  return node;
}

// in BEGIN .. END
void StatementParser::range(StatementLine& at, Expr& begin, Expr& end) {
  at.line.expect("in");
  begin = at.expression();
  at.line.expect("..");
  end = at.expression();
}

void StatementParser::loop_options(StatementLine& at, For& node) {
  node.parallel = at.line.accept("parallel");
  node.work = work_of(at);
  node.chunked = at.line.accept("chunked");
  node.vector = at.line.accept("vector");
  if (at.line.accept("unroll")) node.unroll = at.line.integer();
  node.share = share_of(at);
}

/// Thread-private arrays follow a comment that says so. The first other statement belongs to the body.
Block StatementParser::locals(int depth, Block& body) {
  if (at_ + 1 >= lines_.size() || lines_[at_].depth != depth || lines_[at_].text != "# thread-private") return {};
  const std::size_t comment = at_++;
  Block locals;
  while (at_ < lines_.size() && lines_[at_].depth == depth) {
    const int number = lines_[at_].number;
    Stmt stmt = statement();
    line_numbers_[&stmt.node()] = number;
    if (!is_local(stmt)) {
      body.push_back(std::move(stmt));
      break;
    }
    locals.push_back(std::move(stmt));
  }
  if (locals.empty()) body.insert(body.begin(), Comment{std::string(lines_[comment].text.substr(2))});
  return locals;
}

// for nonempty NAME in BEGIN .. END of POSITIONS [share FIRST .. LAST]; after the body: skipped FIRST .. BEHIND
Stmt StatementParser::for_nonempty(StatementLine& at) {
  ForNonempty node{at.line.name("a variable"), integer(0), integer(0), {}, {}};
  range(at, node.begin, node.end);
  at.line.expect("of");
  do node.positions.push_back(at.array());
  while (at.line.accept(","));
  node.share = share_of(at);
  symbols_.open();
  symbols_.declare_variable(node.name, Type::i64);
  statements(at.depth + 1, node.body);
  symbols_.close();
  node.skipped_body = skipped(at.depth);
  return node;
}

std::optional<SkippedBody> StatementParser::skipped(int depth) {
  if (at_ >= lines_.size() || lines_[at_].depth != depth) return {};
  StatementLine at(lines_[at_], symbols_);
  if (!at.line.accept("skipped") || at.line.peek().kind != LoopToken::Kind::name) return {};
  ++at_;
  SkippedBody body{at.line.name("a variable"), {}};
  at.line.expect("..");
  body.end = at.line.name("a variable");
  at.line.expect_end();
  symbols_.open();
  for (const std::string& name : {body.begin, body.end}) symbols_.declare_variable(name, Type::i64);
  statements(depth + 1, body.body);
  symbols_.close();
  return body;
}

// parallel INDEX in BEGIN .. END [by UNIT] [WORK] share FIRST .. LAST
Stmt StatementParser::parallel(StatementLine& at) {
  Parallel node{at.line.name("a variable"), integer(0), integer(0), {}};
  range(at, node.begin, node.end);
  if (at.line.accept("by")) {
    const auto unit = std::find_if(unit_words.begin(), unit_words.end(),
                                   [&](const auto& each) { return at.line.accept(each.second); });
    if (unit == unit_words.end()) at.line.fail("what is divided among threads: `chunks` or `lanes`");
    node.unit = unit->first;
  }
  symbols_.open();
  symbols_.declare_variable(node.index, Type::i64);
  node.work = work_of(at);
  symbols_.close();
  const std::optional<Share> share = share_of(at);
  if (!share) at.line.fail("`share`");
  node.share = *share;
  symbols_.open();
  for (const std::string& name : {node.share.first, node.share.last}) symbols_.declare_variable(name, Type::i64);
  node.locals = locals(at.depth + 1, node.body);
  statements(at.depth + 1, node.body);
  symbols_.close();
  return node;
}

// merge COORDINATE of POSITION .. END in ARRAY flag FLAG, ...: TYPE NAME = VALUE
Stmt StatementParser::merge(StatementLine& at) {
  MergeLists node{{}, at.line.name("a variable"), {}, Type::i64, integer(0)};
  at.line.expect("of");
  do {
    MergeLists::List list{at.expressions.symbol(Symbol::Kind::variable, "a variable").first, integer(0), {}, {}, {}};
    at.line.expect("..");
    list.end = at.expression();
    at.line.expect("in");
    std::tie(list.array, list.element) = at.typed_array();
    at.line.expect("flag");
    list.flag = at.line.name("a variable");
    node.lists.push_back(std::move(list));
  } while (at.line.accept(","));
  at.line.expect(":");
  node.type = at.type();
  node.value_name = at.line.name("a variable");
  at.line.expect("=");
  symbols_.open();
  symbols_.declare_variable(node.coordinate, Type::i64);
  symbols_.open();
  for (const MergeLists::List& list : node.lists) symbols_.declare_variable(list.flag, Type::boolean);
  node.value = at.expression();
  symbols_.close();
  symbols_.declare_variable(node.value_name, node.type);
  statements(at.depth + 1, node.body);
  symbols_.close();
  return node;
}

// matmul RESULT = LEFT times RIGHT rows R depth D [columns C], with += if it accumulates
Stmt StatementParser::matmul(StatementLine& at) {
  Type type = Type::f32;
  const auto matrix = [&] {
    Matmul::Matrix all{{}, integer(0), integer(0)};
    std::tie(all.array, type) = at.typed_array();
    at.line.expect("[");
    all.first = at.expression();
    at.line.expect_all({"]", "by"});
    all.row = at.expression();
    all.is_transposed = at.line.accept("transposed");
    return all;
  };
  const auto size = [&](std::string_view word) {
    at.line.expect(word);
    return at.expression();
  };
  Matmul::Matrix result = matrix();
  const bool accumulates = at.line.accept("+=");
  if (!accumulates) at.line.expect("=");
  Matmul::Matrix left = matrix();
  at.line.expect("times");
  Matmul::Matrix right = matrix();
  Expr rows = size("rows");
  Expr depth = size("depth");
  std::optional<Expr> columns;
  if (at.line.peek().text == "columns") columns = size("columns");
  Matmul node{type,
              std::move(result),
              accumulates,
              std::move(rows),
              std::move(depth),
              std::move(columns),
              std::move(left),
              std::move(right)};
  node.body = block(at.depth + 1);
  return node;
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
