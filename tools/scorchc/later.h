// What the documentation names and this version does not have: exit 3 instead of an unknown word.
#pragma once

#include <array>
#include <string_view>

namespace scorchc::tools {

inline constexpr std::array<std::string_view, 1> later_commands = {"completions"};

}  // namespace scorchc::tools
