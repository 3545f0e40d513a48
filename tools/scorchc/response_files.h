// Expands response files: `@args.rsp` is replaced by the arguments in that file, for command lines that exceed the
// system's limit.
#pragma once

#include <string>
#include <vector>

namespace scorchc::tools {

struct ExpandedArguments {
  std::vector<std::string> words;
  std::vector<std::string> files;  // the files read, as named in the arguments
};

/// Returns the arguments with response files expanded. In a file, blanks and line ends separate arguments; '...' and
/// "..." keep blanks, and a backslash quotes the next character (not in '...'), as in a shell and in GCC. Response
/// files may be nested. Fails with file_unreadable, file_too_large, or usage (a missing closing quote, files that
/// include each other).
ExpandedArguments with_response_files(const std::vector<std::string>& arguments);

}  // namespace scorchc::tools
