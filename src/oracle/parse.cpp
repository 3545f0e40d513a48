// Implements the parser of the dense interpreter.
#include "oracle/parse.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "oracle/dense_interpreter.h"

namespace scorchc::oracle {
namespace {

constexpr int max_nesting = 512;

struct Token {
  enum class Kind { name, number, symbol, end };
  Kind kind;
  std::string_view text;
  std::size_t begin;
};

[[noreturn]] void fail(std::size_t begin, const std::string& what) {
  throw Error("column " + std::to_string(begin + 1) + ": " + what);
}

// Independent of the locale, unlike <cctype>.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::size_t skip(std::string_view text, std::size_t at, bool (*accepts)(char)) {
  while (at < text.size() && accepts(text[at])) ++at;
  return at;
}

/// The end of the number at `at`: digits with an optional point, then an optional exponent.
std::size_t end_of_number(std::string_view text, std::size_t at) {
  at = skip(text, at, is_digit);
  if (at < text.size() && text[at] == '.') at = skip(text, at + 1, is_digit);
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    std::size_t exponent = at + 1;
    if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
    if (exponent < text.size() && is_digit(text[exponent])) at = skip(text, exponent, is_digit);
  }
  return at;
}

Token next_token(std::string_view text, std::size_t at) {
  const auto token = [&](Token::Kind kind, std::size_t end) { return Token{kind, text.substr(at, end - at), at}; };
  const bool then_equals = at + 1 < text.size() && text[at + 1] == '=';
  if (is_letter(text[at])) {
    const std::size_t end = skip(text, at, [](char c) { return is_letter(c) || is_digit(c); });
    const std::string_view name = text.substr(at, end - at);
    if ((name == "min" || name == "max") && end < text.size() && text[end] == '=')
      return token(Token::Kind::symbol, end + 1);
    return token(Token::Kind::name, end);
  }
  if (is_digit(text[at]) || (text[at] == '.' && at + 1 < text.size() && is_digit(text[at + 1]))) {
    const std::size_t end = end_of_number(text, at);
    if (end < text.size() && is_letter(text[end])) fail(end, "a letter directly after a number");
    return token(Token::Kind::number, end);
  }
  if (text[at] == '+' && then_equals) return token(Token::Kind::symbol, at + 2);
  if (std::string_view("()+-*/=,").find(text[at]) == std::string_view::npos) fail(at, "unexpected character");
  return token(Token::Kind::symbol, at + 1);
}

std::vector<Token> tokenize(std::string_view text) {
  std::vector<Token> tokens;
  std::size_t at = 0;
  while (at < text.size()) {
    if (is_space(text[at])) {
      ++at;
    } else if (text[at] == '#') {
      at = std::min(text.find('\n', at), text.size());
    } else {
      tokens.push_back(next_token(text, at));
      at += tokens.back().text.size();
    }
  }
  tokens.push_back({Token::Kind::end, "", text.size()});
  return tokens;
}

int number_of(std::vector<std::string>& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  names.emplace_back(name);
  return static_cast<int>(names.size()) - 1;
}

class Parser {
 public:
  Parser(std::string_view text, const std::function<bool(std::string_view)>& is_tensor)
      : tokens_(tokenize(text)), is_tensor_(is_tensor) {}

  Statement statement() {
    out_.result = take_name();
    if (accept("(")) out_.result_indices = index_list();
    out_.assign = assignment();
    out_.root = sum();
    if (now().kind != Token::Kind::end) fail(now().begin, "expected the end of the statement");
    for (const std::string& name : out_.index_names)
      if (name == out_.result || std::count(out_.tensor_names.begin(), out_.tensor_names.end(), name) > 0)
        throw Error("`" + name + "` is both an index and a tensor");
    return std::move(out_);
  }

 private:
  const Token& now() const { return tokens_[at_]; }

  bool at(std::string_view symbol) const { return now().kind == Token::Kind::symbol && now().text == symbol; }

  bool accept(std::string_view symbol) {
    if (!at(symbol)) return false;
    ++at_;
    return true;
  }

  void expect(std::string_view symbol) {
    if (!accept(symbol)) fail(now().begin, "expected `" + std::string(symbol) + "`");
  }

  std::string_view take_name() {
    if (now().kind != Token::Kind::name) fail(now().begin, "expected a name");
    return tokens_[at_++].text;
  }

  /// Parses the rest of `(i,j)` after the opening parenthesis.
  std::vector<int> index_list() {
    std::vector<int> indices;
    do indices.push_back(number_of(out_.index_names, take_name()));
    while (accept(","));
    expect(")");
    return indices;
  }

  Assign assignment() {
    if (accept("=")) return Assign::set;
    if (accept("+=")) return Assign::add;
    if (accept("min=")) return Assign::min;
    if (accept("max=")) return Assign::max;
    fail(now().begin, "expected `=`, `+=`, `min=` or `max=`");
  }

