// Splits index notation into tokens, one at a time: the tokens of a large input are never stored in a list.
#pragma once

#include <cstddef>
#include <string>

#include "front/fragment.h"

namespace scorchc::front {

enum class TokenKind { name, number, symbol, assignment, separator, end };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;           // of the fragment: "A", "1e-3", "(", "min=", ";"
  std::size_t begin = 0, end = 0;  // byte offsets in the fragment

  bool is(char symbol) const { return kind == TokenKind::symbol && text.front() == symbol; }
};

class Lexer {
 public:
  /// `text` must outlive the lexer and its tokens.
  explicit Lexer(const Fragment& text) : text_(text) {}

  /// The next token. Skips blanks and comments. A line end is a separator, except inside parentheses.
  Token next();

 private:
  const Fragment& text_;
  std::size_t at_ = 0;
  int depth_ = 0;

  char peek(std::size_t ahead = 0) const;
  void skip_blanks();
  Token token(TokenKind kind, std::size_t length);
  Token number();
  Token name();
  [[noreturn]] void unexpected() const;
};

bool is_letter(char c);
bool is_digit(char c);
/// True if `text` can be a name of a tensor or an index: ASCII letters, digits, underscores; the first is a letter.
bool is_name(std::string_view text);

}  // namespace scorchc::front
