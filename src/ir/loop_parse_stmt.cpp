#include "ir/loop_parse_stmt.h"

#include <algorithm>

#include "ir/loop_parse.h"
#include "ir/loop_parse_line.h"

namespace scorchc::loop {

const std::map<std::string_view, StatementParser::Parse>& StatementParser::keywords() {
  static const std::map<std::string_view, Parse> all{
      {"for", &StatementParser::for_loop},      {"while", &StatementParser::while_loop},
      {"if", &StatementParser::branches},       {"table", &StatementParser::table},
      {"chunks", &StatementParser::chunks},     {"prefetch", &StatementParser::prefetch},
      {"clear", &StatementParser::clear},       {"return", &StatementParser::return_status},
      {"grow", &StatementParser::grow},         {"memmove", &StatementParser::memmove},
      {"shrink", &StatementParser::shrink},     {"tuples", &StatementParser::tuples},
      {"sort", &StatementParser::sort},         {"reset", &StatementParser::reset},
      {"set", &StatementParser::set_bit},       {"release", &StatementParser::release},
      {"call", &StatementParser::call},         {"copy", &StatementParser::copy},
      {"merge", &StatementParser::merge},       {"matmul", &StatementParser::matmul},
      {"parallel", &StatementParser::parallel}, {"specialise", &StatementParser::specialised},
      {"outline", &StatementParser::outlined}};
  return all;
}

Block StatementParser::block(int depth) {
  Block out;
  symbols_.open();
  statements(depth, out);
  symbols_.close();
  return out;
}

void StatementParser::statements(int depth, Block& out) {
  while (at_ < lines_.size() && lines_[at_].depth >= depth) {
    const Line& line = lines_[at_];
    if (line.depth > depth) throw ParseError(line.number, "this line is indented more than its block");
    out.push_back(statement());
    line_numbers_[&out.back().node()] = line.number;
  }
}

Stmt StatementParser::statement() {
  const Line& line = lines_[at_++];
  if (line.text.starts_with('#'))
    return Comment{std::string(line.text.substr(std::min<std::size_t>(2, line.text.size())))};
  StatementLine at(line, symbols_);
  Stmt stmt = body_of_statement(at);
  at.line.expect_end();
  return stmt;
}

/// The second token decides: every name may be a variable's, too.
Stmt StatementParser::body_of_statement(StatementLine& at) {
  LineLexer ahead = at.line;
  const std::string_view first = ahead.next().text, second = ahead.peek().text;
  const bool is_update =
      std::any_of(update_words.begin(), update_words.end(), [&](const auto& each) { return each.second == second; });
  if (is_update) return assign(at);
  if (second == ".") return set_member(at);
  const std::optional<Type> type = find_type(first);
  if (type) at.line.next();
  if (type && second == "[") return declare_array(at, *type);
  if (type) return declare(at, *type);
  if (second == "[") return store(at);
  if (first == "find" || first == "append") return add_tuple(at, {});
  const auto row = keywords().find(first);
  if (row == keywords().end()) at.line.fail("a statement");
  at.line.next();
  return (this->*row->second)(at);
}

namespace {

Update update_of(LineLexer& line) {
  for (const auto& [update, word] : update_words)
    if (line.accept(word)) return update;
  line.fail("`=` or an update");
}

NonzeroWords nonzero_words(StatementLine& at, const std::string& name) {
  at.line.expect_all({"nonzero", "words", "of"});
  NonzeroWords node{at.array(), {}, name, integer(0), integer(0)};
  at.line.expect("from");
  node.first = at.expression();
  at.line.expect("below");
  node.extent = at.expression();
  at.line.expect("in");
  node.list = at.array();
  return node;
}

LoadMask load_mask(StatementLine& at, const std::string& name) {
  at.line.expect_all({"load", "mask", "of"});
  std::string marks = at.array();
  at.line.expect("from");
  return {name, std::move(marks), at.expression()};
}

PopLowestBit pop_lowest_bit(StatementLine& at, const std::string& name) {
  at.line.expect_all({"pop", "lowest", "bit", "of"});
  std::string bits = at.expressions.symbol(Symbol::Kind::variable, "a variable").first;
  at.line.expect("from");
  return {name, std::move(bits), at.expression()};
}

}  // namespace

Stmt StatementParser::assign(StatementLine& at) {
  std::string name = at.expressions.symbol(Symbol::Kind::variable, "a variable").first;
  const Update update = update_of(at.line);
  return Assign{std::move(name), update, at.expression()};
}

Stmt StatementParser::store(StatementLine& at) {
  auto [array, element] = at.typed_array();
  at.line.expect("[");
  Expr index = at.expression();
  at.line.expect("]");
  const Update update = update_of(at.line);
  return Store{std::move(array), element, std::move(index), update, at.expression()};
}

// X.f = new T[N], X.f = move A of T, X.f = VALUE, X.f[n] = VALUE
Stmt StatementParser::set_member(StatementLine& at) {
  const StatementLine::Member to = at.member();
  SetField node{to.object, to.field, -1, integer(0)};
  if (at.line.accept("[")) {
    node.element = static_cast<int>(at.line.integer());
    at.line.expect("]");
  }
  at.line.expect("=");
  if (at.line.accept("new")) {
    const Type element = at.type();
    at.line.expect("[");
    Expr count = at.expression();
    at.line.expect("]");
    return Allocate{to.object, to.field, element, std::move(count), at.line.accept("zeroed")};
  }
  if (to.declaration->is_array && at.line.accept("move")) {
    auto [array, element] = at.typed_array();
    at.line.expect("of");
    auto [list, entity] = at.expressions.symbol(Symbol::Kind::tuples, "a list of tuples");
    Move move{to.object, to.field, element, list, array, {}};
    const auto column = std::find(entity.columns.begin(), entity.columns.end(), array);
    if (column != entity.columns.end()) move.column = static_cast<std::size_t>(column - entity.columns.begin());
    return move;
  }
  node.value = at.expression();
  return node;
}

// T[] NAME = X.f, T[] NAME := X.f, T[] NAME := new T[N] ...
Stmt StatementParser::declare_array(StatementLine& at, Type element) {
  at.line.expect_all({"[", "]"});
  std::string name = at.line.name("an array");
  const bool is_written = at.line.accept(":=");
  if (!is_written) at.line.expect("=");
  if (is_written && at.line.accept("new")) {
    LocalArray node{name, at.type(), integer(0), false, {}};
    at.line.expect("[");
    node.count = at.expression();
    at.line.expect("]");
    node.zeroed = at.line.accept("zeroed");
    node.is_bitset = at.line.accept("bitset");
    node.cleanup_object = at.releasing();
    symbols_.declare_array(name, element);
    return node;
  }
  const StatementLine::Member from = at.member();
  symbols_.declare_array(name, element);
  return BindArray{std::move(name), element, from.object, from.field, is_written};
}

Stmt StatementParser::declare(StatementLine& at, Type type) {
  std::string name = at.line.name("a variable");
  const auto declared = [&](auto node) {
    symbols_.declare_variable(name, type);
    return Stmt(std::move(node));
  };
  const bool is_mutable = at.line.accept(":=");
  if (!is_mutable) at.line.expect("=");
  if (at.line.is_ahead({"find", "or", "append", "in"}) || at.line.is_ahead({"append", "in"}) ||
      at.line.is_ahead({"append", "with"}))
    return declared(*add_tuple(at, name).as<AddTuple>());
  if (at.line.is_ahead({"nonzero", "words"})) return declared(nonzero_words(at, name));
  if (at.line.is_ahead({"load", "mask"})) return declared(load_mask(at, name));
  if (at.line.is_ahead({"pop", "lowest"})) return declared(pop_lowest_bit(at, name));
  Expr value = at.expression();
  if (const Type given = type_of(value); given != type)
    throw ParseError(at.line.number(), "`" + name + "` is declared as " + std::string(loop::name(type)) +
                                           ", but its value is of type " + std::string(loop::name(given)));
  return declared(Declare{name, std::move(value), is_mutable});
}

// [find or append|append|append with duplicates] in T (COORDINATES) initially VALUE
Stmt StatementParser::add_tuple(StatementLine& at, std::string position) {
  Duplicates duplicates = Duplicates::absent;
  if (at.line.accept("find")) {
    at.line.expect_all({"or", "append"});
    duplicates = Duplicates::merge;
  } else {
    at.line.accept("append");
    if (at.line.accept("with")) {
      at.line.expect("duplicates");
      duplicates = Duplicates::keep;
    }
  }
  at.line.expect("in");
  std::string list = at.expressions.symbol(Symbol::Kind::tuples, "a list of tuples").first;
  at.line.expect("(");
  std::vector<Expr> coordinates = at.expressions.list();
  at.line.expect_all({")", "initially"});
  return AddTuple{std::move(list), std::move(position), std::move(coordinates), at.expression(), duplicates};
}

// table NAME(COLUMNS), a row on each line
Stmt StatementParser::table(StatementLine& at) {
  Table node{at.line.name("a table"), {}, {}};
  at.line.expect("(");
  node.columns = at.columns();
  at.line.expect(")");
  while (at_ < lines_.size() && lines_[at_].depth == at.depth + 1) {
    StatementLine row(lines_[at_++], symbols_);
    node.rows.push_back(row.expressions.list());
    row.line.expect_end();
  }
  symbols_.declare(node.name, {Symbol::Kind::table, Type::i64, nullptr, {}, node.columns});
  return node;
}

// chunks NAME of WORK [over INDEX] [by PARTITION]: HOW
Stmt StatementParser::chunks(StatementLine& at) {
  ChunkCount node{at.line.name("a variable"), integer(0), {}, Partition::work, {}};
  at.line.expect("of");
  node.work = at.expression();
  if (at.line.accept("over")) node.of = at.line.name("an index");
  if (at.line.accept("by")) {
    at.line.expect(name(Partition::iterations));
    node.partition = Partition::iterations;
  }
  at.line.expect(":");
  node.how = at.line.rest();
  symbols_.declare_variable(node.name, Type::i64);
  return node;
}

Stmt StatementParser::prefetch(StatementLine& at) {
  auto [array, element] = at.typed_array();
  at.line.expect("[");
  Prefetch node{std::move(array), element, at.expression()};
  at.line.expect("]");
  return node;
}

// return ok, return status of V, return STATUS if CONDITION, return null_argument if null: POINTERS
Stmt StatementParser::return_status(StatementLine& at) {
  if (at.line.accept("status")) {
    at.line.expect("of");
    std::string variable = at.expressions.symbol(Symbol::Kind::variable, "a variable").first;
    return ReturnStatus{std::move(variable), at.releasing()};
  }
  const Status status = at.status();
  if (status == Status::ok && at.line.peek().kind == LoopToken::Kind::end) return ReturnStatus{{}};
  at.line.expect("if");
  if (status == Status::null_argument && at.line.is_ahead({"null", ":"})) return return_if_null(at);
  Expr condition = at.expression();
  return ReturnIf{std::move(condition), status, at.releasing()};
}

Stmt StatementParser::return_if_null(StatementLine& at) {
  at.line.expect_all({"null", ":"});
  ReturnIfNull node{{}};
  while (at.line.peek().kind == LoopToken::Kind::name && at.line.peek().text != "releasing") {
    const Symbol* found = symbols_.find(at.line.peek().text);
    if (!found) at.line.fail("an object or an array in scope");
    node.objects.push_back(at.line.name("a pointer"));
    // Objects are always needed; of arrays, the text leaves out a condition that is true.
    if (found->kind == Symbol::Kind::object) continue;
    const bool has_condition = at.line.accept("(");
    node.needed.push_back(has_condition ? at.expression() : boolean(true));
    if (has_condition) at.line.expect(")");
  }
  node.cleanup_object = at.releasing();
  return node;
}

// tuples NAME(COLUMNS: T, VALS: T), count N[, at most MOST]
Stmt StatementParser::tuples(StatementLine& at) {
  Tuples node{at.line.name("a list of tuples"), {}, {}, Type::i64, {}, {}, Type::i64, {}};
  at.line.expect("(");
  do node.columns.push_back(at.line.name("a column"));
  while (at.line.accept(","));
  at.line.expect(":");
  node.coordinate = at.type();
  at.line.expect(",");
  node.vals = at.line.name("an array");
  at.line.expect(":");
  node.element = at.type();
  at.line.expect_all({")", ",", "count"});
  node.count = at.line.name("a variable");
  if (at.line.accept(",")) {
    at.line.expect_all({"at", "most"});
    node.most = at.expression();
  }
  node.cleanup_object = at.releasing();
  symbols_.declare(node.name, {Symbol::Kind::tuples, node.element, nullptr, node.columns, {}});
  for (const std::string& column : node.columns) symbols_.declare_array(column, node.coordinate);
  symbols_.declare_array(node.vals, node.element);
  symbols_.declare_variable(node.count, Type::i64);
  return node;
}

// sort T below (EXTENTS), sort A[0 .. COUNT] below EXTENT [with SCRATCH] [by MARKS]
Stmt StatementParser::sort(StatementLine& at) {
  if (const Symbol* list = symbols_.find(at.line.peek().text); list && list->kind == Symbol::Kind::tuples) {
    SortTuples node{at.line.name("a list of tuples"), {}, {}};
    at.line.expect_all({"below", "("});
    node.extents = at.expressions.list();
    at.line.expect(")");
    node.cleanup_object = at.releasing();
    return node;
  }
  SortList node{at.array(), {}, integer(0), integer(0), {}};
  at.line.expect_all({"[", "0", ".."});
  node.count = at.expression();
  at.line.expect_all({"]", "below"});
  node.extent = at.expression();
  if (at.line.accept("with")) node.scratch = at.array();
  if (at.line.accept("by")) node.marks = at.array();
  return node;
}

Stmt StatementParser::reset(StatementLine& at) {
  return ResetTuples{at.expressions.symbol(Symbol::Kind::tuples, "a list of tuples").first};
}

Stmt StatementParser::set_bit(StatementLine& at) {
  at.line.expect("bit");
  Expr place = at.expression();
  at.line.expect("in");
  return SetBit{at.array(), std::move(place)};
}

Stmt StatementParser::call(StatementLine& at) {
  CallPhase node{at.line.name("a function"), {}, Status::ok};
  if (at.line.accept("expecting")) node.expected = at.status();
  node.cleanup_object = at.releasing();
  return node;
}

}  // namespace scorchc::loop
