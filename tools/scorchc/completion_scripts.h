// Declares the completion scripts of each shell, and their common parts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command_table.h"

namespace scorchc::tools {

std::string bash_completions();
std::string zsh_completions();
std::string fish_completions();

/// Returns the commands that accept an option, "run|bench|tune", for a shell's patterns; empty if all do. In the
/// scripts, a command line without a command counts as `compile`.
std::string commands_of(const OptionRow& option, std::string_view separator);
/// Returns all names of an option: `--quiet`, `-q`.
std::vector<std::string> names_of(const OptionRow& option);
/// Joins words with blanks.
std::string spaced(const std::vector<std::string>& words);
/// Returns '...', valid in all three shells; `'` becomes '\''.
std::string shell_quoted(std::string_view text);

}  // namespace scorchc::tools
