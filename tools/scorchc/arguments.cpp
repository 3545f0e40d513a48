#include "arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "driver/input.h"
#include "later.h"
#include "response_files.h"

namespace scorchc::tools {
namespace {

using driver::Command;
using driver::Options;

struct CommandRow {
  std::string_view word;
  Command command;
  std::size_t least_words, most_words;  // behind the command's own
};
constexpr std::array commands{
    CommandRow{"run", Command::run, 1, 1},         CommandRow{"bench", Command::bench, 1, 1},
    CommandRow{"tune", Command::tune, 1, 1},       CommandRow{"verify", Command::verify, 1, 1},
    CommandRow{"explain", Command::explain, 1, 1}, CommandRow{"check", Command::check, 1, 1},
    CommandRow{"outputs", Command::outputs, 1, 1}, CommandRow{"formats", Command::formats, 0, 1},
    CommandRow{"schema", Command::schema, 0, 1},   CommandRow{"help", Command::help, 0, 1},
};

enum class Value { none, some };

/// The commands that an option means something to; elsewhere it is an error, so that no slip passes unseen.
using CommandSet = unsigned;
constexpr CommandSet only(Command command) { return 1U << static_cast<unsigned>(command); }
constexpr CommandSet everywhere = ~0U;
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

struct OptionRow {
  const char* names;  // as CLI11 takes them; the longest is the one that messages use
  Value value = Value::some;
  CommandSet commands = everywhere;
};
constexpr OptionRow options[] = {
    {"--fmt"},
    {"--type"},
    {"--dim"},
    {"--nnz"},
    {"--index"},
    {"--tensors"},
    {"--name"},
    {"--namespace"},
    {"--schedule"},
    {"--parallel"},
    {"--target-cache"},
    {"--blas", Value::some, linking},
    {"--isa"},
    {"--emit", Value::some, writing},
    {"-o", Value::some, writing | only(Command::run)},
    {"--with", Value::some, writing | only(Command::explain)},
    {"--style", Value::some, writing},
    {"--check", Value::some, writing},
    {"--update", Value::none, only(Command::compile)},
    {"--MD", Value::none, depending},
    {"--MF", Value::some, depending},
    {"--MT", Value::some, depending},
    {"--MP", Value::none, depending},
    {"--cxx", Value::some, compiling},
    {"--data", Value::some, taking_data},
    {"--lock"},
    {"--threads", Value::some, timing},
    {"--rounds", Value::some, timing},
    {"--most", Value::some, only(Command::tune)},
    {"--csv", Value::none, only(Command::bench)},
    {"--cases", Value::some, only(Command::verify)},
    {"--interpret", Value::none, only(Command::verify)},
    {"--seed", Value::some, only(Command::verify)},
    {"--color"},
    {"--explain", Value::none},
    {"--json", Value::none},
    {"-q,--quiet", Value::none},
    {"-v,--verbose", Value::none},
    {"-h,--help", Value::none},
    {"--version", Value::none},
};

template <class Words>
bool contains(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// As compilers do, -MD and its like have one dash before several letters; CLI11 knows such only with two.
constexpr std::string_view compilers_own = "-M";
std::string as_written(const std::string& name) { return name.starts_with("--M") ? name.substr(1) : name; }

[[noreturn]] void fail_usage(const std::string& message, const std::string& help = {}) {
  fail(Code::usage, {}, message, help.empty() ? "`scorchc --help` shows what there is" : help);
}

[[noreturn]] void fail_unknown_option(const std::string& argument) {
  const std::string name = argument.substr(0, argument.find('='));
  std::vector<std::string> names;
  for (const OptionRow& row : options) {
    const std::string all = row.names;
    names.push_back(as_written(all.substr(all.find(',') + 1)));
  }
  // With one `-` a long option is still meant.
  const bool one_dash = name.size() > 2 && name[1] != '-';
  fail_usage("there is no option " + scorchc::quoted(name), nearest(one_dash ? "-" + name : name, names));
}

/// CLI11 says `--style: 1 required TEXT missing`, or that a flag has a value.
[[noreturn]] void fail_mismatch(const std::string& message) {
  const std::size_t end = message.find_first_of(": ");
  const std::string name = scorchc::quoted(as_written(message.substr(0, end)));
  fail_usage(message.find("missing") != std::string::npos ? name + " needs a value" : name + " takes no value");
}

/// Everything that stood on the command line, by the option's name.
class Parsed {
 public:
  explicit Parsed(std::vector<std::string> arguments) {
    app_.set_help_flag();
    app_.allow_extras();
    words_option_ = app_.add_option("words", words_);
    for (const OptionRow& row : options) add(row);
    try {
      std::reverse(arguments.begin(), arguments.end());
      app_.parse(std::move(arguments));
    } catch (const CLI::ArgumentMismatch& error) {
      fail_mismatch(error.what());
    } catch (const CLI::ParseError& error) {
      fail_usage(error.what());
    }
    for (const std::string& extra : app_.remaining())
      if (extra.starts_with('-') && extra != "--") fail_unknown_option(extra);
  }

  const std::vector<std::string>& words() const { return words_option_->results(); }
  /// In the order given, as they were written: CLI11 would read `{}` as an empty list, say.
  const std::vector<std::string>& all(const char* name) const { return app_.get_option(name)->results(); }
  bool has(const char* name) const { return app_.count(name) > 0; }
  std::optional<std::string> one(const char* name) const {
    if (!has(name)) return std::nullopt;
    if (all(name).size() > 1) fail_usage("`" + as_written(name) + "` is given twice");
    return all(name).front();
  }

 private:
  void add(const OptionRow& row) {
    if (row.value == Value::none) {
      app_.add_flag(row.names)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)->disable_flag_override();
    } else {
      app_.add_option(row.names, ignored_)->allow_extra_args(false);
    }
  }

  CLI::App app_;
  CLI::Option* words_option_ = nullptr;
  std::vector<std::string> words_, ignored_;
};

/// -MD as CLI11 takes it, and `-MFFILE` as two arguments.
std::vector<std::string> with_two_dashes(const std::vector<std::string>& arguments) {
  std::vector<std::string> result;
  bool options_over = false;
  for (const std::string& argument : arguments) {
    options_over = options_over || argument == "--";
    const bool is_known = std::any_of(std::begin(options), std::end(options), [&](const OptionRow& row) {
      return std::string_view(row.names).starts_with("--M") && argument.starts_with(as_written(row.names)) &&
             (row.value == Value::some || argument == as_written(row.names));
    });
    if (options_over || !argument.starts_with(compilers_own) || !is_known) {
      result.push_back(argument);
      continue;
    }
    result.push_back("-" + argument.substr(0, 3));
    if (argument.size() > 3) result.push_back(argument.substr(3));
  }
  return result;
}

/// `--name=` is `--name` with an empty value; CLI11 would take the next argument instead.
std::vector<std::string> with_empty_values(const std::vector<std::string>& arguments) {
  std::vector<std::string> result;
  bool options_over = false;
  for (const std::string& argument : arguments) {
    options_over = options_over || argument == "--";
    if (!options_over && argument.starts_with("--") && argument.find('=') == argument.size() - 1) {
      result.push_back(argument.substr(0, argument.size() - 1));
      result.emplace_back();
    } else {
      result.push_back(argument);
    }
  }
  return result;
}

/// Whether an argument has an option's form: `--word`, `-word`, either with `=VALUE` behind it, or `-oVALUE`.
bool has_option_form(const std::string& argument) {
  const std::size_t begin = argument.starts_with("--") ? 2 : 1;
  std::size_t end = begin;
  while (end < argument.size() && ((argument[end] >= 'a' && argument[end] <= 'z') ||
                                   (argument[end] >= 'A' && argument[end] <= 'Z') || argument[end] == '-'))
    ++end;
  const bool word = end > begin && (end == argument.size() || argument[end] == '=');
  return word || argument.starts_with("-o");
}

/// Whether the argument behind this one is its value.
bool takes_next(const std::string& argument) {
  for (const OptionRow& row : options)
    if (row.value == Value::some && argument == row.names) return true;
  return false;
}

/// An expression may begin with `-` (`->ij`, a slip such as `-y(i) = x(i)`); only behind `--` does CLI11 take such an
/// argument for a word.
std::vector<std::string> with_dashed_expressions_last(const std::vector<std::string>& arguments) {
  std::vector<std::string> result, expressions;
  auto argument = arguments.begin();
  for (; argument != arguments.end() && *argument != "--"; ++argument) {
    const bool expression =
        argument->starts_with('-') && driver::is_expression(*argument) && !has_option_form(*argument);
    (expression ? expressions : result).push_back(*argument);
    if (takes_next(*argument) && argument + 1 != arguments.end()) result.push_back(*++argument);
  }
  if (expressions.empty()) return arguments;
  result.emplace_back("--");
  result.insert(result.end(), expressions.begin(), expressions.end());
  if (argument != arguments.end()) result.insert(result.end(), argument + 1, arguments.end());
  return result;
}

driver::ColorMode color_mode(const std::string& word) {
  if (word == "auto") return driver::ColorMode::automatic;
  if (word == "always") return driver::ColorMode::always;
  if (word == "never") return driver::ColorMode::never;
  fail_usage(scorchc::quoted(word) + " is none of the values of --color", "say `auto`, `always` or `never`");
}

void take_options(const Parsed& parsed, Options& result) {
  result.settings.formats = parsed.all("--fmt");
  result.settings.types = parsed.all("--type");
  result.settings.dims = parsed.all("--dim");
  result.settings.nnz = parsed.all("--nnz");
  result.settings.index = parsed.one("--index");
  result.settings.tensors = parsed.one("--tensors");
  result.settings.name = parsed.one("--name");
  result.settings.name_space = parsed.one("--namespace");
  result.settings.schedule = parsed.one("--schedule");
  result.settings.parallel = parsed.one("--parallel");
  result.settings.caches = parsed.one("--target-cache");
  result.settings.helpers = parsed.one("--with");
  result.settings.blas = parsed.one("--blas");
  result.settings.isa = parsed.one("--isa");
  result.emit = parsed.all("--emit");
  result.outputs = parsed.all("-o");
  result.style = parsed.one("--style");
  result.check = parsed.one("--check");
  result.update = parsed.has("--update");
  result.depfile = parsed.has("--MD");
  result.depfile_name = parsed.one("--MF");
  result.depfile_targets = parsed.all("--MT");
  result.depfile_phony = parsed.has("--MP");
  result.explain = parsed.has("--explain");
  result.cxx = parsed.one("--cxx");
  result.data = parsed.all("--data");
  result.lock = parsed.one("--lock");
  result.threads = parsed.one("--threads");
  result.rounds = parsed.one("--rounds");
  result.most = parsed.one("--most");
  result.csv = parsed.has("--csv");
  result.cases = parsed.one("--cases");
  result.seed = parsed.one("--seed");
  result.interpret = parsed.has("--interpret");
  result.json = parsed.has("--json");
  if (parsed.has("-v")) result.verbosity = driver::Verbosity::verbose;
  if (parsed.has("-q")) result.verbosity = driver::Verbosity::quiet;
  if (const auto word = parsed.one("--color")) result.color = color_mode(*word);
}

/// The command and what stands behind it; the first word decides.
const CommandRow* take_command(const Parsed& parsed, Options& result) {
  result.words = parsed.words();
  if (parsed.has("--version")) {
    result.command = Command::version;
    return nullptr;
  }
  const CommandRow* command = nullptr;
  if (!result.words.empty()) {
    if (contains(later_commands, result.words[0]) && !parsed.has("--help"))
      fail(Code::not_supported_yet, {}, "`scorchc " + result.words[0] + "` is not supported yet");
    for (const CommandRow& row : commands)
      if (row.word == result.words[0]) command = &row;
  }
  if (parsed.has("--help")) {
    result.command = Command::help;
    const bool has_page =
        command != nullptr && (command->command == Command::run || command->command == Command::bench ||
                               command->command == Command::tune || command->command == Command::verify);
    result.words = {has_page ? result.words[0] : ""};
    return nullptr;
  }
  if (command != nullptr) {
    result.command = command->command;
    result.words.erase(result.words.begin());
  }
  return command;
}

void check_words(const CommandRow* command, const Options& result) {
  const std::size_t least = command != nullptr ? command->least_words : 1;
  const std::size_t most = command != nullptr ? command->most_words : 1;
  if (result.words.size() < least)
    fail_usage(command == nullptr ? "nothing to compile is named"
                                  : "`scorchc " + std::string(command->word) + "` needs an expression or a spec",
               "for example: scorchc \"y(i) = A(i,j) * x(j)\" --fmt A=csr");
  if (result.words.size() > most)
    fail_usage(scorchc::quoted(result.words[most]) + " is one argument too many",
               "an expression with blanks or parentheses needs quotes");
}

void check_options(const CommandRow* command, const Parsed& parsed) {
  const Command given = command != nullptr ? command->command : Command::compile;
  for (const OptionRow& row : options) {
    if ((row.commands & only(given)) != 0 || !parsed.has(row.names)) continue;
    std::string places = (row.commands & only(Command::compile)) != 0 ? "a compilation" : "";
    for (const CommandRow& each : commands)
      if ((row.commands & only(each.command)) != 0)
        places += (places.empty() ? "`scorchc " : ", `scorchc ") + std::string(each.word) + "`";
    fail_usage("`" + as_written(row.names) + "` is an option of " + places +
               (command != nullptr ? ", and `scorchc " + std::string(command->word) + "` has no use for it" : ""));
  }
}

/// A word that is no expression is a path; where no such file is likely, a slip in a command's word is.
void suggest_command(const Options& result) {
  const std::string& word = result.words[0];
  if (driver::is_expression(word) || word.find_first_of("./-") != std::string::npos) return;
  std::vector<std::string> words;
  for (const CommandRow& row : commands) words.emplace_back(row.word);
  words.insert(words.end(), later_commands.begin(), later_commands.end());
  if (const std::string help = nearest(word, words); !help.empty() && result.words.size() > 1)
    fail_usage("there is no command " + scorchc::quoted(word), help);
}

}  // namespace

Options parse_arguments(const std::vector<std::string>& arguments) {
  const Parsed parsed(with_empty_values(with_dashed_expressions_last(with_two_dashes(with_response_files(arguments)))));
  Options result;
  take_options(parsed, result);
  const CommandRow* command = take_command(parsed, result);
  if (result.command == Command::version || result.command == Command::help) return result;
  if (command == nullptr && !result.words.empty()) suggest_command(result);
  check_words(command, result);
  check_options(command, parsed);
  return result;
}

}  // namespace scorchc::tools
