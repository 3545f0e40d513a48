#include "help.h"

#include <algorithm>
#include <array>
#include <span>

#include "command_table.h"
#include "front/spec_keys.h"
#include "help_texts.h"
#include "man_page.h"
#include "passes/pipeline.h"
#include "plain_text.h"
#include "support/diagnostics.h"
#include "support/words.h"

namespace scorchc::tools {
namespace {

using driver::Command;

struct Topic {
  std::string_view name, about;
};
/// Topics that are not commands.
std::vector<Topic> other_topics() {
  std::vector<Topic> topics{{"formats", "storage formats of tensors"}};
  for (const HelpText& text : all_help_texts())
    if (!text.about.empty()) topics.push_back({text.topic, text.about});
  topics.push_back({"passes", "passes that rewrite the loops"});
  topics.push_back({"limits", "limits on sizes"});
  topics.push_back({"man", "the manual page: `scorchc help man | man -l -`"});
  return topics;
}

/// Returns "  LEFT   right", with all right sides in one column, broken at 80 columns. A right side that does not fit
/// behind a long left side begins on the next line.
std::string entry(const std::string& left, std::string_view right) {
  constexpr std::size_t column = 28, width = 80;
  const std::string begin = "  " + left;
  const std::string lines = wrapped(std::string(right), width, column, column);
  if (begin.size() + 2 <= column) return begin + lines.substr(begin.size());
  if (begin.size() + 2 + right.size() <= width) return begin + "  " + std::string(right) + "\n";
  return begin + "\n" + lines;
}

/// Returns the options of a command, or of all commands for nullptr, grouped by subject.
std::string options_of(const CommandRow* command) {
  std::string text;
  for (const Task task : all_tasks()) {
    std::string lines;
    for (const OptionRow& option : all_options())
      if (option.task == task && (command == nullptr || option.belongs_to(command->command)))
        lines += entry(written(option), option.about);
    if (!lines.empty()) text += "\n" + std::string(title(task)) + ":\n" + lines;
  }
  return text;
}

/// Returns the keys of JSON specs, one per line.
std::string spec_keys_page() {
  const auto keys = [](const std::string& title, std::span<const front::SpecKey> table) {
    std::string text = "Keys of " + title + ":\n";
    for (const front::SpecKey& row : table) text += entry(std::string(row.key), row.about);
    return text;
  };
  return keys("the spec", front::spec_keys) + keys("`defaults`", front::defaults_keys) +
         keys("an extent that is an object", front::extent_keys) + keys("a tensor", front::tensor_keys) +
         keys("a kernel", front::kernel_keys);
}

std::string text_of(std::string_view topic) {
  constexpr std::string_view keys_mark = "@keys@\n";
  for (const HelpText& row : all_help_texts()) {
    if (row.topic != topic) continue;
    std::string text(row.text);
    if (const std::size_t at = text.find(keys_mark); at != std::string::npos)
      text.replace(at, keys_mark.size(), spec_keys_page() + "\n");
    return text;
  }
  return {};
}

/// Returns the table of passes, one group after the other.
std::string passes_page() {
  std::string text = wrapped(
      "Passes rewrite the loops between lowering and printing, in this order. `--emit=loops:after=PASS` prints the "
      "loops "
      "after a pass. In a repeated group, this is the first run of the pass. `after=GROUP` prints them after all "
      "rounds "
      "of a group, and `after=lower` before the first pass. `--emit=loops:all` prints them after each run of a pass "
      "that changes them.",
      80, 0, 0);
  for (const passes::Group& group : passes::all_groups()) {
    const bool is_repeated = group.repeat == passes::Repeat::until_stable;
    text += "\n" + wrapped(std::string(group.name) + ": " + std::string(group.summary) +
                               (is_repeated ? " (repeated until nothing changes)" : ""),
                           80, 0, 2);
    for (const passes::Pass& pass : group.passes) {
      constexpr std::size_t column = 33;
      const std::string begin = "  " + std::string(pass.name);
      text += begin + wrapped(std::string(pass.summary), 80, column, column).substr(begin.size());
    }
  }
  return text;
}

std::string command_page(const CommandRow& command) {
  std::string text = "scorchc " + std::string(command.usage) + "\n\n";
  std::string about(command.about);
  if (about[0] >= 'a' && about[0] <= 'z') about[0] = static_cast<char>(about[0] - 'a' + 'A');
  text += about + ".\n";
  if (const std::string more = text_of(command.word); !more.empty()) text += "\n" + more;
  text += options_of(&command);
  if (command.command == Command::formats) text += "\n" + plain_text(formats_page());
  return text;
}

std::string overview() {
  std::string text =
      "scorchc compiles sparse tensor algebra to C++.\n\n" + std::string(overview_examples()) + "\nCommands:\n";
  for (const CommandRow& command : all_commands()) text += entry(std::string(command.word), command.about);
  text += "\n`scorchc COMMAND --help` describes a command and its options. All options:\n" + options_of(nullptr);
  text += "\n@FILE is replaced by the arguments in FILE.\n\nOther topics of `scorchc help TOPIC`:\n";
  for (const Topic& topic : other_topics()) text += entry(std::string(topic.name), topic.about);
  return text;
}

}  // namespace

std::vector<std::string> all_topics() {
  std::vector<std::string> names;
  for (const CommandRow& command : all_commands()) names.emplace_back(command.word);
  for (const Topic& topic : other_topics())
    if (std::find(names.begin(), names.end(), topic.name) == names.end()) names.emplace_back(topic.name);
  return names;
}

std::string help(const std::string& topic) {
  if (topic.empty()) return overview();
  if (topic == "man") return man_page();
  if (topic == "passes") return passes_page();
  if (topic == "limits") return plain_text(limits_page());
  for (const CommandRow& command : all_commands())
    if (topic == command.word) return command_page(command);
  if (std::string text = text_of(topic); !text.empty()) return text;
  const std::vector<CodeInfo>& codes = all_codes();
  if (std::any_of(codes.begin(), codes.end(), [&](const CodeInfo& code) { return code.id == topic; }))
    fail(Code::usage, {}, "there is no help on " + quoted(topic), "`scorchc explain " + topic + "` describes the code");
  const std::vector<std::string> names = all_topics();
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : name == names.back() ? " and " : ", ") + name;
  fail(Code::usage, {}, "there is no help on " + quoted(topic), nearest_or(topic, names, "topics are " + all));
}

}  // namespace scorchc::tools
