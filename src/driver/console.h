// Collects and prints a command's output: text for standard output, written once and only on success, and diagnostics
// on standard error.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "driver/options.h"
#include "support/diagnostics.h"

namespace scorchc::driver {

class Console {
 public:
  /// `version` is the program's. Before configure(), diagnostics are plain text, coloured on a terminal.
  explicit Console(std::string version) : version_(std::move(version)) {}
  void configure(const Options& options);

  /// Appends text for standard output. Nothing is written before flush().
  void print(std::string_view text) { output_ += text; }
  /// Writes to standard output. Fails with file_unwritable if not everything can be written.
  void flush();

  /// Writes to standard error at once. Write errors are ignored.
  void note(std::string_view text);
  /// The same for a line that is already JSON.
  void note_json(std::string_view line);
  void report(const Diagnostic& diagnostic);
  /// Warnings collected by the phases; printed by report_warnings, unless -q is given.
  Diagnostics warnings;
  void report_warnings();

  /// Writes the SARIF log of the whole run, if SARIF was requested.
  void finish(ExitCode code);

  /// The spec that was read, and the message of an internal error, for its report.
  std::string spec;
  const std::string& internal_error() const { return internal_error_; }

  bool is_verbose() const { return verbosity_ == Verbosity::verbose; }

 private:
  std::string version_;
  std::string output_;
  std::string internal_error_;
  ColorMode color_ = ColorMode::automatic;
  Verbosity verbosity_ = Verbosity::normal;
  DiagnosticForm form_ = DiagnosticForm::text;
  std::vector<Diagnostic> reported_;  // for the log written by finish()
  std::vector<std::string> notes_;
};

/// Runs `work`; turns an exception into a diagnostic and an exit code.
template <class Work>
ExitCode guarded(Console& console, Work&& work);

/// Whether standard error is a terminal that should have colours: NO_COLOR is not set, and TERM is not `dumb`.
bool error_has_colors();

/// Columns for explanations: COLUMNS if that is set, else the width of the terminal, else 80. At least 40.
std::size_t explanation_width();

/// Reports the exception that is being handled; used by `guarded`.
ExitCode report_exception(Console& console) noexcept;

template <class Work>
ExitCode guarded(Console& console, Work&& work) {
  try {
    const ExitCode code = work();
    console.report_warnings();
    console.flush();
    return code;
  } catch (...) {
    return report_exception(console);
  }
}

}  // namespace scorchc::driver
