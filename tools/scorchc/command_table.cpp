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
               "compile to C++ (default)"},
    CommandRow{"run", Command::run, 1, 1, Values::input, "run EXPR|SPEC --data T=FILE ... [-o T=FILE] ...",
               "compile, load data, run, write the result"},
    CommandRow{"bench", Command::bench, 1, 1, Values::input, "bench EXPR|SPEC [--data T=FILE] ...",
               "measure run time and compare it with machine limits"},
    CommandRow{"tune", Command::tune, 1, 1, Values::input, "tune EXPR|SPEC [--data T=FILE] ... [--lock FILE]",
               "time schedules, save the fastest in a lock file"},
    CommandRow{"verify", Command::verify, 1, 1, Values::input, "verify EXPR|SPEC [--cases N]",
               "test against a dense interpreter on random data"},
    CommandRow{"explain", Command::explain, 1, 1, Values::code_or_input, "explain EXPR|SPEC|CODE",
               "show decisions and their reasons, or explain a code"},
    CommandRow{"check", Command::check, 1, 1, Values::input, "check EXPR|SPEC",
               "find errors and verify, without writing files"},
    CommandRow{"outputs", Command::outputs, 1, 1, Values::input, "outputs EXPR|SPEC [-o DIR/]",
               "list the files that a compilation would write"},
    CommandRow{"formats", Command::formats, 0, 1, Values::format, "formats [FORMAT]",
               "list formats, or show one with example arrays"},
    CommandRow{"schema", Command::schema, 0, 1, Values::schema, "schema [NAME]",
               "print JSON Schemas of input and output documents"},
    CommandRow{"completions", Command::completions, 1, 1, Values::shell, "completions SHELL",
               "print a completion script for bash, zsh or fish"},
    CommandRow{"help", Command::help, 0, 1, Values::topic, "help [TOPIC]",
               "show help on a topic; `help man`: the manual page"},
};

constexpr CommandSet everywhere = ~0U;
// `help` and `completions` print text for people and shells only.
constexpr CommandSet answering = everywhere & ~(only(Command::help) | only(Command::completions));
// `check` accepts the options of `compile`, so that the same arguments can be checked first.
constexpr CommandSet writing = only(Command::compile) | only(Command::outputs) | only(Command::check);
constexpr CommandSet depending = only(Command::compile) | only(Command::outputs);
// Commands that run kernels, such as `check`, have no BLAS to link.
constexpr CommandSet linking = only(Command::compile) | only(Command::outputs) | only(Command::explain);
constexpr CommandSet timing = only(Command::bench) | only(Command::tune);
constexpr CommandSet compiling =
    only(Command::compile) | only(Command::check) | only(Command::run) | only(Command::verify) | timing;
// `run` runs on the data; `compile`, `explain` and `check` only count them; `bench` and `tune` do both.
constexpr CommandSet taking_data =
    only(Command::run) | only(Command::compile) | only(Command::explain) | only(Command::check) | timing;
constexpr CommandSet reading = writing | compiling | taking_data;

