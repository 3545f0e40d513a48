#include "driver/console.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <new>
#include <system_error>
#include <utility>

#include "driver/diagnostic_forms.h"

namespace scorchc::driver {
namespace {

/// Returns 0, or an errno.
int write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

}  // namespace

bool error_has_colors() {
  const auto says = [](const char* variable) {
    return std::string_view(std::getenv(variable) == nullptr ? "" : std::getenv(variable));
  };
  return ::isatty(STDERR_FILENO) != 0 && says("NO_COLOR").empty() && says("TERM") != "dumb";
}

std::size_t explanation_width() {
  constexpr std::size_t usual = 80, least = 40, most = 1000;
  std::size_t width = 0;
  if (const char* columns = std::getenv("COLUMNS")) {
    const std::string_view text = columns;
    std::from_chars(text.data(), text.data() + text.size(), width);
  }
  winsize size{};
  if (width == 0 && ::isatty(STDOUT_FILENO) != 0 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) width = size.ws_col;
  return width == 0 ? usual : std::clamp(width, least, most);
}

void Console::configure(const Options& options) {
  color_ = options.color;
  verbosity_ = options.verbosity;
  form_ = options.diagnostics;
}

void Console::flush() {
  if (const int error = write_all(STDOUT_FILENO, std::exchange(output_, {})))
    fail(Code::file_unwritable, {}, "cannot write to standard output: " + std::generic_category().message(error));
}

void Console::note(std::string_view text) {
  if (form_ == DiagnosticForm::sarif) {
    notes_.emplace_back(text);
    return;
  }
  write_all(STDERR_FILENO, form_ == DiagnosticForm::json ? render_json_note(text) : std::string(text));
}

void Console::note_json(std::string_view line) {
  if (form_ == DiagnosticForm::sarif)
    notes_.emplace_back(line);
  else
    write_all(STDERR_FILENO, line);
}

void Console::report(const Diagnostic& diagnostic) {
  if (info(diagnostic.code).exit == ExitCode::internal) internal_error_ = diagnostic.message;
  if (form_ == DiagnosticForm::sarif) {
    reported_.push_back(diagnostic);
    return;
  }
  const bool color = color_ == ColorMode::always || (color_ == ColorMode::automatic && error_has_colors());
  write_all(STDERR_FILENO, form_ == DiagnosticForm::json ? render_json(diagnostic) : render(diagnostic, color));
}

void Console::finish(ExitCode code) {
  if (form_ == DiagnosticForm::sarif) write_all(STDERR_FILENO, render_sarif({version_, code, reported_, notes_}));
}

void Console::report_warnings() {
  for (const Diagnostic& warning : std::exchange(warnings, {}))
    if (verbosity_ != Verbosity::quiet) report(warning);
}

ExitCode report_exception(Console& console) noexcept {
  const auto report = [&](const Diagnostic& diagnostic) {
    console.report_warnings();
    console.report(diagnostic);
    return info(diagnostic.code).exit;
  };
  try {
    try {
      throw;
    } catch (const Failure& failure) {
      return report(failure.diagnostic());
    } catch (const std::bad_alloc&) {
      return report({Code::out_of_memory, Severity::error, "out of memory", {}, {}});
    } catch (const std::exception& exception) {
      return report({Code::internal_error, Severity::error, exception.what(), {}, {}});
    }
  } catch (...) {
    // There is not even memory for the report. This text needs none.
    constexpr std::string_view words = "error[SC0001]: an internal error of scorchc\n";
    write_all(STDERR_FILENO, words);
    return ExitCode::internal;
  }
}

}  // namespace scorchc::driver
