#include "driver/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace scorchc::driver {
namespace {

/// Whether standard error is a terminal that can rewrite a line.
bool is_terminal() {
  const char* kind = std::getenv("TERM");
  return isatty(STDERR_FILENO) != 0 && (kind == nullptr || std::string_view(kind) != "dumb");
}

}  // namespace

std::string progress_bar(double share) {
  constexpr int length = 24;
  const auto full = static_cast<std::size_t>(std::clamp<double>(share * length, 0, length));
  return "[" + std::string(full, '=') + std::string(length - full, ' ') + "]";
}

Progress::Progress(const Options& options)
    : is_shown_(options.verbosity != Verbosity::quiet && options.diagnostics == DiagnosticForm::text && is_terminal()) {
}

Progress::~Progress() { clear(); }

void Progress::show(const std::string& text) {
  constexpr std::size_t widest = 78;  // a wrapped line could not be replaced
  if (!is_shown_) return;
  const std::string line = text.substr(0, widest);
  std::string bytes = "\r" + line + std::string(width_ > line.size() ? width_ - line.size() : 0, ' ') + "\r" + line;
  if (width_ == 0 && line.empty()) return;
  width_ = line.size();
  // A write error only hides the progress line.
  if (write(STDERR_FILENO, bytes.data(), bytes.size()) < 0) is_shown_ = false;
}

}  // namespace scorchc::driver
