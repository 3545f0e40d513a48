#include "arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <system_error>

#include "command_table.h"
#include "driver/code_style.h"
#include "driver/input.h"
#include "response_files.h"
#include "support/words.h"

namespace scorchc::tools {
namespace {

using driver::Command;
using driver::Options;

// Like compilers, scorchc writes -MD and its kin with one dash; CLI11 accepts long names only with two.
bool is_single_dash_option(std::string_view name) { return name.size() == 3 && name.starts_with("-M"); }
std::string for_parser(std::string_view name) { return (is_single_dash_option(name) ? "-" : "") + std::string(name); }
std::string as_written(const std::string& name) { return name.starts_with("--M") ? name.substr(1) : name; }

[[noreturn]] void fail_usage(const std::string& message, const std::string& help = {}) {
  fail(Code::usage, {}, message, help.empty() ? "`scorchc --help` lists commands and options" : help);
}

[[noreturn]] void fail_unknown_option(const std::string& argument) {
  const std::string name = argument.substr(0, argument.find('='));
  // Names are compared without dashes, so that `-fmt` suggests `--fmt`.
  const auto bare = [](std::string_view option) {
    return std::string(option.substr(std::min(option.find_first_not_of('-'), option.size())));
  };
  std::vector<std::string> names;
  for (const OptionRow& row : all_options()) names.push_back(bare(row.name));
  std::string help = nearest(bare(name), names);
  for (const OptionRow& row : all_options()) {
    const std::string mark = "`" + bare(row.name) + "`";
    if (const std::size_t at = help.find(mark); at != std::string::npos)
      help.replace(at, mark.size(), "`" + std::string(row.name) + "`");
  }
  fail_usage("there is no option " + scorchc::quoted(name), help);
}

/// Translates CLI11's messages `--style: 1 required TEXT missing` and those about flags with a value.
[[noreturn]] void fail_mismatch(const std::string& message) {
  const std::size_t end = message.find_first_of(": ");
  const std::string name = scorchc::quoted(as_written(message.substr(0, end)));
  fail_usage(message.find("missing") != std::string::npos ? name + " needs a value" : name + " takes no value");
}

/// Parses the command line; gives access to everything on it by option name.
class Parsed {
 public:
  explicit Parsed(std::vector<std::string> arguments) {
    app_.set_help_flag();
    app_.allow_extras();
    words_option_ = app_.add_option("words", words_);
    for (const OptionRow& row : all_options()) add(row);
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
  /// All values of an option in the given order, unprocessed: CLI11 would read `{}` as an empty list.
  const std::vector<std::string>& all(std::string_view name) const {
    return app_.get_option(for_parser(name))->results();
  }
  bool has(std::string_view name) const { return app_.count(for_parser(name)) > 0; }
  std::optional<std::string> one(std::string_view name) const {
    if (!has(name)) return std::nullopt;
    if (all(name).size() > 1) fail_usage("`" + std::string(name) + "` is given twice");
    return all(name).front();
  }

 private:
  void add(const OptionRow& row) {
    const std::string names = for_parser(row.name) + (row.short_name.empty() ? "" : "," + std::string(row.short_name));
    if (!row.takes_value()) {
      app_.add_flag(names)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)->disable_flag_override();
    } else {
      app_.add_option(names, ignored_)->allow_extra_args(false);
    }
  }

