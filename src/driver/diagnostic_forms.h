// Prints diagnostics for tools: as lines of JSON (docs/schema/diagnostics.json) and as SARIF logs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostics.h"

namespace scorchc::driver {

/// A position in a text; lines and columns are counted from 1, columns in characters.
struct TextPosition {
  std::ptrdiff_t line = 1, column = 1;
};
TextPosition position_of(const scorchc::Source& source, std::uint32_t byte);

/// Returns the diagnostic as one line of JSON: code, severity, message, file, line, column, help.
std::string render_json(const Diagnostic& diagnostic);
/// Returns a note, such as a written file's name, as one line of JSON.
std::string render_json_note(std::string_view text);

/// A run of scorchc, for its SARIF log.
struct RunReport {
  std::string version;
  ExitCode exit = ExitCode::ok;
  std::vector<Diagnostic> diagnostics = {};
  std::vector<std::string> notes = {};
};
/// Returns a SARIF 2.1.0 log with a final newline. Its rules are the codes that occur, each with its section of
/// docs/errors.md.
std::string render_sarif(const RunReport& report);

}  // namespace scorchc::driver
