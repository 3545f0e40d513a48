// The command line as a table: its commands, its options, and the words that can stand where. The parser, the pages of
// help, the completions of shells and the manual page are all made from it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "driver/options.h"

namespace scorchc::tools {

/// What an argument can be; `words_of` lists those words that are known beforehand.
enum class Values {
  none,  // an option without a value
  text,  // anything
  number,
  tensor_format,  // T=FORMAT
  format,
  value_type,  // f32 or T=f32
  index_type,
  tensor_data,       // T=FILE or T=random:...
  emit_kinds,        // a list
  helpers,           // a list
  instruction_sets,  // a list
  parallelism,
  blas,
  schedule,
  style,
  color,
  diagnostics,
  shell,
  schema,
  topic,
  code_or_input,  // of `explain`
  input,          // an expression or a spec
  file,
  folder,
};

/// The words that can stand there, in the order in which users read them; none for free text.
std::vector<std::string> words_of(Values values);
/// Whether several such words can follow each other, with a comma between them.
bool is_list(Values values);
/// Whether a tensor's name and a `=` stand before the word, or can.
bool follows_tensor(Values values);
/// Whether it is, or can be, a path.
bool is_path(Values values);

struct CommandRow {
  std::string_view word;
  driver::Command command = driver::Command::compile;
  std::size_t least_words = 0, most_words = 0;  // behind the command's own
  Values values = Values::none;                 // of those words
  std::string_view usage;                       // behind `scorchc `
  std::string_view about;                       // one line
};
/// The first is meant where no command is named.
std::span<const CommandRow> all_commands();
const CommandRow* find_command(std::string_view word);
const CommandRow& row_of(driver::Command command);

/// The commands that an option means something to; elsewhere it is an error, so that no slip passes unseen.
using CommandSet = unsigned;
constexpr CommandSet only(driver::Command command) { return 1U << static_cast<unsigned>(command); }

/// What an option is about: how pages are divided.
enum class Task { tensors, loops, output, running, messages };
std::span<const Task> all_tasks();
std::string_view title(Task task);

struct OptionRow {
  std::string_view name;        // as users write it: `--fmt`, `-o`, `-MD`
  std::string_view short_name;  // `-q`, or nothing
  std::string_view value;       // `T=FORMAT`; nothing for an option without a value
  Values values = Values::none;
  Task task = Task::messages;
  CommandSet commands = 0;
  std::string_view about;  // one line

  bool takes_value() const { return values != Values::none; }
  bool belongs_to(driver::Command command) const { return (commands & only(command)) != 0; }
};
std::span<const OptionRow> all_options();

/// "--fmt T=FORMAT", "-q, --quiet".
std::string written(const OptionRow& option);

}  // namespace scorchc::tools
