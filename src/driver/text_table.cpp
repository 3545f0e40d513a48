#include "driver/text_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace scorchc::driver {
namespace {

/// Returns "1,234.5".
std::string print_fixed(double value, int decimals) {
  std::array<char, 400> buffer{};  // the largest double has 309 digits
  std::string text(
      buffer.data(),
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals).ptr);
  const std::size_t whole = std::min(text.find('.'), text.size());
  for (std::size_t end = whole; end > 3; end -= 3) text.insert(end - 3, ",");
  return text;
}

std::string with_unit(double value, double step, const std::vector<std::string>& units) {
  std::size_t unit = 0;
  // A value that would round to 1000 moves to the next unit.
  for (; unit + 1 < units.size() && value >= 999.5; ++unit) value /= step;
  return print_rounded(value) + " " + units[unit];
}

}  // namespace

std::string print_count(double count) { return print_fixed(count, 0); }

std::string print_rounded(double value) {
  if (!std::isfinite(value)) return value > 0 ? "inf" : "nan";
  const double size = std::abs(value);
  return print_fixed(value, size == 0 || size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3);
}

std::string print_seconds(double seconds) { return with_unit(seconds * 1e9, 1000, {"ns", "us", "ms", "s"}); }

std::string print_bytes(double bytes) { return with_unit(bytes, 1000, {"B", "kB", "MB", "GB"}); }

std::string print_table(const std::vector<std::vector<std::string>>& rows, const std::string& indent) {
  std::vector<std::size_t> widths;
  for (const std::vector<std::string>& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t n = 0; n < row.size(); ++n) widths[n] = std::max(widths[n], row[n].size());
  }
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    std::string line = indent;
    for (std::size_t n = 0; n < row.size(); ++n) {
      const std::string blanks(widths[n] - row[n].size(), ' ');
      const bool is_left = n == 0 || n + 1 == widths.size();
      line += (n == 0 ? "" : "  ") + (is_left ? row[n] + blanks : blanks + row[n]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace scorchc::driver
