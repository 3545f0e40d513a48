// Parses index notation by recursive descent.
#include "front/parser.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "front/front.h"
#include "front/lexer.h"
#include "support/real_number.h"

namespace scorchc::front {
namespace {

std::optional<ReduceOp> reduction(std::string_view name) {
  if (name == "sum") return ReduceOp::sum;
  if (name == "min") return ReduceOp::min;
  if (name == "max") return ReduceOp::max;
  return std::nullopt;
}

std::vector<std::string> function_names() {
  std::vector<std::string> names{"sum"};
  for (const OperatorInfo& op : all_operators())
    if (!op.infix) names.emplace_back(op.name);
  return names;
}

/// Chains of operators are parsed by loops. Only parentheses, calls and signs recurse, and their depth is limited.
class Parser {
 public:
  explicit Parser(const Fragment& text) : text_(text), lexer_(text) { advance(); }

  std::vector<Statement> program() {
    std::vector<Statement> statements;
    skip_separators();
    while (now_.kind != TokenKind::end) {
      if (statements.size() == static_cast<std::size_t>(max_statements))
        fail(Code::too_large, here(), "the input has more than " + std::to_string(max_statements) + " statements");
      statements.push_back(statement());
      if (now_.kind != TokenKind::separator && now_.kind != TokenKind::end) expected_end();
      skip_separators();
    }
    if (statements.empty())
      fail(Code::syntax, text_.place(0, 0), "there is no statement", "write one such as `y(i) = A(i,j) * x(j)`");
    return statements;
  }

 private:
  const Fragment& text_;
  Lexer lexer_;
  Token now_;
  std::size_t last_end_ = 0;  // of the token before now_
  int nesting_ = 0;
  int terms_ = 0;

  void advance() {
    last_end_ = now_.end;
    now_ = lexer_.next();
  }
  void skip_separators() {
    while (now_.kind == TokenKind::separator) advance();
  }
  /// Skips line ends after an operator, where a statement cannot end.
  void skip_lines() {
    while (now_.kind == TokenKind::separator && now_.text == "\n") advance();
  }
  Place here() const { return text_.place(now_.begin, now_.end); }
  Span since(std::size_t begin) const { return text_.span(begin, last_end_); }

  std::string found() const {
    if (now_.kind == TokenKind::end) return "the end of the input";
    if (now_.kind == TokenKind::separator && now_.text == "\n") return "the end of the line";
    return quoted(now_.text);
  }
  [[noreturn]] void expected(const std::string& what, std::string help = {}) const {
    fail(Code::syntax, here(), "expected " + what + ", found " + found(), std::move(help));
  }
  [[noreturn]] void expected_end() const {
    if (now_.is(')')) fail(Code::syntax, here(), "unmatched `)`");
    if (now_.kind == TokenKind::assignment)
      expected("an operator or the end of the statement", "separate statements with `;`");
    expected("an operator or the end of the statement");
  }
  void expect(char symbol, const char* help) {
    if (!now_.is(symbol)) expected(std::string("`") + symbol + "`", help);
    advance();
  }

  struct Nested {
    explicit Nested(Parser& parser) : parser_(parser) {
      if (++parser_.nesting_ > max_nesting)
        fail(Code::too_large, parser_.here(),
             "the expression is nested more than " + std::to_string(max_nesting) + " deep");
    }
    ~Nested() { --parser_.nesting_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;
    Parser& parser_;
  };

  Statement statement() {
    terms_ = 0;
    if (now_.kind == TokenKind::assignment) expected("a tensor");
    if (now_.kind != TokenKind::name)
      expected("the name of the result", "a statement begins with its result: `y(i) = ...`");
    const std::size_t begin = now_.begin;
    refuse_reserved();
    Access lhs = access();
    const Span lhs_span = since(begin);
    if (now_.kind != TokenKind::assignment) expected("`=`", "the assignments are `=`, `+=`, `min=` and `max=`");
    AssignOp op = AssignOp::set;
    for (const AssignOp candidate : {AssignOp::add, AssignOp::min, AssignOp::max})
      if (now_.text == name(candidate)) op = candidate;
    advance();
    Expr rhs = expression();
    return finish({std::move(lhs), op, std::move(rhs), text_.source(), lhs_span});
  }

