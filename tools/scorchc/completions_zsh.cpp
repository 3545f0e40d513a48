// A function for zsh's completion system: specifications for `_arguments`, those of the command that stands there.
#include "completion_scripts.h"

namespace scorchc::tools {
namespace {

constexpr std::string_view zsh_head = R"zsh(#compdef scorchc
# zsh completion for scorchc, made by `scorchc completions zsh`.

# The words behind `T=`.
_scorchc_of_tensor() { compset -P '*=' && compadd -- "$@" }
# The same, where `T=` may be left out.
_scorchc_type() { compset -P '*='; compadd -- "$@" }
_scorchc_list() { compset -P '*,'; compadd -S '' -- "$@" }
_scorchc_data() { compset -P '*=' && { compadd -S '' -- "$@"; _files } }

_scorchc_first() {
  local -a commands=(
)zsh";

constexpr std::string_view second_head = R"zsh(  )
  _describe command commands
  _files
}

_scorchc_second() {
  case $command in
)zsh";

constexpr std::string_view main_head = R"zsh(  esac
}

_scorchc() {
  local command=compile
  local -a options
  case ${words[2]} in
)zsh";

constexpr std::string_view tail = R"zsh(  _arguments $options '1: :_scorchc_first' '2: :_scorchc_second'
}

# As a file of $fpath this is the function itself; read by `source`, it makes itself known.
if [[ ${funcstack[1]} == _scorchc ]]; then
  _scorchc "$@"
else
  compdef _scorchc scorchc
fi
)zsh";

std::string escaped(std::string_view text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

std::string action(Values values) {
  const std::string words = escaped(spaced(words_of(values)), ":\\");
  if (values == Values::value_type) return "{_scorchc_type " + words + "}";
  if (values == Values::tensor_data) return "{_scorchc_data " + words + "}";
  if (follows_tensor(values)) return "{_scorchc_of_tensor " + words + "}";
  if (is_list(values)) return "{_scorchc_list " + words + "}";
  if (!words.empty()) return "(" + words + ")";
  if (values == Values::folder) return "_files -/";
  return values == Values::file ? "_files" : " ";
}

/// What `_arguments` takes of one name of an option.
std::string specification(const OptionRow& option, const std::string& name) {
  std::string text = option.takes_value() ? "*" : "(" + spaced(names_of(option)) + ")";
  text += name;
  // The value may stand in the same word: `--name=x`, `-ox`.
  if (option.takes_value()) text += name.starts_with("--") ? "=" : "+";
  text += "[" + escaped(option.about, "[]\\") + "]";
  if (option.takes_value()) text += ":" + escaped(option.value, ":\\") + ":" + action(option.values);
  return shell_quoted(text);
}

}  // namespace

std::string zsh_completions() {
  std::string text(zsh_head), words;
  for (const CommandRow& command : all_commands()) {
    const std::string word(command.word);
    text += "    " + shell_quoted(word + ":" + escaped(command.about, ":\\")) + "\n";
    words += (words.empty() ? "" : "|") + word;
  }
  text += second_head;
  for (const CommandRow& command : all_commands()) {
    const std::string known = spaced(words_of(command.values));
    text += "    " + std::string(command.word) + ")";
    if (!known.empty()) text += " compadd -- " + known;
    if (is_path(command.values)) text += known.empty() ? " _files" : "; _files";
    text += " ;;\n";
  }
  text += std::string(main_head) + "    " + words + ") command=${words[2]} ;;\n  esac\n";
  for (const OptionRow& option : all_options()) {
    std::string specifications;
    for (const std::string& name : names_of(option))
      specifications += (specifications.empty() ? "" : " ") + specification(option, name);
    const std::string commands = commands_of(option, "|");
    text += commands.empty() ? "  " : "  [[ $command == (" + commands + ") ]] &&\n    ";
    text += "options+=(" + specifications + ")\n";
  }
  return text + std::string(tail);
}

}  // namespace scorchc::tools
