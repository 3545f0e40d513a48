// A function for bash. It needs nothing but bash itself: where bash-completion has taken `=` and `:` for the ends of
// words, they are put together again.
#include "completion_scripts.h"

namespace scorchc::tools {
namespace {

constexpr std::string_view bash_head = R"bash(# bash completion for scorchc, made by `scorchc completions bash`.

# __scorchc_words PREFIX WORD...: those words that continue what is typed, behind PREFIX.
__scorchc_words() {
  local prefix=$1 typed=$2
  shift 2
  local word
  for word in "$@"; do
    if [[ $word == "$typed"* ]]; then COMPREPLY+=("$prefix$word"); fi
  done
}

__scorchc_files() {
  local path
  while IFS= read -r path; do
    if [[ -d $path ]]; then path+=/; compopt -o nospace 2>/dev/null; fi
    COMPREPLY+=("$path")
  done < <(compgen "$2" -- "$1")
}

_scorchc() {
  COMPREPLY=()
  # bash ends words at `=` and `:`, too: `--fmt A=csr` is four of them.
  local -a words=()
  local token joined=no at
  for ((at = 0; at <= COMP_CWORD; ++at)); do
    token=${COMP_WORDS[at]}
    if ((at > 1)) && [[ $joined == yes || $token == [=:]* ]]; then
      words[${#words[@]} - 1]+=$token
    else
      words+=("$token")
    fi
    joined=no
    if [[ $token == *[=:] && at -lt $COMP_CWORD ]]; then joined=yes; fi
  done
  local typed=${words[${#words[@]} - 1]} previous=${words[${#words[@]} - 2]} option= value= command=compile
  if ((${#words[@]} > 2)); then
    case ${words[1]} in
)bash";

constexpr std::string_view options_head = R"bash(    esac
  fi
  local -a options=(
)bash";

constexpr std::string_view values_head = R"bash(  if [[ $typed == --*=* ]]; then
    option=${typed%%=*} value=${typed#*=}
  elif [[ $typed != -* || $previous == -o ]]; then
    option=$previous value=$typed
  fi
  # What bash puts in place begins behind the last `=` or `:`.
  local last=${value##*[=:]} list=
  if [[ $last == *,* ]]; then list=${last%,*},; fi
  local item=${last##*,}
  case $option in
)bash";

constexpr std::string_view words_head = R"bash(  esac
  if [[ $typed == -* ]]; then
    __scorchc_words '' "$typed" "${options[@]}"
    return
  fi
  if ((${#words[@]} == 2)); then
)bash";

/// The lines behind `case $option in` of one option.
std::string value_case(const OptionRow& option) {
  std::string names;
  for (const std::string& name : names_of(option)) names += (names.empty() ? "" : "|") + name;
  std::string text = "    " + names + ")\n";
  const std::string words = spaced(words_of(option.values));
  if (!words.empty()) {
    const std::string typed = is_list(option.values) ? "\"$list\" \"$item\"" : "'' \"$last\"";
    const std::string call = "__scorchc_words " + typed + " " + words + "\n";
    // Of a tensor's setting the name comes first, which nobody knows but the user.
    if (follows_tensor(option.values) && option.values != Values::value_type)
      text += "      if [[ $value == *=* ]]; then " + call.substr(0, call.size() - 1) + "; fi\n";
    else
      text += "      " + call;
  }
  if (option.values == Values::folder) text += "      __scorchc_files \"$last\" -d\n";
  if (option.values == Values::file) text += "      __scorchc_files \"$last\" -f\n";
  if (option.values == Values::tensor_data)
    text += "      if [[ $value == *=* ]]; then __scorchc_files \"$last\" -f; fi\n";
  return text + "      return ;;\n";
}

}  // namespace

std::string bash_completions() {
  std::string text(bash_head), words;
  for (const CommandRow& command : all_commands()) words += (words.empty() ? "" : "|") + std::string(command.word);
  text += "      " + words + ") command=${words[1]} ;;\n" + std::string(options_head);
  std::string restricted;
  for (const OptionRow& option : all_options()) {
    const std::string commands = commands_of(option, "|");
    const std::string names = spaced(names_of(option));
    if (commands.empty())
      text += "    " + names + "\n";
    else
      restricted += "  if [[ $command == @(" + commands + ") ]]; then options+=(" + names + "); fi\n";
  }
  text += "  )\n" + restricted + std::string(values_head);
  for (const OptionRow& option : all_options())
    if (option.takes_value()) text += value_case(option);
  text += words_head;
  std::vector<std::string> commands;
  for (const CommandRow& command : all_commands()) commands.emplace_back(command.word);
  text += "    __scorchc_words '' \"$typed\" " + spaced(commands) +
          "\n    __scorchc_files \"$typed\" -f\n    return\n  fi\n  case $command in\n";
  for (const CommandRow& command : all_commands()) {
    const std::string known = spaced(words_of(command.values));
    const std::string word(command.word);
    text += "    " + word + ")\n";
    if (!known.empty()) text += "      __scorchc_words '' \"$typed\" " + known + "\n";
    if (is_path(command.values)) text += "      __scorchc_files \"$typed\" -f\n";
    text += "      ;;\n";
  }
  return text + "  esac\n}\n\ncomplete -F _scorchc scorchc\n";
}

}  // namespace scorchc::tools
