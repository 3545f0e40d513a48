// Implements the lexer of index notation.
#include "front/lexer.h"

#include <algorithm>

namespace scorchc::front {
namespace {

bool continues_name(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

}  // namespace

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_name(std::string_view text) {
  return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), continues_name);
}

char Lexer::peek(std::size_t ahead) const {
  const std::size_t at = at_ + ahead;
  return at < text_.text().size() ? text_.text()[at] : '\0';
}

void Lexer::skip_blanks() {
  while (at_ < text_.text().size()) {
    const char c = peek();
    if (c == '#') {
      at_ = std::min(text_.text().find('\n', at_), text_.text().size());
    } else if (c == ' ' || c == '\t' || c == '\r' || (c == '\n' && depth_ > 0)) {
      ++at_;
    } else {
      return;
    }
  }
}

Token Lexer::token(TokenKind kind, std::size_t length) {
  const Token result{kind, text_.text().substr(at_, length), at_, at_ + length};
  at_ += length;
  return result;
}

Token Lexer::next() {
  skip_blanks();
  if (at_ >= text_.text().size()) return token(TokenKind::end, 0);
  const char c = peek();
  if (is_letter(c)) return name();
  if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
  if (c == '\n' || c == ';') return token(TokenKind::separator, 1);
  if (c == '=') return token(TokenKind::assignment, 1);
  if (c == '+' && peek(1) == '=') return token(TokenKind::assignment, 2);
  if (c == '(') ++depth_;
  if (c == ')' && depth_ > 0) --depth_;
  if (std::string_view("+-*/(),").find(c) != std::string_view::npos) return token(TokenKind::symbol, 1);
  unexpected();
}

Token Lexer::name() {
  std::size_t length = 1;
  while (continues_name(peek(length))) ++length;
  if (length > max_name_bytes)
    fail(Code::too_large, text_.place(at_, at_ + length),
         "a name has more than " + std::to_string(max_name_bytes) + " bytes");
  const std::string_view text = text_.text().substr(at_, length);
  if ((text == "min" || text == "max") && peek(length) == '=') return token(TokenKind::assignment, length + 1);
  return token(TokenKind::name, length);
}

Token Lexer::number() {
  std::size_t length = 0;
  const auto digits = [&] {
    while (is_digit(peek(length))) ++length;
  };
  digits();
  if (peek(length) == '.') {
    ++length;
    digits();
  }
  if (peek(length) == 'e' || peek(length) == 'E') {
    const std::size_t sign = peek(length + 1) == '+' || peek(length + 1) == '-' ? 1 : 0;
    if (is_digit(peek(length + 1 + sign))) {
      length += 1 + sign;
      digits();
    }
  }
  if (continues_name(peek(length)) || peek(length) == '.') {
    std::size_t end = length;
    while (continues_name(peek(end)) || peek(end) == '.') ++end;
    fail(Code::number, text_.place(at_, at_ + end), quoted(text_.text().substr(at_, end)) + " is not a number",
         is_letter(peek(length)) ? "a product is written with `*`, and names start with a letter" : "");
  }
  return token(TokenKind::number, length);
}

void Lexer::unexpected() const {
  std::size_t length = 1;
  // The error covers all bytes of a UTF-8 character.
  while (length < 4 && (static_cast<unsigned char>(peek(length)) & 0xc0) == 0x80) ++length;
  if (static_cast<unsigned char>(peek()) < 0x80) length = 1;
  const std::string_view text = text_.text().substr(at_, length);
  std::string help = "names are ASCII letters, digits and underscores, and start with a letter";
  if (text == "[" || text == "]" || text == "{" || text == "}")
    help = "use parentheses for indices and groups: `A(i,j)`";
  if (text == "^") help = "a power is written `pow(x, 2)`";
  if (text == ":") help = "name the kernel with --name, or with a `kernel NAME: ...` line of a spec";
  if (text == "@") help = "a matrix product is written `C(i,k) = A(i,j) * B(j,k)`";
  fail(Code::unexpected_character, text_.place(at_, at_ + length), quoted(text) + " has no meaning here", help);
}

}  // namespace scorchc::front
