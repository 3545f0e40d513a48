// --style: how the layout of emitted code is named.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace scorchc::driver {

/// The styles that have a name: clang-format's own, `file`, and `off`.
std::span<const std::string_view> style_names();

/// A Failure (style) for what is no style's name, alone or behind `BasedOnStyle:`. What the formatter finds in a file
/// or in further settings it says itself.
void check_style(const std::string& style);

/// Whether text stays as it was emitted.
bool is_style_off(const std::string& style);

}  // namespace scorchc::driver
