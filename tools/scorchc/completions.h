// Implements `scorchc completions SHELL`: scripts that complete command lines, generated from the command table.
#pragma once

#include <string>
#include <vector>

namespace scorchc::tools {

std::vector<std::string> all_shells();

/// Returns the script of a shell. Fails with `usage` for an unknown shell.
std::string completions(const std::string& shell);

}  // namespace scorchc::tools
