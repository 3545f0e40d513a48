// Defines diagnostics: errors and warnings with a code, a location in user text, and a suggested fix. The codes are the
// rows of diagnostic_codes.def; each has a section in docs/errors.md and a test.
//
// A phase that cannot continue throws a Failure. Only the driver catches it, renders it and exits with the exit code of
// its row. Warnings are appended to a Diagnostics list that is passed down.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "support/source.h"

namespace scorchc {

/// The documented exit codes of the command line (docs/errors.md).
enum class ExitCode : int {
  ok = 0,
  input = 1,        // the input has errors
  usage = 2,        // usage error: the command line cannot be parsed
  unsupported = 3,  // well-formed, but not supported yet: the message names the feature
  io = 4,           // a file is missing, unreadable or cannot be written
  limit = 5,        // a documented limit is exceeded
  difference = 6,   // `verify` or `--check` found a difference
  internal = 70,    // a bug in scorchc
};

/// One enumerator for each row of diagnostic_codes.def.
enum class Code {
#define SCORCHC_CODE(number, name, exit, title) name,
#define SCORCHC_DEFECT_CODE(number, name, exit, title) name,
#include "support/diagnostic_codes.def"
#undef SCORCHC_CODE
#undef SCORCHC_DEFECT_CODE
};

/// The cause of a diagnostic: the user's input, files or options (`input`), or a bug in scorchc (`defect`).
enum class Cause { input, defect };

struct CodeInfo {
  Code code;
  std::string_view id;     // "SC0204"
  std::string_view name;   // "format_order"
  std::string_view title;  // one-line description, for lists
  ExitCode exit;
  Cause cause = Cause::input;
};
const CodeInfo& info(Code code);
const std::vector<CodeInfo>& all_codes();

enum class Severity { error, warning };

struct Diagnostic {
  Code code;
  Severity severity = Severity::error;
  std::string message;  // one sentence, lower case, no full stop; names in backquotes
  Place place;
  std::string help;  // the suggested fix, or empty
};
using Diagnostics = std::vector<Diagnostic>;

/// The only exception type of the compiler. It carries an error diagnostic.
class Failure : public std::exception {
 public:
  explicit Failure(Diagnostic diagnostic) : diagnostic_(std::move(diagnostic)) {}
  const Diagnostic& diagnostic() const { return diagnostic_; }
  ExitCode exit_code() const { return info(diagnostic_.code).exit; }
  const char* what() const noexcept override { return diagnostic_.message.c_str(); }

 private:
  Diagnostic diagnostic_;
};

/// Throws a Failure with an error diagnostic.
[[noreturn]] void fail(Code code, Place place, std::string message, std::string help = {});
/// Runs `work` and returns its result. A Failure without a location is rethrown with `place`.
template <class Work>
auto at_place(const Place& place, Work&& work) {
  try {
    return work();
  } catch (const Failure& failure) {
    Diagnostic diagnostic = failure.diagnostic();
    if (!diagnostic.place.source) diagnostic.place = place;
    throw Failure(std::move(diagnostic));
  }
}
/// Appends a warning to `list`.
void warn(Diagnostics& list, Code code, Place place, std::string message, std::string help = {});

/// The text form: `error[SC0204]: message`, `  --> name:line:column`, the line of user text, the caret, the help.
/// Control characters and malformed UTF-8 of the user's text are escaped; a long line is shortened around the span.
std::string render(const Diagnostic& diagnostic, bool color);

/// A help text, "did you mean `x`?", with the candidates nearest to `word` by edit distance; empty if none is near.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);
/// The same; `otherwise` if no candidate is near.
std::string nearest_or(std::string_view word, const std::vector<std::string>& candidates, std::string otherwise);

/// User text made safe for a message: in backquotes, control characters escaped, truncated after 60 bytes.
std::string quoted(std::string_view text);
// Without these overloads, std::quoted (declared through <filesystem>) would be the better match for a string.
inline std::string quoted(const std::string& text) { return quoted(std::string_view(text)); }
inline std::string quoted(std::string& text) { return quoted(std::string_view(text)); }
inline std::string quoted(const char* text) { return quoted(std::string_view(text)); }

}  // namespace scorchc
