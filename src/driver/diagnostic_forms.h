// Diagnostics for tools: lines of JSON (docs/schema/diagnostics.json) and SARIF logs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostics.h"

namespace scorchc::driver {

/// Where a byte of a text stands: from 1, columns in characters.
struct TextPosition {
  std::ptrdiff_t line = 1, column = 1;
};
TextPosition position_of(const scorchc::Source& source, std::uint32_t byte);

/// The diagnostic as one line of JSON: code, severity, message, file, line, column, help.
std::string render_json(const Diagnostic& diagnostic);
/// What is said beside diagnostics, as a line of JSON.
std::string render_json_note(std::string_view text);

/// One run of scorchc, as its log has it.
struct RunReport {
  std::string version;
  ExitCode exit = ExitCode::ok;
  std::vector<Diagnostic> diagnostics = {};
  std::vector<std::string> notes = {};
};
/// SARIF 2.1.0, with a line end behind it. The rules are the codes that occur, each with its section of docs/errors.md.
std::string render_sarif(const RunReport& report);

}  // namespace scorchc::driver
