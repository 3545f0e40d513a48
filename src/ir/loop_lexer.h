// Splits the text form of loop IR into lines, and a line into tokens. A part of ir/loop_parse.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace scorchc::loop {

/// A line that is not empty.
struct Line {
  int number = 0;         // from 1
  int depth = 0;          // two blanks each
  std::string_view text;  // without the indentation
};
/// The lines of a text, which must outlive them. Throws ParseError at an odd indentation.
std::vector<Line> lines_of(std::string_view text);

struct LoopToken {
  enum class Kind { name, number, symbol, end } kind = Kind::end;
  std::string_view text;   // "A2_pos", "0.5:f32", ":="
  bool is_spaced = false;  // a blank precedes it
};

/// The tokens of one line, read on demand: the end of a line may be prose. Copies look ahead.
class LineLexer {
 public:
  explicit LineLexer(const Line& line) : line_(line) { read(); }

  int number() const { return line_.number; }
  const LoopToken& peek() const { return token_; }
  LoopToken next();
  /// Whether the next tokens are these.
  bool is_ahead(std::initializer_list<std::string_view> texts) const;
  /// Consumes the token if it is the next one.
  bool accept(std::string_view text);
  void expect(std::string_view text);
  void expect_all(std::initializer_list<std::string_view> texts);
  /// Consumes a name, which is described by `what`: "a variable".
  std::string name(std::string_view what);
  std::int64_t integer();
  void expect_end();
  /// Consumes the rest of the line, from the next token on.
  std::string rest();
  /// Throws ParseError: "expected WANTED, found TOKEN".
  [[noreturn]] void fail(const std::string& wanted) const;

 private:
  void read();
  std::size_t length_of_number() const;

  Line line_;
  std::size_t begin_ = 0, end_ = 0;  // of the next token
  LoopToken token_;
};

}  // namespace scorchc::loop
