// `scorchc completions SHELL`: scripts that complete command lines, made from the table of commands and options.
#pragma once

#include <string>
#include <vector>

namespace scorchc::tools {

std::vector<std::string> all_shells();

/// The script of a shell. A Failure (usage) for a shell that has none.
std::string completions(const std::string& shell);

}  // namespace scorchc::tools
