#include "ir/loop_lexer.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "ir/loop_parse.h"

namespace scorchc::loop {
namespace {

constexpr std::array<std::string_view, 5> type_suffixes{":bool", ":i32", ":i64", ":f32", ":f64"};
constexpr std::array<std::string_view, 8> long_symbols{"...", "..", ":=", "+=", "==", "!=", "<=", "::"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c); }

std::size_t length_of_name(std::string_view text) {
  if (text.starts_with("branch-free ")) return 11;
  const auto end = std::find_if_not(text.begin(), text.end(), is_name);
  const auto length = static_cast<std::size_t>(end - text.begin());
  const std::string_view name = text.substr(0, length), after = text.substr(length);
  const bool is_update = (name == "min" || name == "max") && after.starts_with("=") && !after.starts_with("==");
  return is_update ? length + 1 : length;
}

std::size_t length_of_type(std::string_view text) {
  for (const std::string_view suffix : type_suffixes)
    if (text.starts_with(suffix) && (text.size() == suffix.size() || !is_name(text[suffix.size()])))
      return suffix.size();
  return 0;
}

}  // namespace

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  int number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t blanks = line.find_first_not_of(' ');
    ++number;
    begin = end + 1;
    if (blanks == std::string_view::npos) continue;
    if (blanks % 2 != 0) throw ParseError(number, "the indentation is odd; a block is indented by two blanks");
    lines.push_back({number, static_cast<int>(blanks / 2), line.substr(blanks)});
  }
  return lines;
}

/// Digits with a fraction and an exponent, `inf` or `nan`; and a type. 0 if it is no number.
std::size_t LineLexer::length_of_number() const {
  const std::string_view text = line_.text.substr(begin_);
  for (const std::string_view word : {"inf", "nan"})
    if (text.starts_with(word))
      if (const std::size_t type = length_of_type(text.substr(3)); type > 0) return 3 + type;
  std::size_t at = 0;
  const auto digits = [&] {
    while (at < text.size() && is_digit(text[at])) ++at;
  };
  const auto is_digit_at = [&](std::size_t place) { return place < text.size() && is_digit(text[place]); };
  digits();
  if (at == 0) return 0;
  if (text.substr(at).starts_with('.') && is_digit_at(at + 1)) {
    ++at;
    digits();
  }
  if (text.substr(at).starts_with('e')) {
    const std::size_t sign = at + 1 < text.size() && (text[at + 1] == '-' || text[at + 1] == '+') ? 1 : 0;
    if (is_digit_at(at + 1 + sign)) {
      at += 1 + sign;
      digits();
    }
  }
  return at + length_of_type(text.substr(at));
}

void LineLexer::read() {
  begin_ = std::min(line_.text.find_first_not_of(' ', end_), line_.text.size());
  const std::string_view text = line_.text.substr(begin_);
  const bool is_spaced = begin_ > end_;
  using Kind = LoopToken::Kind;
  Kind kind = text.empty() ? Kind::end : Kind::symbol;
  std::size_t length = text.empty() ? 0 : 1;
  if (const std::size_t number = length_of_number(); number > 0) {
    kind = Kind::number;
    length = number;
  } else if (!text.empty() && is_name(text[0])) {
    kind = Kind::name;
    length = length_of_name(text);
  } else {
    for (const std::string_view symbol : long_symbols)
      if (text.starts_with(symbol)) length = std::max(length, symbol.size());
  }
  end_ = begin_ + length;
  token_ = {kind, text.substr(0, length), is_spaced};
}

LoopToken LineLexer::next() {
  const LoopToken token = token_;
  read();
  return token;
}

bool LineLexer::is_ahead(std::initializer_list<std::string_view> texts) const {
  LineLexer copy = *this;
  return std::all_of(texts.begin(), texts.end(), [&](std::string_view text) { return copy.accept(text); });
}

bool LineLexer::accept(std::string_view text) {
  if (token_.text != text) return false;
  read();
  return true;
}

void LineLexer::expect(std::string_view text) {
  if (!accept(text)) fail("`" + std::string(text) + "`");
}

void LineLexer::expect_all(std::initializer_list<std::string_view> texts) {
  for (const std::string_view text : texts) expect(text);
}

std::string LineLexer::name(std::string_view what) {
  if (token_.kind != LoopToken::Kind::name) fail(std::string(what));
  return std::string(next().text);
}

std::int64_t LineLexer::integer() {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(token_.text.data(), token_.text.data() + token_.text.size(), value);
  if (error != std::errc() || end != token_.text.data() + token_.text.size()) fail("an integer");
  next();
  return value;
}

void LineLexer::expect_end() {
  if (token_.kind != LoopToken::Kind::end) fail("the end of the line");
}

std::string LineLexer::rest() {
  std::string text(line_.text.substr(begin_));
  end_ = line_.text.size();
  read();
  return text;
}

void LineLexer::fail(const std::string& wanted) const {
  const bool is_end = token_.kind == LoopToken::Kind::end;
  throw ParseError(line_.number, "expected " + wanted + ", found " +
                                     (is_end ? "the end of the line" : "`" + std::string(token_.text) + "`"));
}

}  // namespace scorchc::loop
