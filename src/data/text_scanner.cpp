#include "data/text_scanner.h"

#include <algorithm>
#include <cstring>

#include "support/real_number.h"

namespace scorchc::data {

bool TextScanner::next_line(char comment) {
  // Called inside a line, it continues after that line: the rest was read or is blank.
  while (true) {
    while (at_ != end_ && (is_blank(*at_) || *at_ == '\n')) ++at_;
    if (at_ == end_) return false;
    if (*at_ != comment) return true;
    const void* line_end = std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_));
    at_ = line_end == nullptr ? end_ : static_cast<const char*>(line_end);
  }
}

std::string_view TextScanner::word() {
  while (at_ != end_ && is_blank(*at_)) ++at_;
  token_ = at_;
  while (!at_token_end(at_)) ++at_;
  return {token_, static_cast<std::size_t>(at_ - token_)};
}

double TextScanner::real(std::string_view what) {
  const char* start = start_token();
  double value = 0;
  const auto [stop, error] = read_real(start, end_, value);
  if (!at_token_end(stop)) fail_number(what, std::errc::invalid_argument);
  if (error != std::errc{}) fail_number(what, error);
  at_ = stop;
  return value;
}

bool TextScanner::try_integer(std::int64_t* value) {
  const char* start = start_token();
  const auto [stop, error] = std::from_chars(start, end_, *value);
  if (error != std::errc{} || !at_token_end(stop) || (*value == 0 && *start == '-')) return false;
  at_ = stop;
  return true;
}

/// Returns a place in a source that holds only the current line, preceded by as many empty lines as the file has before
/// it. The diagnostic thus shows the right line number without a copy of a file that may have gigabytes.
Place TextScanner::place(const char* from, const char* to) const {
  if (begin_ == end_) return {make_source(path_, ""), {}};
  constexpr std::ptrdiff_t reach = 1 << 20;  // of a very long line: more than is ever printed
  const char* line = from;
  while (line != begin_ && line[-1] != '\n' && from - line < reach) --line;
  const char* line_end = from;
  while (line_end != end_ && *line_end != '\n' && line_end - from < reach) ++line_end;
  const auto lines = static_cast<std::size_t>(std::count(begin_, line, '\n'));
  std::string text(lines, '\n');
  const auto start = static_cast<std::uint32_t>(lines + static_cast<std::size_t>(from - line));
  const auto length = static_cast<std::uint32_t>(std::min(to, line_end) - from);
  text.append(line, line_end);
  return {make_source(path_, std::move(text)), {start, start + length}};
}

void TextScanner::fail_number(std::string_view what, std::errc error) {
  const std::string token(word());
  if (token.empty()) fail_here(Code::data_count, "expected " + std::string(what) + ", found the end of the line");
  const std::string range = error == std::errc::result_out_of_range ? "is out of range for " : "is not ";
  fail_token(Code::data_number, quoted(token) + " " + range + std::string(what));
}

void TextScanner::fail_coordinate(std::int64_t value, std::int64_t extent, std::string_view what) const {
  const std::string token = std::string(what.substr(what.find(' ') + 1)) + " " + std::to_string(value);
  if (value > extent) {
    fail_token(Code::data_coordinate, token + " is beyond the extent, " + std::to_string(extent));
  }
  fail_token(Code::data_coordinate, token + " is below 1", "coordinates in these files are counted from 1");
}

void TextScanner::fail_surplus(std::string_view what) {
  word();
  fail_token(Code::data_count, "expected the end of the line after " + std::string(what));
}

}  // namespace scorchc::data
