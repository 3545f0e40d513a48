// Response files: `@args.rsp` stands for the arguments in that file, for command lines that are too long for the
// system.
#pragma once

#include <string>
#include <vector>

namespace scorchc::tools {

struct ExpandedArguments {
  std::vector<std::string> words;
  std::vector<std::string> files;  // those that were read, by the names that they have in the arguments
};

/// The arguments with those of response files in their places. In a file they are separated by blanks and line ends;
/// '...' and "..." hold blanks, a backslash holds the character behind it (not in '...'), as in a shell and in GCC. A
/// response file may name others. Failures: file_unreadable, file_too_large, usage (a quote that is left open, files
/// that name each other).
ExpandedArguments with_response_files(const std::vector<std::string>& arguments);

}  // namespace scorchc::tools
