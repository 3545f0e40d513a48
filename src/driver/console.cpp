#include "driver/console.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <system_error>
#include <utility>

namespace scorchc::driver {
namespace {

/// 0, or the error.
int write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

/// The bytes of the UTF-8 character that `text` begins with; 0 if it begins with none.
std::size_t character_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  return std::all_of(text.begin() + 1, text.begin() + static_cast<long>(length), is_continuation) ? length : 0;
}

std::string json_string(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const auto c = static_cast<unsigned char>(text[0]);
    if (length == 0) {
      out += "\\ufffd";
    } else if (c == '"' || c == '\\') {
      out += {'\\', text[0]};
    } else if (c < 0x20 || c == 0x7f) {
      out += std::string("\\u00") + digits[c >> 4] + digits[c & 15];
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out + '"';
}

}  // namespace

void Console::configure(const Options& options) {
  color_ = options.color;
  verbosity_ = options.verbosity;
  json_ = options.json;
}

void Console::flush() {
  if (const int error = write_all(STDOUT_FILENO, std::exchange(output_, {})))
    fail(Code::file_unwritable, {}, "cannot write to standard output: " + std::generic_category().message(error));
}

void Console::note(std::string_view text) {
  write_all(STDERR_FILENO, json_ ? "{\"note\": " + json_string(text) + "}\n" : std::string(text));
}

void Console::note_json(std::string_view line) { write_all(STDERR_FILENO, line); }

void Console::report(const Diagnostic& diagnostic) {
  if (info(diagnostic.code).exit == ExitCode::internal) internal_error_ = diagnostic.message;
  const bool color = color_ == ColorMode::always || (color_ == ColorMode::automatic && ::isatty(STDERR_FILENO) != 0);
  write_all(STDERR_FILENO, json_ ? render_json(diagnostic) : render(diagnostic, color));
}

void Console::report_warnings() {
  for (const Diagnostic& warning : std::exchange(warnings, {}))
    if (verbosity_ != Verbosity::quiet) report(warning);
}

std::string render_json(const Diagnostic& diagnostic) {
  const CodeInfo& code = info(diagnostic.code);
  std::string out = "{\"severity\": ";
  out += diagnostic.severity == Severity::error ? "\"error\"" : "\"warning\"";
  out += ", \"code\": " + json_string(code.id) + ", \"message\": " + json_string(diagnostic.message);
  if (diagnostic.place.source) {
    const Source& source = *diagnostic.place.source;
    const std::string_view before = std::string_view(source.text).substr(0, diagnostic.place.span.begin);
    const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0: the first line
    const auto column = 1 + std::count_if(before.begin() + static_cast<long>(line_begin), before.end(),
                                          [](char c) { return !is_continuation(c); });
    out += ", \"file\": " + json_string(source.name);
    out += ", \"line\": " + std::to_string(1 + std::count(before.begin(), before.end(), '\n'));
    out += ", \"column\": " + std::to_string(column);
  }
  if (!diagnostic.help.empty()) out += ", \"help\": " + json_string(diagnostic.help);
  return out + "}\n";
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
      return report({Code::out_of_memory, Severity::error, "there is not enough memory for this", {}, {}});
    } catch (const std::exception& exception) {
      return report({Code::internal_error, Severity::error, exception.what(), {}, {}});
    }
  } catch (...) {
    // Even the report has no memory left. These words need none.
    constexpr std::string_view words = "error[SC0001]: an internal error of scorchc\n";
    write_all(STDERR_FILENO, words);
    return ExitCode::internal;
  }
}

}  // namespace scorchc::driver
