// Scans the text of a data file: blank-separated numbers, lines, and comment lines. Allocates nothing and adds no work
// per byte to std::from_chars, since files have 10^8 numbers. Every error gives the file, the line and the column.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "support/diagnostics.h"

namespace scorchc::data {

class TextScanner {
 public:
  /// `separator` is another byte that separates numbers (.smtx uses commas).
  TextScanner(std::string path, std::string_view text, char separator = ' ')
      : path_(std::move(path)), begin_(text.data()), end_(begin_ + text.size()), at_(begin_), separator_(separator) {}

  /// Skips blank lines and lines that start with `comment`, up to the first character of the next other line. Returns
  /// false at the end of the text.
  bool next_line(char comment);
  /// Skips blanks; returns true at the end of the line.
  bool at_line_end() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
    return at_ == end_ || *at_ == '\n';
  }
  /// Fails unless the line is finished. `what` describes a complete line ("a row, a column and a value").
  void finish_line(std::string_view what) {
    if (!at_line_end()) fail_surplus(what);
  }
  /// Skips line ends and comment lines to the next token. Returns false at the end of the text.
  bool next_token(char comment) { return (at_ != begin_ && !at_line_end()) || next_line(comment); }

  /// Returns the next token of the line; empty at the end of the line.
  std::string_view word();
  std::int64_t integer(std::string_view what);
  double real(std::string_view what);
  /// Consumes an integer token that fits in 64 bits, if one follows (not -0, which only a floating type can hold);
  /// otherwise consumes nothing and returns false.
  bool try_integer(std::int64_t* value);
  /// Reads a 1-based coordinate within `extent` and returns it 0-based; `what` is "a row".
  std::int64_t coordinate(std::int64_t extent, std::string_view what) {
    const std::int64_t value = integer(what);
    if (value < 1 || value > extent) fail_coordinate(value, extent, what);
    return value - 1;
  }

  /// Fail at the last token that was read (fail_token), or at the current position, such as the end of the text
  /// (fail_here).
  [[noreturn]] void fail_token(Code code, const std::string& message, const std::string& help = {}) const {
    fail(code, place(token_, at_), message, help);
  }
  [[noreturn]] void fail_here(Code code, const std::string& message, const std::string& help = {}) const {
    fail(code, place(at_, at_), message, help);
  }
  std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }

 private:
  bool is_blank(char c) const { return c == ' ' || c == '\t' || c == '\r' || c == separator_; }
  bool at_token_end(const char* at) const { return at == end_ || is_blank(*at) || *at == '\n'; }
  /// Marks the start of a token and skips a plus sign, which data files contain and std::from_chars rejects.
  const char* start_token() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
    token_ = at_;
    const bool plus = end_ - at_ > 1 && *at_ == '+' && at_[1] != '-';
    return plus ? at_ + 1 : at_;
  }
  Place place(const char* from, const char* to) const;
  [[noreturn]] void fail_number(std::string_view what, std::errc error);
  [[noreturn]] void fail_coordinate(std::int64_t value, std::int64_t extent, std::string_view what) const;
  [[noreturn]] void fail_surplus(std::string_view what);

  std::string path_;
  const char* begin_;
  const char* end_;
  const char* at_;
  const char* token_ = nullptr;
  char separator_;
};

inline std::int64_t TextScanner::integer(std::string_view what) {
  const char* start = start_token();
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(start, end_, value);
  if (error != std::errc{} || !at_token_end(stop)) fail_number(what, error);
  at_ = stop;
  return value;
}

}  // namespace scorchc::data
