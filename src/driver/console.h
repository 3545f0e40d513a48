// What a run of scorchc says: text for standard output, which is written once and only if everything went well, and
// diagnostics on standard error, each rendered once.
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
  /// Before the options are known, diagnostics are plain text, coloured on a terminal. The version is that of the
  /// program.
  explicit Console(std::string version) : version_(std::move(version)) {}
  void configure(const Options& options);

  /// For standard output. Nothing is written before flush().
  void print(std::string_view text) { output_ += text; }
  /// A Failure (file_unwritable) if standard output does not take all of it.
  void flush();

  /// For standard error, at once. An error there has nobody to be told to.
  void note(std::string_view text);
  /// The same with what is JSON already: a line.
  void note_json(std::string_view line);
  void report(const Diagnostic& diagnostic);
  /// What the rooms have collected; shown by report_warnings, unless -q is given.
  Diagnostics warnings;
  void report_warnings();

  /// The end: what is written as one document about the whole run.
  void finish(ExitCode code);

  /// For a report of an internal error: the spec that was read, and what was reported.
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
  std::vector<Diagnostic> reported_;  // of a log that is written at the end
  std::vector<std::string> notes_;
};

/// Runs `work`, and turns what it throws into a diagnostic and an exit code.
template <class Work>
ExitCode guarded(Console& console, Work&& work);

/// Whether standard error is a terminal whose user wants colours: NO_COLOR is not set, and TERM is not `dumb`.
bool error_has_colors();

/// What `guarded` does with an exception that is in flight.
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
