#include "driver/input.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "driver/emit_kinds.h"
#include "driver/lock_file.h"
#include "front/fragment.h"
#include "front/front.h"
#include "support/files.h"

namespace scorchc::driver {
namespace {

std::string read_standard_input() {
  std::string text;
  while (true) {
    char block[1 << 16];
    const ssize_t count = ::read(STDIN_FILENO, block, sizeof block);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      fail(Code::file_unreadable, {}, "cannot read standard input: " + std::generic_category().message(errno));
    if (count == 0) return text;
    text.append(block, static_cast<std::size_t>(count));
    if (text.size() > front::max_input_bytes)
      fail(Code::file_too_large, {},
           "standard input is larger than the limit of " + std::to_string(front::max_input_bytes) + " bytes");
  }
}

std::string read_spec(const std::string& path) {
  return at_place({make_source(path, ""), {}}, [&] { return read_file(path, front::max_input_bytes); });
}

std::string_view without_leading_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text;
}

/// Returns the text from the first line that is neither blank nor a comment.
std::string_view from_first_line(std::string_view text) {
  text = without_leading_blanks(text);
  while (text.starts_with('#')) text = without_leading_blanks(text.substr(std::min(text.find('\n'), text.size())));
  return text;
}

std::vector<Kernel> read_text(InputKind kind, const std::string& name, std::string text,
                              const front::Settings& settings, Diagnostics& warnings) {
  if (kind == InputKind::expression) {
    // A final line end in the file is not part of the expression.
    text.erase(text.find_last_not_of(" \t\r\n") + 1);
    return front::read_expression(text, settings, warnings);
  }
  if (settings.tensors) fail(Code::usage, {}, "--tensors applies to an einsum expression, but the input is a spec");
  const SourcePtr source = make_source(name, std::move(text));
  return kind == InputKind::json_spec ? front::read_json_spec(source, settings, warnings)
                                      : front::read_text_spec(source, settings, warnings);
}

std::vector<Kernel> read_input(const Options& options, Console& console) {
  const std::string& input = options.words.at(0);
  if (is_expression(input)) return front::read_expression(input, options.settings, console.warnings);
  const std::string text = input == "-" ? read_standard_input() : read_spec(input);
  console.spec = text;
  InputKind kind = classify_text(text);
  if (input.ends_with(".json")) kind = InputKind::json_spec;
  if (input.ends_with(".scorch")) kind = InputKind::text_spec;
  return read_text(kind, input, text, options.settings, console.warnings);
}

}  // namespace

bool is_expression(std::string_view word) {
  return word.find('=') != std::string_view::npos || word.find("->") != std::string_view::npos;
}

InputKind classify_text(std::string_view text) {
  if (without_leading_blanks(text).starts_with('{')) return InputKind::json_spec;
  text = from_first_line(text);
  const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
  if (!front::is_spec_word(text.substr(0, end))) return InputKind::expression;
  // `dim = A(i)` and `type += x` are statements about tensors of those names.
  const std::string_view rest = text.substr(std::min(text.find_first_not_of(" \t", end), text.size()));
  const bool statement = rest.empty() || rest[0] == '=' || rest[0] == '+' || rest[0] == '(' || rest[0] == '\n';
  return statement ? InputKind::expression : InputKind::text_spec;
}

std::vector<Kernel> read_kernels(const Options& options, Console& console) {
  std::vector<Kernel> kernels = read_input(options, console);
  // Checked even if nothing is written, so that every command accepts the same specs.
  for (const Kernel& kernel : kernels) parse_emit(kernel.emit);
  // `tune` writes the lock file instead of applying it.
  if (options.lock && options.command != Command::tune) apply_lock(read_lock(*options.lock), kernels);
  return kernels;
}

}  // namespace scorchc::driver
