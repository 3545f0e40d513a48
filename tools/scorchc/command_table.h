// Describes the command line as a table: commands, options, and the words that each argument can be. The parser, the
// help pages, the shell completions and the manual page are derived from it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "driver/options.h"

namespace scorchc::tools {

/// The kinds of argument values. `words_of` lists the words of a kind, if they form a fixed set.
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
  code_or_input,  // argument of `explain`
  input,          // an expression or a spec
  file,
  folder,
};

/// Returns the words of a kind, in the order shown to users; empty for free text.
std::vector<std::string> words_of(Values values);
/// Whether the value is a comma-separated list of such words.
bool is_list(Values values);
/// Whether the value can start with a tensor's name and `=`.
bool follows_tensor(Values values);
/// Whether the value can be a path.
bool is_path(Values values);

struct CommandRow {
  std::string_view word;
  driver::Command command = driver::Command::compile;
  std::size_t least_words = 0, most_words = 0;  // after the command's word
  Values values = Values::none;                 // kind of those words
  std::string_view usage;                       // after `scorchc `
  std::string_view about;                       // one line
};
/// The first row is the default command.
std::span<const CommandRow> all_commands();
const CommandRow* find_command(std::string_view word);
const CommandRow& row_of(driver::Command command);

/// The set of commands that accept an option. Elsewhere the option is an error.
using CommandSet = unsigned;
constexpr CommandSet only(driver::Command command) { return 1U << static_cast<unsigned>(command); }

/// The subject of an option; help pages group options by it.
enum class Task { tensors, loops, output, running, messages };
std::span<const Task> all_tasks();
std::string_view title(Task task);

struct OptionRow {
  std::string_view name;        // as written: `--fmt`, `-o`, `-MD`
  std::string_view short_name;  // `-q`, or empty
  std::string_view value;       // `T=FORMAT`; empty for an option without a value
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
