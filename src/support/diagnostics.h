// Diagnostics: what went wrong or looks wrong, where, and what would help. The codes are the rows of
// diagnostic_codes.def; each has a section in docs/errors.md and a test.
//
// A room that cannot go on throws a Failure. Only the driver catches it, renders it and turns it into the exit
// code of its row. Warnings are collected in a Diagnostics list that is passed down.
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
  usage = 2,        // the command line itself is off
  unsupported = 3,  // valid, but not supported yet: the message names the feature
  io = 4,           // a file is missing, unreadable or cannot be written
  limit = 5,        // beyond a documented limit
  difference = 6,   // `verify` or `--check` found a difference
  internal = 70,
};

/// One enumerator a row of diagnostic_codes.def.
enum class Code {
#define SCORCHC_CODE(number, name, exit, title) name,
#define SCORCHC_DEFECT_CODE(number, name, exit, title) name,
#include "support/diagnostic_codes.def"
#undef SCORCHC_CODE
#undef SCORCHC_DEFECT_CODE
};

/// What brings a diagnostic about: something that a user writes, has or asks for, or only a mistake in scorchc.
enum class Cause { input, defect };

struct CodeInfo {
  Code code;
  std::string_view id;     // "SC0204"
  std::string_view name;   // "format_order"
  std::string_view title;  // one line, for lists
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
  std::string help;  // what to do, or empty
};
using Diagnostics = std::vector<Diagnostic>;

/// The one exception of the compiler: it carries an error diagnostic.
class Failure : public std::exception {
 public:
  explicit Failure(Diagnostic diagnostic) : diagnostic_(std::move(diagnostic)) {}
  const Diagnostic& diagnostic() const { return diagnostic_; }
  ExitCode exit_code() const { return info(diagnostic_.code).exit; }
  const char* what() const noexcept override { return diagnostic_.message.c_str(); }

 private:
  Diagnostic diagnostic_;
};

[[noreturn]] void fail(Code code, Place place, std::string message, std::string help = {});
/// Runs `work`; a Failure that does not say where it is gets `place`.
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
void warn(Diagnostics& list, Code code, Place place, std::string message, std::string help = {});

/// The text form: `error[SC0204]: message`, `  --> name, line:column`, the line, the caret, the help.
/// Control bytes and broken UTF-8 of the user's text are shown escaped; a long line is cut around the span.
std::string render(const Diagnostic& diagnostic, bool color);

/// Help: "did you mean `x`?", with the candidate nearest to `word` by edit distance; empty if none is near.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);
/// The same, and other help where none is near: all that there is to say.
std::string nearest_or(std::string_view word, const std::vector<std::string>& candidates, std::string otherwise);

/// User text made safe to print in a message: in backquotes, control bytes escaped, cut at 60 bytes.
std::string quoted(std::string_view text);
// <filesystem> brings std::quoted along, which would fit a string better.
inline std::string quoted(const std::string& text) { return quoted(std::string_view(text)); }
inline std::string quoted(std::string& text) { return quoted(std::string_view(text)); }
inline std::string quoted(const char* text) { return quoted(std::string_view(text)); }

}  // namespace scorchc
