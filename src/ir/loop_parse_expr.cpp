#include "ir/loop_parse_expr.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <limits>

#include "ir/loop_parse.h"
#include "ir/loop_text.h"

namespace scorchc::loop {
namespace {

struct InfixRow {
  std::string_view text;
  BinaryOp op;
  int precedence;  // higher binds tighter
};
constexpr std::array<InfixRow, 10> infix_rows{{{"or", BinaryOp::logical_or, 1},
                                               {"and", BinaryOp::logical_and, 2},
                                               {"==", BinaryOp::equal, 3},
                                               {"!=", BinaryOp::not_equal, 3},
                                               {"<", BinaryOp::less, 3},
                                               {"<=", BinaryOp::less_equal, 3},
                                               {"+", BinaryOp::add, 4},
                                               {"-", BinaryOp::sub, 4},
                                               {"*", BinaryOp::mul, 5},
                                               {"/", BinaryOp::divide, 5}}};

const InfixRow* find_infix(const LoopToken& token) {
  const auto row =
      std::find_if(infix_rows.begin(), infix_rows.end(), [&](const InfixRow& each) { return each.text == token.text; });
  return row == infix_rows.end() ? nullptr : &*row;
}

std::optional<Operator> value_operator(BinaryOp op) {
  for (const SharedOperator& each : shared_operators)
    if (each.index == op) return each.value;
  return {};
}

/// Arithmetic on floating-point values is an operator of index notation; on integers it is index arithmetic, unless its
/// type follows.
Expr combined(BinaryOp op, std::vector<Expr> operands) {
  const std::optional<Operator> value = value_operator(op);
  const Type type = type_of(operands[0]);
  if (value && (type == Type::f32 || type == Type::f64)) return Compute{*value, std::move(operands), type};
  return Binary{op, std::move(operands)};
}

}  // namespace

const Symbol* SymbolTable::find(std::string_view name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto found = scope->find(name); found != scope->end()) return &found->second;
  return nullptr;
}

std::optional<Type> find_type(std::string_view word) {
  for (const Type type : {Type::boolean, Type::i32, Type::i64, Type::f32, Type::f64})
    if (name(type) == word) return type;
  return {};
}

std::vector<Expr> ExpressionParser::list() {
  std::vector<Expr> all{expression()};
  while (line_.accept(",")) all.push_back(expression());
  return all;
}

std::pair<std::string, Symbol> ExpressionParser::symbol(Symbol::Kind kind, std::string_view what) {
  const LoopToken token = line_.peek();
  const Symbol* found = token.kind == LoopToken::Kind::name ? symbols_.find(token.text) : nullptr;
  if (!found || found->kind != kind) line_.fail(std::string(what) + " in scope");
  return {line_.name(what), *found};
}

std::pair<std::string, const FieldDeclaration*> ExpressionParser::field(const Symbol& object) {
  const LoopToken token = line_.peek();
  const auto& fields = object.structure->fields;
  const auto found =
      std::find_if(fields.begin(), fields.end(), [&](const FieldDeclaration& each) { return each.name == token.text; });
  if (found == fields.end()) line_.fail("a field of `" + object.structure->name + "`");
  return {line_.name("a field"), &*found};
}

// [branch-free] CONDITION ? THEN : OTHERWISE
Expr ExpressionParser::expression() {
  const bool by_mask = line_.accept("branch-free");
  Expr condition = binary(1);
  if (!by_mask && !line_.accept("?")) return condition;
  if (by_mask) line_.expect("?");
  Expr then = binary(1);
  line_.expect(":");
  return Select{{std::move(condition), std::move(then), expression()}, by_mask};
}

Expr ExpressionParser::binary(int least) {
  Expr left = unary();
  while (const InfixRow* row = find_infix(line_.peek())) {
    if (row->precedence < least) break;
    line_.next();
    left = combined(row->op, {std::move(left), binary(row->precedence + 1)});
  }
  return left;
}

Expr ExpressionParser::unary() {
  constexpr int most_nested = 1000;  // each operand takes stack
  if (++nested_ > most_nested) line_.fail("an expression that is less deep");
  Expr operand = signed_operand();
  --nested_;
  return operand;
}

Expr ExpressionParser::signed_operand() {
  if (line_.accept("not")) return Not{{unary()}};
  if (!line_.accept("-")) return primary();
  if (line_.peek().kind == LoopToken::Kind::number) return number(Sign::minus);
  Expr operand = primary();
  const Type type = type_of(operand);
  return Compute{Operator::neg, {std::move(operand)}, type};
}

Expr ExpressionParser::primary() {
  if (line_.peek().kind == LoopToken::Kind::number) return number(Sign::plus);
  if (line_.peek().kind == LoopToken::Kind::name) return named();
  if (line_.peek().text != "(") line_.fail("an expression");
  line_.next();
  Expr inside = expression();
  line_.expect(")");
  return typed(std::move(inside));
}

