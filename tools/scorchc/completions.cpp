#include "completions.h"

#include <array>

#include "completion_scripts.h"
#include "support/diagnostics.h"

namespace scorchc::tools {
namespace {

struct Shell {
  std::string_view name;
  std::string (*script)();
};
constexpr std::array shells{Shell{"bash", bash_completions}, Shell{"zsh", zsh_completions},
                            Shell{"fish", fish_completions}};

}  // namespace

std::vector<std::string> all_shells() {
  std::vector<std::string> names;
  for (const Shell& shell : shells) names.emplace_back(shell.name);
  return names;
}

std::string completions(const std::string& name) {
  for (const Shell& shell : shells)
    if (shell.name == name) return shell.script();
  fail(Code::usage, {}, "there are no completions for " + quoted(name), "use `bash`, `zsh` or `fish`");
}

std::string commands_of(const OptionRow& option, std::string_view separator) {
  std::string text;
  bool all = true;
  for (const CommandRow& command : all_commands()) {
    if (!option.belongs_to(command.command)) {
      all = false;
      continue;
    }
    text += (text.empty() ? "" : separator);
    text += command.word;
  }
  return all ? "" : text;
}

std::vector<std::string> names_of(const OptionRow& option) {
  std::vector<std::string> names{std::string(option.name)};
  if (!option.short_name.empty()) names.emplace_back(option.short_name);
  return names;
}

std::string spaced(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string shell_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

}  // namespace scorchc::tools
