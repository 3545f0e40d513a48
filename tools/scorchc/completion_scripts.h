// The scripts of single shells, and what they have in common.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command_table.h"

namespace scorchc::tools {

std::string bash_completions();
std::string zsh_completions();
std::string fish_completions();

/// "run|bench|tune", for a shell's patterns; a compilation is `compile` there. Nothing if it is all of them.
std::string commands_of(const OptionRow& option, std::string_view separator);
/// All names of an option: `--quiet`, `-q`.
std::vector<std::string> names_of(const OptionRow& option);
/// Words with blanks between them.
std::string spaced(const std::vector<std::string>& words);
/// '...', for any shell of the three; `'` stands in it as '\''.
std::string shell_quoted(std::string_view text);

}  // namespace scorchc::tools
