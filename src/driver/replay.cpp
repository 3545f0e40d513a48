#include "driver/replay.h"

namespace scorchc::driver {
namespace {

std::string shell_word(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

/// Replaces control characters, since the text goes into a comment of one line.
std::string one_line(const std::string& text) {
  std::string line;
  for (const char c : text) line += c >= ' ' && c != 0x7f ? c : ' ';
  return line;
}

}  // namespace

std::string replay_script(const Replay& replay) {
  std::string text = "#!/bin/sh\n# scorchc " + replay.version + ", an internal error: " + one_line(replay.message) +
                     "\n# The data files that the command names must be in the folder of this script.\nscorchc";
  const bool has_spec = !replay.spec.empty();
  bool input_seen = false;
  for (const std::string& argument : replay.arguments) {
    // The script contains the spec.
    const bool is_input = has_spec && !input_seen && argument == replay.input;
    input_seen = input_seen || is_input;
    text += " " + (is_input ? std::string("-") : shell_word(argument));
  }
  if (!has_spec) return text + "\n";
  std::string end = "END_OF_SPEC";
  while (replay.spec.find(end) != std::string::npos) end += "_";
  return text + " <<'" + end + "'\n" + replay.spec + (replay.spec.ends_with('\n') ? "" : "\n") + end + "\n";
}

}  // namespace scorchc::driver