/// `(a + b):i32`: the type after the parenthesis, if there is one.
Expr ExpressionParser::typed(Expr expr) {
  LineLexer ahead = line_;
  if (line_.peek().is_spaced || !ahead.accept(":") || ahead.peek().is_spaced) return expr;
  const std::optional<Type> type = find_type(ahead.peek().text);
  if (!type) return expr;
  const Binary* node = expr.as<Binary>();
  const std::optional<Operator> op = node ? value_operator(node->op) : std::nullopt;
  if (!op || !is_integer(*type)) line_.fail("no type: only arithmetic on integers has one");
  line_.next();
  line_.next();
  return Compute{*op, node->operands, *type};
}

Expr ExpressionParser::number(Sign sign) {
  const std::string text = (sign == Sign::minus ? "-" : "") + std::string(line_.peek().text);
  const std::size_t colon = text.find(':');
  const std::optional<Type> type =
      colon == std::string::npos ? std::nullopt : find_type(std::string_view(text).substr(colon + 1));
  if (type == Type::f32 || type == Type::f64) {
    line_.next();
    return Number{std::strtod(text.substr(0, colon).c_str(), nullptr), 0, *type};
  }
  std::int64_t value = 0;
  const char* const last = text.data() + std::min(colon, text.size());
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error != std::errc() || end != last || type == Type::boolean) line_.fail("an integer, or a number with its type");
  line_.next();
  if (type) return Number{0, value, *type};
  return Integer{value};
}

Expr ExpressionParser::named() {
  LineLexer ahead = line_;
  const std::string word(ahead.next().text);
  if (word == "true" || word == "false") {
    line_.next();
    return Boolean{word == "true"};
  }
  if (ahead.peek().text == "(") {
    line_.next();
    return call(word);
  }
  const Symbol* found = symbols_.find(word);
  if (found && found->kind == Symbol::Kind::object && ahead.peek().text == ".") return field_of(line_.name(""), *found);
  if (ahead.peek().text == "[" && !ahead.peek().is_spaced) {
    auto [array, entity] = symbol(Symbol::Kind::array, "an array");
    line_.expect("[");
    Expr index = expression();
    line_.expect("]");
    return Load{std::move(array), entity.type, {std::move(index)}};
  }
  auto [variable, entity] = symbol(Symbol::Kind::variable, "a variable");
  return Variable{std::move(variable), entity.type};
}

Expr ExpressionParser::field_of(const std::string& object, const Symbol& symbol) {
  line_.expect(".");
  const auto [name, declaration] = field(symbol);
  Field node{object, name, -1, declaration->type};
  if (!line_.accept("[")) return node;
  node.element = static_cast<int>(line_.integer());
  line_.expect("]");
  return node;
}

std::vector<Expr> ExpressionParser::arguments() {
  line_.expect("(");
  std::vector<Expr> all = list();
  line_.expect(")");
  return all;
}

Expr ExpressionParser::call(const std::string& function) {
  if (function == "search" || function == "gallop") return search(function);
  for (const auto& [what, word] : sampled_words)
    if (function == word) return sampled(what);
  const std::optional<Operator> op = find_function(function);
  const std::optional<Type> type = find_type(function);
  const bool is_known = op || type || function == "is_stored";
  if (!is_known) throw ParseError(line_.number(), "`" + function + "` is not a function");
  std::vector<Expr> operands = arguments();
  const std::size_t arity = op ? static_cast<std::size_t>(info(*op).arity) : 1;
  if (operands.size() != arity)
    throw ParseError(line_.number(), "`" + function + "` has " + std::to_string(operands.size()) +
                                         " operands, expected " + std::to_string(arity));
  if (function == "is_stored") return IsStored{std::move(operands)};
  if (type) return Cast{*type, std::move(operands)};
  if (op == Operator::min) return typed(combined(BinaryOp::minimum, std::move(operands)));
  if (op == Operator::max) return typed(combined(BinaryOp::maximum, std::move(operands)));
  const Type of_operands = type_of(operands[0]);
  return Compute{*op, std::move(operands), of_operands};
}

// search(ARRAY[BEGIN .. END), WANTED)
Expr ExpressionParser::search(const std::string& function) {
  line_.expect("(");
  auto [array, entity] = symbol(Symbol::Kind::array, "an array");
  line_.expect("[");
  Expr begin = expression();
  line_.expect("..");
  Expr end = expression();
  line_.expect_all({")", ","});
  Expr wanted = expression();
  line_.expect(")");
  return Search{
      std::move(array), entity.type, {std::move(begin), std::move(end), std::move(wanted)}, function == "gallop"};
}

// long_rows(ARRAY, COUNT), useful_lanes(FIBRES, ENTRIES)
Expr ExpressionParser::sampled(Sampled::What what) {
  Sampled node{what, {}, Type::i64, {}};
  line_.expect("(");
  if (what == Sampled::What::long_rows) {
    auto [array, entity] = symbol(Symbol::Kind::array, "an array");
    node.array = array;
    node.element = entity.type;
    line_.expect(",");
  }
  node.operands = list();
  line_.expect(")");
  return node;
}

}  // namespace scorchc::loop
