// What the documentation names and this version does not have: exit 3 instead of an unknown word.
#pragma once

#include <array>
#include <string_view>

namespace scorchc::tools {

inline constexpr std::array<std::string_view, 3> later_commands = {"bench", "tune", "completions"};
inline constexpr std::array<std::string_view, 13> later_options = {
    "--isa", "--blas", "--target-cache", "--lock", "--check", "--update", "--plan", "-MD", "-MF",
    "-MT",   "-MP",    "-MMD",           "-MQ"};

}  // namespace scorchc::tools
