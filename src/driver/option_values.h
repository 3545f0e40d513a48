// Parses numbers in option values.
#pragma once

#include <charconv>
#include <optional>
#include <string>

#include "support/diagnostics.h"
#include "support/source.h"

namespace scorchc::driver {

/// Returns a whole number of at least `least`. Fails with setting_value for anything else.
template <class T>
T read_number(const std::string& text, const char* flag, T least) {
  T value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc{} && stop == end && value >= least) return value;
  fail(Code::setting_value, {make_source(flag, text), {0, static_cast<std::uint32_t>(text.size())}},
       scorchc::quoted(text) + (least > 0 ? " is not a whole number above 0" : " is not a whole number of at least 0"));
}

template <class T>
void read_number(const std::optional<std::string>& text, const char* flag, T& value, T least) {
  if (text) value = read_number<T>(*text, flag, least);
}

}  // namespace scorchc::driver
