#include "command_table.h"

#include <algorithm>
#include <array>

#include "completions.h"
#include "driver/code_style.h"
#include "driver/emit_kinds.h"
#include "driver/named_formats.h"
#include "driver/schemas.h"
#include "help.h"
#include "ir/format.h"
#include "ir/instruction_set.h"
#include "support/diagnostics.h"

namespace scorchc::tools {
namespace {

using driver::Command;

constexpr std::array command_rows{
    CommandRow{"compile", Command::compile, 1, 1, Values::input, "[compile] EXPR|SPEC [-o PATH]",
               "compile to C++; so does no command at all"},
    CommandRow{"run", Command::run, 1, 1, Values::input, "run EXPR|SPEC --data T=FILE ... [-o T=FILE] ...",
               "compile, load data, run, write the result"},
    CommandRow{"bench", Command::bench, 1, 1, Values::input, "bench EXPR|SPEC [--data T=FILE] ...",
               "how long kernels take, and what the machine could do"},
    CommandRow{"tune", Command::tune, 1, 1, Values::input, "tune EXPR|SPEC [--data T=FILE] ... [--lock FILE]",
               "time several schedules, keep the fastest in a lock file"},
    CommandRow{"verify", Command::verify, 1, 1, Values::input, "verify EXPR|SPEC [--cases N]",
               "compare the code with a dense interpreter on random data"},
    CommandRow{"explain", Command::explain, 1, 1, Values::code_or_input, "explain EXPR|SPEC|CODE",
               "every decision and why; what a diagnostic's code means"},
    CommandRow{"check", Command::check, 1, 1, Values::input, "check EXPR|SPEC",
               "find errors, run random cases as `verify` does, write nothing"},
    CommandRow{"outputs", Command::outputs, 1, 1, Values::input, "outputs EXPR|SPEC [-o DIR/]",
               "the files that a compilation would write"},
    CommandRow{"formats", Command::formats, 0, 1, Values::format, "formats [FORMAT]",
               "the formats there are; one in full, with an example of its arrays"},
    CommandRow{"schema", Command::schema, 0, 1, Values::schema, "schema [NAME]",
               "the JSON Schemas of what scorchc reads and writes"},
    CommandRow{"completions", Command::completions, 1, 1, Values::shell, "completions SHELL",
               "a script that completes command lines in bash, zsh or fish"},
    CommandRow{"help", Command::help, 0, 1, Values::topic, "help [TOPIC]",
               "these pages; `help man` is the manual page"},
};

constexpr CommandSet everywhere = ~0U;
// What these two print are texts for people and for shells.
constexpr CommandSet answering = everywhere & ~(only(Command::help) | only(Command::completions));
// `check` takes a compilation's options, so that the same arguments can be checked first.
constexpr CommandSet writing = only(Command::compile) | only(Command::outputs) | only(Command::check);
constexpr CommandSet depending = only(Command::compile) | only(Command::outputs);
// Who runs kernels, `check` among them, has no BLAS to link them with.
constexpr CommandSet linking = only(Command::compile) | only(Command::outputs) | only(Command::explain);
constexpr CommandSet timing = only(Command::bench) | only(Command::tune);
constexpr CommandSet compiling =
    only(Command::compile) | only(Command::check) | only(Command::run) | only(Command::verify) | timing;
// `run` takes data to run on, a compilation to count what is in them, and who takes time both.
constexpr CommandSet taking_data =
    only(Command::run) | only(Command::compile) | only(Command::explain) | only(Command::check) | timing;
constexpr CommandSet reading = writing | compiling | taking_data;

// clang-format off
constexpr std::array option_rows{
    OptionRow{"--fmt", "", "T=FORMAT", Values::tensor_format, Task::tensors, reading,
              "how T is stored: csr, csc, coo, `dense,compressed:1,0`, csr:f64 (`help formats`)"},
    OptionRow{"--type", "", "TYPE|T=TYPE", Values::value_type, Task::tensors, reading,
              "value type, of all tensors or of T: f32 (default), f64, i32, i64"},
    OptionRow{"--index", "", "TYPE", Values::index_type, Task::tensors, reading,
              "type of positions and coordinates: i32 (default), i64"},
    OptionRow{"--dim", "", "I=N", Values::text, Task::tensors, reading, "the extent of an index; `i=~1000` is a hint"},
    OptionRow{"--nnz", "", "T=N|T=P%", Values::text, Task::tensors, reading,
              "how much T stores, a hint for the schedule: `A=1e6`, `A=5%`"},
    OptionRow{"--tensors", "", "A,B,C", Values::text, Task::tensors, reading,
              "names the tensors of an einsum statement such as \"ij,jk->ik\""},
    OptionRow{"--name", "", "NAME", Values::text, Task::tensors, reading, "the kernel's name"},
    OptionRow{"--namespace", "", "NAME", Values::text, Task::tensors, reading, "before all names: `mylib`, `my::lib`"},
    OptionRow{"--schedule", "", "COMMANDS", Values::schedule, Task::loops, reading,
              "which loops: auto (default), none, or commands (`help schedule`)"},
    OptionRow{"--lock", "", "FILE", Values::file, Task::loops, reading,
              "the schedules that `tune` has found; `tune` writes them there"},
    OptionRow{"--parallel", "", "KIND", Values::parallelism, Task::loops, reading, "threads: openmp (default), none"},
    OptionRow{"--isa", "", "LIST", Values::instruction_sets, Task::loops, reading,
              "what vector loops are compiled for; the kernel takes the widest there is"},
    OptionRow{"--target-cache", "", "L1=N,L2=N", Values::text, Task::loops, reading,
              "the caches that schedules are made for (L1=32K,L2=1M)"},
    OptionRow{"--blas", "", "KIND", Values::blas, Task::loops, linking,
              "cblas: dense products become calls of the BLAS that you link; none (default)"},
    OptionRow{"-o", "", "PATH", Values::file, Task::output, writing | only(Command::run),
              "DIR/, X.cpp, X.h, -; of `run` T=FILE (`help output`)"},
    OptionRow{"--emit", "", "LIST", Values::emit_kinds, Task::output, writing,
              "what is written: cpp,h, or other stages of the compilation"},
    OptionRow{"--with", "", "LIST", Values::helpers, Task::output, writing | only(Command::explain),
              "functions for each tensor: validate, pack, unpack"},
    OptionRow{"--style", "", "STYLE", Values::style, Task::output, writing,
              "lays the code out by a style of clang-format"},
    OptionRow{"--check", "", "DIR", Values::folder, Task::output, writing,
              "compares with the files in DIR instead of writing them"},
    OptionRow{"--update", "", "", Values::none, Task::output, only(Command::compile),
              "with --check: writes what differs"},
    OptionRow{"-MD", "", "", Values::none, Task::output, depending, "writes a depfile for make and Ninja"},
    OptionRow{"-MF", "", "FILE", Values::file, Task::output, depending, "the depfile's name"},
    OptionRow{"-MT", "", "TARGET", Values::text, Task::output, depending, "the depfile's target; repeatable"},
    OptionRow{"-MP", "", "", Values::none, Task::output, depending, "an empty rule for each input of the depfile"},
    OptionRow{"--explain", "", "", Values::none, Task::output, reading,
              "says every decision and why on standard error"},
    OptionRow{"--data", "", "T=FILE", Values::tensor_data, Task::running, taking_data | only(Command::outputs),
              "T's components: a file, `random:nnz=5%:seed=1`; a compilation counts them"},
    OptionRow{"--cxx", "", "COMPILER", Values::text, Task::running, compiling | only(Command::outputs),
              "compiles kernels with this compiler instead of the Clang plugin"},
    OptionRow{"--threads", "", "LIST", Values::text, Task::running, timing | only(Command::run),
              "how many threads: `4`; of `bench` also `1,2,4`, a row each"},
    OptionRow{"--rounds", "", "N", Values::number, Task::running, timing, "samples of each time"},
    OptionRow{"--most", "", "N", Values::number, Task::running, only(Command::tune), "plans that are tried (12)"},
    OptionRow{"--csv", "", "", Values::none, Task::running, only(Command::bench), "a line a time, for tools"},
    OptionRow{"--cases", "", "N", Values::number, Task::running, only(Command::verify), "random cases (20)"},
    OptionRow{"--seed", "", "N", Values::number, Task::running, only(Command::verify), "of the random cases"},
    OptionRow{"--interpret", "", "", Values::none, Task::running, only(Command::verify),
              "compiles nothing: the loops are interpreted, every access checked"},
    OptionRow{"--json", "", "", Values::none, Task::messages, answering,
              "diagnostics, explanations and all that commands answer as JSON"},
    OptionRow{"--diagnostics", "", "FORM", Values::diagnostics, Task::messages, everywhere,
              "errors and warnings as text, json (a line each) or sarif (one log at the end)"},
    OptionRow{"--color", "", "WHEN", Values::color, Task::messages, everywhere,
              "auto (default): on a terminal, without NO_COLOR; always, never"},
    OptionRow{"--quiet", "-q", "", Values::none, Task::messages, everywhere, "no warnings"},
    OptionRow{"--verbose", "-v", "", Values::none, Task::messages, everywhere, "says what is written"},
    OptionRow{"--help", "-h", "", Values::none, Task::messages, everywhere, "the page of the command"},
    OptionRow{"--version", "", "", Values::none, Task::messages, everywhere, "the version; with --json for tools"},
};
// clang-format on

constexpr std::array tasks{Task::tensors, Task::loops, Task::output, Task::running, Task::messages};

template <class Rows, class Word>
std::vector<std::string> words_of_rows(const Rows& rows, Word&& word) {
  std::vector<std::string> words;
  for (const auto& row : rows) words.emplace_back(word(row));
  return words;
}

}  // namespace

std::vector<std::string> words_of(Values values) {
  switch (values) {
    case Values::tensor_format:
    case Values::format:
      return words_of_rows(driver::named_formats(), [](const auto& row) { return row.name; });
    case Values::value_type:
      return words_of_rows(std::array{ValueType::f32, ValueType::f64, ValueType::i32, ValueType::i64},
                           [](ValueType type) { return name(type); });
    case Values::index_type:
      return words_of_rows(std::array{IndexType::i32, IndexType::i64}, [](IndexType type) { return name(type); });
    case Values::tensor_data:
      return {"random:"};
    case Values::helpers:
      return words_of_rows(all_helpers(), [](Helper helper) { return name(helper); });
    case Values::emit_kinds:
      return words_of_rows(driver::all_emit_kinds(), [](const auto& row) { return row.word; });
    case Values::instruction_sets:
      return words_of_rows(all_instruction_sets, [](InstructionSet set) { return name(set); });
    case Values::parallelism:
      return {"openmp", "none"};
    case Values::blas:
      return {"cblas", "none"};
    case Values::schedule:
      return {"auto", "none"};
    case Values::style:
      return {driver::style_names().begin(), driver::style_names().end()};
    case Values::color:
      return {"auto", "always", "never"};
    case Values::diagnostics:
      return {"text", "json", "sarif"};
    case Values::shell:
      return all_shells();
    case Values::schema:
      return words_of_rows(driver::all_schemas(), [](const auto& row) { return row.name; });
    case Values::topic:
      return all_topics();
    case Values::code_or_input:
      return words_of_rows(all_codes(), [](const CodeInfo& row) { return row.id; });
    case Values::none:
    case Values::text:
    case Values::number:
    case Values::input:
    case Values::file:
    case Values::folder:
      return {};
  }
  return {};
}

bool is_list(Values values) {
  return values == Values::emit_kinds || values == Values::helpers || values == Values::instruction_sets;
}

bool follows_tensor(Values values) {
  return values == Values::tensor_format || values == Values::value_type || values == Values::tensor_data;
}

bool is_path(Values values) {
  return values == Values::file || values == Values::folder || values == Values::tensor_data ||
         values == Values::input || values == Values::code_or_input;
}

std::span<const CommandRow> all_commands() { return command_rows; }

const CommandRow* find_command(std::string_view word) {
  const auto row =
      std::find_if(command_rows.begin(), command_rows.end(), [&](const CommandRow& each) { return each.word == word; });
  return row == command_rows.end() ? nullptr : &*row;
}

const CommandRow& row_of(Command command) {
  return *std::find_if(command_rows.begin(), command_rows.end(),
                       [&](const CommandRow& each) { return each.command == command; });
}

std::span<const Task> all_tasks() { return tasks; }

std::string_view title(Task task) {
  switch (task) {
    case Task::tensors:
      return "Tensors and names";
    case Task::loops:
      return "Loops and the target machine";
    case Task::output:
      return "What is written";
    case Task::running:
      return "Data, running and measuring";
    case Task::messages:
      return "What is said";
  }
  return {};
}

std::span<const OptionRow> all_options() { return option_rows; }

std::string written(const OptionRow& option) {
  std::string text = option.short_name.empty() ? "" : std::string(option.short_name) + ", ";
  text += option.name;
  return option.value.empty() ? text : text + " " + std::string(option.value);
}

}  // namespace scorchc::tools