  int sum() {
    Node node{.kind = Kind::add, .children = {product()}, .subtracted = {false}};
    while (at("+") || at("-")) {
      node.subtracted.push_back(at("-"));
      ++at_;
      node.children.push_back(product());
    }
    return node.children.size() == 1 ? node.children[0] : out_.tree.add(std::move(node));
  }

  int product() {
    Node node{.kind = Kind::product, .children = {unary()}};
    const auto so_far = [&] { return node.children.size() == 1 ? node.children[0] : out_.tree.add(std::move(node)); };
    while (true) {
      if (accept("*")) {
        node.children.push_back(unary());
      } else if (accept("/")) {
        const int numerator = so_far();
        const int quotient = out_.tree.add({.kind = Kind::quotient, .children = {numerator, unary()}});
        node = {.kind = Kind::product, .children = {quotient}};
      } else {
        return so_far();
      }
    }
  }

  int unary() {
    // All nesting of expressions goes through this function.
    if (++nesting_ > max_nesting) fail(now().begin, "nested too deeply");
    const int node = accept("-") ? negated() : primary();
    --nesting_;
    return node;
  }

  int negated() {
    // The smallest 64-bit integer cannot be written as the negation of a literal.
    if (now().text == "9223372036854775808") {
      ++at_;
      const std::int64_t least = std::numeric_limits<std::int64_t>::min();
      return out_.tree.add({.kind = Kind::number, .real = static_cast<double>(least), .integer = least});
    }
    return out_.tree.add({.kind = Kind::negate, .children = {unary()}});
  }

  int primary() {
    if (accept("(")) {
      const int inside = sum();
      expect(")");
      return inside;
    }
    if (now().kind == Token::Kind::number) return number();
    const std::size_t begin = now().begin;
    const std::string_view name = take_name();
    if (!accept("(")) return access(name, {});
    if (name == "sum" || name == "min" || name == "max") {
      std::vector<int> bound = bound_indices();
      if (!bound.empty()) return reduction(name, std::move(bound));
      if (name == "sum") fail(begin, "`sum` needs an index and an expression");
    }
    if (const auto function = find_function(name)) return call(*function);
    return access(name, index_list());
  }

  int number() {
    const Token token = tokens_[at_++];
    const char* const begin = token.text.data();
    const char* const end = begin + token.text.size();
    Node node{.kind = Kind::number};
    const auto whole = std::from_chars(begin, end, node.integer);
    node.integral = whole.ec == std::errc() && whole.ptr == end;
    // Unlike from_chars, strtod rounds a number that is too small.
    node.real = std::strtod(std::string(token.text).c_str(), nullptr);
    if (!std::isfinite(node.real)) fail(token.begin, "number out of range");
    return out_.tree.add(std::move(node));
  }

  int access(std::string_view name, std::vector<int> indices) {
    return out_.tree.add(
        {.kind = Kind::access, .tensor = number_of(out_.tensor_names, name), .indices = std::move(indices)});
  }

  /// Parses `j, k,` of `sum(j, k, e)`: names before a comma that are not tensors.
  std::vector<int> bound_indices() {
    std::vector<int> bound;
    while (now().kind == Token::Kind::name && !is_tensor_(now().text) && tokens_[at_ + 1].text == ",") {
      const int index = number_of(out_.index_names, now().text);
      if (std::count(bound.begin(), bound.end(), index) > 0) fail(now().begin, "an index is named twice");
      bound.push_back(index);
      at_ += 2;
    }
    return bound;
  }

  int reduction(std::string_view name, std::vector<int> bound) {
    const int body = sum();
    expect(")");
    const Reduction kind = name == "sum" ? Reduction::sum : name == "min" ? Reduction::min : Reduction::max;
    return out_.tree.add({.kind = Kind::reduce, .children = {body}, .reduction = kind, .indices = std::move(bound)});
  }

  int call(Function function) {
    Node node{.kind = Kind::call, .function = function};
    do node.children.push_back(sum());
    while (accept(","));
    if (node.children.size() != info(function).arity)
      fail(now().begin,
           "`" + std::string(info(function).name) + "` takes " + std::to_string(info(function).arity) + " arguments");
    expect(")");
    return out_.tree.add(std::move(node));
  }

  std::vector<Token> tokens_;
  const std::function<bool(std::string_view)>& is_tensor_;
  std::size_t at_ = 0;
  int nesting_ = 0;
  Statement out_;
};

}  // namespace

Statement parse(std::string_view text, const std::function<bool(std::string_view)>& is_tensor) {
  return Parser(text, is_tensor).statement();
}

}  // namespace scorchc::oracle
