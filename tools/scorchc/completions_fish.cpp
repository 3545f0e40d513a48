// Calls of fish's `complete`, one an option.
#include "completion_scripts.h"

namespace scorchc::tools {
namespace {

constexpr std::string_view fish_head = R"fish(# fish completion for scorchc, made by `scorchc completions fish`.

function __scorchc_typed --description 'The word being typed, without the option before it'
    commandline -ct | string replace -r -- '^--[a-z-]+=' ''
end
function __scorchc_of_tensor --description 'The words behind T='
    set -l typed (__scorchc_typed)
    if string match -q -- '*=*' $typed
        set -l before (string replace -r -- '[^=]*$' '' $typed)
        printf '%s\n' $before$argv
    end
end
function __scorchc_type --description 'The same, where T= may be left out'
    set -l before (string replace -r -- '[^=]*$' '' (__scorchc_typed))
    printf '%s\n' $before$argv
end
function __scorchc_list --description 'The words behind commas'
    set -l before (string replace -r -- '[^,]*$' '' (__scorchc_typed))
    printf '%s\n' $before$argv
end
function __scorchc_data --description 'Files and random data behind T='
    set -l typed (__scorchc_typed)
    if string match -q -- '*=*' $typed
        set -l before (string replace -r -- '[^=]*$' '' $typed)
        printf '%s\n' $before$argv
        printf '%s\n' $before(__fish_complete_path (string replace -r -- '^.*=' '' $typed))
    end
end
function __scorchc_is --description 'Whether the command is one of these'
    set -l words (commandline -opc)
    set -l command compile
)fish";

constexpr std::string_view functions_end = R"fish(        set command $words[2]
    end
    contains -- $command $argv
end
function __scorchc_first
    test (count (commandline -opc)) -eq 1
end
function __scorchc_second
    test (count (commandline -opc)) -eq 2
end

)fish";

/// The words of a value, as `complete` takes them.
std::string candidates(Values values) {
  const std::string words = spaced(words_of(values));
  if (words.empty()) return "";
  if (values == Values::value_type) return "(__scorchc_type " + words + ")";
  if (values == Values::tensor_data) return "(__scorchc_data " + words + ")";
  if (follows_tensor(values)) return "(__scorchc_of_tensor " + words + ")";
  if (is_list(values)) return "(__scorchc_list " + words + ")";
  return words;
}

/// `-l fmt`, `-s o`, `-o MD`.
std::string name_flag(const std::string& name) {
  if (name.starts_with("--")) return " -l " + name.substr(2);
  return (name.size() == 2 ? " -s " : " -o ") + name.substr(1);
}

}  // namespace

std::string fish_completions() {
  std::vector<std::string> words;
  for (const CommandRow& command : all_commands()) words.emplace_back(command.word);
  std::string text = std::string(fish_head) + "    if set -q words[2]; and contains -- $words[2] " + spaced(words) +
                     "\n" + std::string(functions_end);
  for (const CommandRow& command : all_commands()) {
    text += "complete -c scorchc -n __scorchc_first -a " + std::string(command.word) + " -d " +
            shell_quoted(command.about) + "\n";
    if (const std::string known = candidates(command.values); !known.empty())
      text += "complete -c scorchc -n '__scorchc_second; and __scorchc_is " + std::string(command.word) + "'" +
              (is_path(command.values) ? "" : " -f") + " -a " + shell_quoted(known) + "\n";
  }
  for (const OptionRow& option : all_options()) {
    text += "complete -c scorchc";
    if (const std::string commands = commands_of(option, " "); !commands.empty())
      text += " -n '__scorchc_is " + commands + "'";
    for (const std::string& name : names_of(option)) text += name_flag(name);
    if (option.takes_value()) text += option.values == Values::file ? " -r -F" : " -x";
    if (option.values == Values::folder) text += " -a '(__fish_complete_directories)'";
    if (const std::string known = candidates(option.values); !known.empty()) text += " -a " + shell_quoted(known);
    text += " -d " + shell_quoted(option.about) + "\n";
  }
  return text;
}

}  // namespace scorchc::tools