// clang-format off
constexpr std::array option_rows{
    OptionRow{"--fmt", "", "T=FORMAT", Values::tensor_format, Task::tensors, reading,
              "format of T: csr, coo, csr:f64, ... (`help formats`)"},
    OptionRow{"--type", "", "TYPE|T=TYPE", Values::value_type, Task::tensors, reading,
              "value type (of T): f32 (default), f64, i32, i64"},
    OptionRow{"--index", "", "TYPE", Values::index_type, Task::tensors, reading,
              "position and coordinate type: i32 (default), i64"},
    OptionRow{"--dim", "", "I=N", Values::text, Task::tensors, reading, "extent of an index; `i=~1000` is only a hint"},
    OptionRow{"--nnz", "", "T=N|T=P%", Values::text, Task::tensors, reading,
              "number or share of stored components, as a hint"},
    OptionRow{"--tensors", "", "A,B,C", Values::text, Task::tensors, reading,
              "tensor names for einsum input such as \"ij,jk->ik\""},
    OptionRow{"--name", "", "NAME", Values::text, Task::tensors, reading, "name of the kernel"},
    OptionRow{"--namespace", "", "NAME", Values::text, Task::tensors, reading, "C++ namespace: `mylib`, `my::lib`"},
    OptionRow{"--schedule", "", "COMMANDS", Values::schedule, Task::loops, reading,
              "auto (default), none, or commands (`help schedule`)"},
    OptionRow{"--lock", "", "FILE", Values::file, Task::loops, reading,
              "take schedules from FILE; `tune` writes them to it"},
    OptionRow{"--parallel", "", "KIND", Values::parallelism, Task::loops, reading, "threads: openmp (default), none"},
    OptionRow{"--isa", "", "LIST", Values::instruction_sets, Task::loops, reading,
              "instruction sets of vector loops, chosen at run time"},
    OptionRow{"--target-cache", "", "L1=N,L2=N", Values::text, Task::loops, reading,
              "cache sizes to schedule for (L1=32K,L2=1M)"},
    OptionRow{"--blas", "", "KIND", Values::blas, Task::loops, linking,
              "cblas: call BLAS for dense products; none (default)"},
    OptionRow{"-o", "", "PATH", Values::file, Task::output, writing | only(Command::run),
              "DIR/, X.cpp, X.h, -; `run`: T=FILE (`help output`)"},
    OptionRow{"--emit", "", "LIST", Values::emit_kinds, Task::output, writing,
              "what to write: cpp,h or other kinds (`help output`)"},
    OptionRow{"--with", "", "LIST", Values::helpers, Task::output, writing | only(Command::explain),
              "add functions per tensor: validate, pack, unpack"},
    OptionRow{"--style", "", "STYLE", Values::style, Task::output, writing,
              "format emitted code in a clang-format style"},
    OptionRow{"--check", "", "DIR", Values::folder, Task::output, writing,
              "compare with the files in DIR, write nothing"},
    OptionRow{"--update", "", "", Values::none, Task::output, only(Command::compile),
              "with --check: write the files that differ"},
    OptionRow{"-MD", "", "", Values::none, Task::output, depending, "write a depfile for make and Ninja"},
    OptionRow{"-MF", "", "FILE", Values::file, Task::output, depending, "name of the depfile"},
    OptionRow{"-MT", "", "TARGET", Values::text, Task::output, depending, "target in the depfile; repeatable"},
    OptionRow{"-MP", "", "", Values::none, Task::output, depending, "add an empty rule for each input to the depfile"},
    OptionRow{"--explain", "", "", Values::none, Task::output, reading,
              "print every decision and its reason to stderr"},
    OptionRow{"--data", "", "T=FILE", Values::tensor_data, Task::running, taking_data | only(Command::outputs),
              "FILE or `random:nnz=5%`; `compile` only counts them"},
    OptionRow{"--cxx", "", "COMPILER", Values::text, Task::running, compiling | only(Command::outputs),
              "compile kernels with COMPILER, not the Clang plugin"},
    OptionRow{"--threads", "", "LIST", Values::text, Task::running, timing | only(Command::run),
              "number of threads; `bench` takes a list: `1,2,4`"},
    OptionRow{"--rounds", "", "N", Values::number, Task::running, timing, "number of samples per measurement"},
    OptionRow{"--most", "", "N", Values::number, Task::running, only(Command::tune), "number of plans to time (12)"},
    OptionRow{"--csv", "", "", Values::none, Task::running, only(Command::bench), "print comma-separated values"},
    OptionRow{"--cases", "", "N", Values::number, Task::running, only(Command::verify), "number of random cases (20)"},
    OptionRow{"--seed", "", "N", Values::number, Task::running, only(Command::verify), "seed of the first random case (1)"},
    OptionRow{"--interpret", "", "", Values::none, Task::running, only(Command::verify),
              "interpret the loops and check every access"},
    OptionRow{"--json", "", "", Values::none, Task::messages, answering,
              "print results and diagnostics as JSON"},
    OptionRow{"--diagnostics", "", "FORM", Values::diagnostics, Task::messages, everywhere,
              "text (default), json (one per line) or sarif (a log)"},
    OptionRow{"--color", "", "WHEN", Values::color, Task::messages, everywhere,
              "auto (default; obeys NO_COLOR), always, never"},
    OptionRow{"--quiet", "-q", "", Values::none, Task::messages, everywhere, "suppress warnings"},
    OptionRow{"--verbose", "-v", "", Values::none, Task::messages, everywhere, "name the files that are written"},
    OptionRow{"--help", "-h", "", Values::none, Task::messages, everywhere, "show help for the command"},
    OptionRow{"--version", "", "", Values::none, Task::messages, everywhere, "show the version; with --json for tools"},
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
      return "Schedule and target machine";
    case Task::output:
      return "Output";
    case Task::running:
      return "Data, runs and measurements";
    case Task::messages:
      return "Messages";
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