  /// Resolves `min(j, e)` and `max(j, e)` when the whole statement is parsed: a reduction if `j` is an index of the
  /// statement, otherwise the binary function.
  static Statement finish(Statement statement) {
    std::set<std::string> indices(statement.lhs.indices.begin(), statement.lhs.indices.end());
    for (const Access& access : accesses(statement.rhs)) indices.insert(access.indices.begin(), access.indices.end());
    statement.rhs = rewrite(statement.rhs, [&](const Expr& expr) {
      const Apply* call = expr.as<Apply>();
      if (call == nullptr || (call->op != Operator::min && call->op != Operator::max)) return expr;
      const Access* first = call->operands[0].as<Access>();
      if (first == nullptr || !first->indices.empty() || !indices.contains(first->tensor)) return expr;
      const ReduceOp op = call->op == Operator::min ? ReduceOp::min : ReduceOp::max;
      return reduce(op, {first->tensor}, call->operands[1], expr.span());
    });
    return statement;
  }

  Expr expression() {
    const std::size_t begin = (skip_lines(), now_.begin);
    Expr left = product();
    while (now_.is('+') || now_.is('-')) {
      const Operator op = now_.is('+') ? Operator::add : Operator::sub;
      advance();
      Expr right = product();
      left = apply(op, {std::move(left), std::move(right)}, since(begin));
    }
    return left;
  }

  Expr product() {
    const std::size_t begin = (skip_lines(), now_.begin);
    Expr left = factor();
    while (now_.is('*') || now_.is('/')) {
      const Operator op = now_.is('*') ? Operator::mul : Operator::div;
      advance();
      Expr right = factor();
      left = apply(op, {std::move(left), std::move(right)}, since(begin));
    }
    return left;
  }

  Expr factor() {
    skip_lines();
    const std::size_t begin = now_.begin;
    if (now_.is('-')) {
      const Nested nested(*this);
      advance();
      if (is_least_integer()) return least_integer(begin);
      Expr operand = factor();
      return apply(Operator::neg, {std::move(operand)}, since(begin));
    }
    if (now_.is('(')) {
      const Nested nested(*this);
      advance();
      Expr inside = expression();
      expect(')', "a `(` is not closed");
      return inside;
    }
    if (now_.kind != TokenKind::number && now_.kind != TokenKind::name) expected("a tensor, a number or `(`");
    if (++terms_ > max_terms)
      fail(Code::too_large, here(), "the statement has more than " + std::to_string(max_terms) + " terms");
    if (now_.kind == TokenKind::number) return number();
    if (reduction(now_.text) || find_function(now_.text)) return call();
    Access operand = access();
    return Expr(std::move(operand), since(begin));
  }

  /// After a minus: true for the literal that fits 64 bits only if it is negative.
  bool is_least_integer() const { return now_.kind == TokenKind::number && now_.text == "9223372036854775808"; }

  Expr least_integer(std::size_t begin) {
    advance();
    const std::int64_t least = std::numeric_limits<std::int64_t>::min();
    return Expr(Literal{static_cast<double>(least), least}, since(begin));
  }

  Expr number() {
    const std::string_view text = now_.text;
    const Place place = here();
    Literal literal;
    literal.integral = text.find_first_of(".eE") == std::string_view::npos;
    const char* end = text.data() + text.size();
    literal.fits_i64 = !literal.integral || std::from_chars(text.data(), end, literal.integer).ec == std::errc{};
    if (read_real(text.data(), end, literal.value).ec != std::errc{})
      fail(Code::number, place, quoted(text) + " is beyond the range of f64");
    advance();
    return Expr(literal, place.span);
  }

  void refuse_reserved() const {
    if (reduction(now_.text) || find_function(now_.text))
      fail(Code::reserved_name, here(),
           quoted(now_.text) + " is a function and cannot be the name of a tensor or an index");
  }

