#include "support/real_number.h"

#include <cstdint>
#include <string_view>

namespace scorchc {
namespace {

/// Whether a decimal number that no double represents is too small (and rounds to 0) rather than too large;
/// std::from_chars reports both alike. `text` is a number in from_chars' syntax.
bool is_underflow(std::string_view text) {
  std::int64_t exponent = 0;  // decimal exponent of the first nonzero digit
  bool point = false, significant = false;
  std::size_t at = 0;
  for (; at < text.size() && text[at] != 'e' && text[at] != 'E'; ++at) {
    if (text[at] == '.') point = true;
    if (text[at] < '0' || text[at] > '9') continue;
    significant = significant || text[at] != '0';
    if (significant && !point) ++exponent;
    if (!significant && point) --exponent;
  }
  if (at == text.size()) return exponent < 0;
  const char* digits = text.data() + at + 1;
  const bool negative = *digits == '-';
  if (*digits == '+') ++digits;
  std::int64_t written = 0;
  if (std::from_chars(digits, text.data() + text.size(), written).ec != std::errc{}) return negative;
  return written < -exponent;
}

}  // namespace

std::from_chars_result read_real(const char* begin, const char* end, double& value) {
  const std::from_chars_result result = std::from_chars(begin, end, value);
  const std::string_view text(begin, static_cast<std::size_t>(result.ptr - begin));
  if (result.ec != std::errc::result_out_of_range || !is_underflow(text)) return result;
  value = *begin == '-' ? -0.0 : 0.0;
  return {result.ptr, std::errc{}};
}

}  // namespace scorchc