  CLI::App app_;
  CLI::Option* words_option_ = nullptr;
  std::vector<std::string> words_, ignored_;
};

/// Rewrites -MD as CLI11 accepts it, and `-MFFILE` as two arguments.
std::vector<std::string> with_two_dashes(const std::vector<std::string>& arguments) {
  std::vector<std::string> result;
  bool options_over = false;
  for (const std::string& argument : arguments) {
    options_over = options_over || argument == "--";
    const auto options = all_options();
    const bool is_known = std::any_of(options.begin(), options.end(), [&](const OptionRow& row) {
      return is_single_dash_option(row.name) && argument.starts_with(row.name) &&
             (row.takes_value() || argument == row.name);
    });
    if (options_over || !is_known) {
      result.push_back(argument);
      continue;
    }
    result.push_back("-" + argument.substr(0, 3));
    if (argument.size() > 3) result.push_back(argument.substr(3));
  }
  return result;
}

/// Rewrites `--name=` as `--name` with an empty value; CLI11 would otherwise consume the next argument.
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

/// Whether an argument has the form of an option: `--word` or `-word`, each possibly followed by `=VALUE`, or
/// `-oVALUE`.
bool has_option_form(const std::string& argument) {
  const std::size_t begin = argument.starts_with("--") ? 2 : 1;
  std::size_t end = begin;
  while (end < argument.size() && ((argument[end] >= 'a' && argument[end] <= 'z') ||
                                   (argument[end] >= 'A' && argument[end] <= 'Z') || argument[end] == '-'))
    ++end;
  const bool word = end > begin && (end == argument.size() || argument[end] == '=');
  return word || argument.starts_with("-o");
}

/// Whether the next argument is the value of this one.
bool takes_next(const std::string& argument) {
  const auto options = all_options();
  return std::any_of(options.begin(), options.end(),
                     [&](const OptionRow& row) { return row.takes_value() && argument == for_parser(row.name); });
}

/// Moves expressions that begin with `-` (`->ij`, or a slip such as `-y(i) = x(i)`) after `--`, since CLI11 would
/// otherwise read them as options.
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

[[noreturn]] void fail_value(const std::string& option, const std::string& word, const std::vector<std::string>& values,
                             const std::string& all) {
  fail_usage(scorchc::quoted(word) + " is not a value of " + option, nearest_or(word, values, all));
}

driver::ColorMode color_mode(const std::string& word) {
  if (word == "auto") return driver::ColorMode::automatic;
  if (word == "always") return driver::ColorMode::always;
  if (word == "never") return driver::ColorMode::never;
  fail_value("--color", word, words_of(Values::color), "use `auto`, `always` or `never`");
}

driver::DiagnosticForm diagnostic_form(const std::string& word) {
  if (word == "text") return driver::DiagnosticForm::text;
  if (word == "json") return driver::DiagnosticForm::json;
  if (word == "sarif") return driver::DiagnosticForm::sarif;
  fail_value("--diagnostics", word, words_of(Values::diagnostics), "use `text`, `json` or `sarif`");
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
  result.depfile = parsed.has("-MD");
  result.depfile_name = parsed.one("-MF");
  result.depfile_targets = parsed.all("-MT");
  result.depfile_phony = parsed.has("-MP");
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
  if (result.json) result.diagnostics = driver::DiagnosticForm::json;
  if (const auto form = parsed.one("--diagnostics")) result.diagnostics = diagnostic_form(*form);
  if (parsed.has("-v")) result.verbosity = driver::Verbosity::verbose;
  if (parsed.has("-q")) result.verbosity = driver::Verbosity::quiet;
  if (const auto word = parsed.one("--color")) result.color = color_mode(*word);
}

/// Removes the command's word, if there is one, and returns its row. Returns nullptr for --version and --help, and if
/// the first word is no command.
const CommandRow* take_command(const Parsed& parsed, Options& result) {
  result.words = parsed.words();
  if (parsed.has("--version")) {
    result.command = Command::version;
    return nullptr;
  }
  const CommandRow* command = result.words.empty() ? nullptr : find_command(result.words[0]);
  if (parsed.has("--help")) {
    result.command = Command::help;
    result.words = {command != nullptr ? result.words[0] : ""};
    return nullptr;
  }
  if (command != nullptr) {
    result.command = command->command;
    result.words.erase(result.words.begin());
  }
  return command;
}

void check_words(const CommandRow& command, const Options& result) {
  if (result.words.size() < command.least_words) {
    if (command.command == Command::completions)
      fail_usage("`scorchc completions` needs a shell", "use `bash`, `zsh` or `fish`");
    fail_usage(command.command == Command::compile
                   ? "no expression or spec is given"
                   : "`scorchc " + std::string(command.word) + "` needs an expression or a spec",
               "for example: scorchc \"y(i) = A(i,j) * x(j)\" --fmt A=csr");
  }
  if (result.words.size() > command.most_words)
    fail_usage(scorchc::quoted(result.words[command.most_words]) + " is an unexpected argument",
               "quote an expression that contains blanks or parentheses");
}

void check_options(const CommandRow& given, const Parsed& parsed) {
  for (const OptionRow& row : all_options()) {
    if (row.belongs_to(given.command) || !parsed.has(row.name)) continue;
    std::string places;
    for (const CommandRow& each : all_commands()) {
      if (!row.belongs_to(each.command)) continue;
      places += places.empty() ? "" : ", ";
      places += "`scorchc " + std::string(each.word) + "`";
    }
    fail_usage("`" + std::string(row.name) + "` is an option of " + places + "; `scorchc " + std::string(given.word) +
               "` does not accept it");
  }
}

/// Suggests a command if the word is neither an expression nor an existing file: a misspelt command is more likely than
/// a path.
void suggest_command(const Options& result) {
  const std::string& word = result.words[0];
  if (driver::is_expression(word) || word.find_first_of("./-") != std::string::npos) return;
  std::vector<std::string> words;
  for (const CommandRow& row : all_commands()) words.emplace_back(row.word);
  const std::string help = nearest(word, words);
  if (help.empty()) return;
  if (result.words.size() > 1) fail_usage("there is no command " + scorchc::quoted(word), help);
  std::error_code ignored;
  if (!std::filesystem::exists(word, ignored))
    fail(Code::file_unreadable, {}, "there is no command and no file " + scorchc::quoted(word), help);
}

/// Returns the last value in `--color never` or `--color=never`.
std::optional<std::string> last_option_value(const std::vector<std::string>& arguments, const std::string& name) {
  std::optional<std::string> value;
  for (std::size_t at = 0; at < arguments.size() && arguments[at] != "--"; ++at) {
    if (arguments[at].starts_with(name + "=")) value = arguments[at].substr(name.size() + 1);
    if (arguments[at] == name && at + 1 < arguments.size()) value = arguments[at + 1];
  }
  return value;
}

}  // namespace

Options early_message_options(const std::vector<std::string>& arguments) {
  Options result;
  try {
    result.json = has(arguments, "--json");
    if (result.json) result.diagnostics = driver::DiagnosticForm::json;
    if (const auto form = last_option_value(arguments, "--diagnostics")) result.diagnostics = diagnostic_form(*form);
    if (const auto word = last_option_value(arguments, "--color")) result.color = color_mode(*word);
  } catch (const Failure&) {
    // Reported when all arguments are parsed.
  }
  return result;
}

Options parse_arguments(const std::vector<std::string>& arguments) {
  const ExpandedArguments expanded = with_response_files(arguments);
  const Parsed parsed(with_empty_values(with_dashed_expressions_last(with_two_dashes(expanded.words))));
  Options result;
  result.response_files = expanded.files;
  take_options(parsed, result);
  const CommandRow* command = take_command(parsed, result);
  if (result.command == Command::version || (result.command == Command::help && command == nullptr)) return result;
  if (command == nullptr && !result.words.empty()) suggest_command(result);
  const CommandRow& row = command != nullptr ? *command : row_of(Command::compile);
  check_words(row, result);
  check_options(row, parsed);
  if (result.style) driver::check_style(*result.style);
  return result;
}

}  // namespace scorchc::tools