  Expr call() {
    const Nested nested(*this);
    const std::string function(now_.text);
    const Place function_place = here();
    const std::size_t begin = now_.begin;
    advance();
    if (!now_.is('('))
      fail(Code::reserved_name, function_place, "`" + function + "` is a function and needs arguments in parentheses");
    advance();
    std::vector<Expr> arguments;
    if (!now_.is(')')) arguments.push_back(expression());
    while (now_.is(',')) {
      if (arguments.size() > static_cast<std::size_t>(max_order))
        fail(Code::too_large, here(),
             "`" + function + "` has more than " + std::to_string(max_order) + " arguments before its last");
      advance();
      arguments.push_back(expression());
    }
    expect(')', "the argument list is not closed");
    const std::optional<Operator> op = find_function(function);
    if (op && arguments.size() == static_cast<std::size_t>(info(*op).arity))
      return apply(*op, std::move(arguments), since(begin));
    if (reduction(function) && arguments.size() >= 2)
      return explicit_reduction(function, std::move(arguments), since(begin));
    const std::string wanted = function == "sum"            ? "an index and an expression: `sum(j, A(i,j))`"
                               : op && info(*op).arity == 1 ? "one argument"
                                                            : "two arguments";
    fail(Code::argument_count, {text_.source(), since(begin)}, "`" + function + "` takes " + wanted);
  }

  Expr explicit_reduction(const std::string& function, std::vector<Expr> arguments, Span span) const {
    std::vector<std::string> indices;
    for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
      const Access* index = arguments[i].as<Access>();
      if (index == nullptr || !index->indices.empty())
        fail(Code::not_an_index, {text_.source(), arguments[i].span()},
             "`" + function + "` reduces over an index, but this is not an index",
             "write `" + function + "(j, A(i,j))`");
      indices.push_back(index->tensor);
    }
    return reduce(*reduction(function), std::move(indices), std::move(arguments.back()), span);
  }

  Access access() {
    const Token name = now_;
    Access result{std::string(now_.text), {}};
    advance();
    if (!now_.is('(')) return result;
    advance();
    if (now_.is(')')) expected("an index", "a tensor without indices is written without parentheses");
    while (true) {
      index(result, name);
      if (!now_.is(',')) break;
      advance();
    }
    if (!now_.is(')')) not_an_index(name);
    advance();
    return result;
  }

  void index(Access& access, const Token& name) {
    if (now_.kind != TokenKind::name) not_an_index(name);
    refuse_reserved();
    if (access.indices.size() == static_cast<std::size_t>(max_order))
      fail(Code::too_large, here(), quoted(access.tensor) + " has more than " + std::to_string(max_order) + " indices");
    access.indices.emplace_back(now_.text);
    advance();
  }

  /// Fails because the parentheses after a name do not contain a list of indices. Often a function was meant.
  [[noreturn]] void not_an_index(const Token& tensor) const {
    if (now_.kind == TokenKind::end || now_.kind == TokenKind::separator) expected("`)`", "a `(` is not closed");
    const std::string name(tensor.text);
    if (now_.is('(')) {
      const std::string help = nearest(name, function_names());
      std::string all;
      for (const std::string& function : function_names()) all += (all.empty() ? "" : ", ") + function;
      fail(Code::not_an_index, text_.place(tensor.begin, tensor.end), "there is no function `" + name + "`",
           help.empty() ? "the functions are " + all : help);
    }
    if (const std::string help = nearest(name, function_names()); !help.empty())
      fail(Code::not_an_index, text_.place(tensor.begin, tensor.end),
           "`" + name + "` is not a function, and its parentheses do not contain indices", help);
    fail(Code::not_an_index, here(), "`" + name + "` is a tensor, so its parentheses may contain only indices",
         "indices are plain names: `A(i,j)`");
  }
};

}  // namespace

std::vector<Statement> parse_program(const Fragment& text) { return Parser(text).program(); }

std::vector<Statement> parse_statements(const SourcePtr& source) { return parse_program(whole_text(source)); }

Statement parse_statement(const SourcePtr& source) {
  std::vector<Statement> statements = parse_statements(source);
  if (statements.size() > 1)
    fail(Code::syntax, {source, statements[1].lhs_span}, "found a second statement, expected only one");
  return std::move(statements.front());
}

}  // namespace scorchc::front
