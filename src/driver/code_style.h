// Checks the value of --style, the layout of emitted code.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace scorchc::driver {

/// Returns the styles with a name: clang-format's own, `file`, and `off`.
std::span<const std::string_view> style_names();

/// Fails with `style` for an unknown style name, given alone or after `BasedOnStyle:`. Errors in style files and in
/// further settings are reported by the formatter.
void check_style(const std::string& style);

/// Whether the emitted text is left unformatted.
bool is_style_off(const std::string& style);

}  // namespace scorchc::driver
