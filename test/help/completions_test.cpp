// Tests completions: every option and every known word occurs in each script, and the installed shells can run them.
#include "scorchc/completions.h"

#include <algorithm>
#include <sstream>

#include "catch.h"
#include "driver/program.h"
#include "scorchc/command_table.h"

using namespace scorchc;
using namespace scorchc::tools;

namespace {

/// Returns an option's name as a script spells it.
std::string in_script(const std::string& shell, const std::string& name) {
  if (shell != "fish") return name;
  if (name.starts_with("--")) return " -l " + name.substr(2) + " ";
  return (name.size() == 2 ? " -s " : " -o ") + name.substr(1) + " ";
}

bool has_program(const Workplace& workplace, const std::string& name) {
  return workplace.program({"sh", "-c", "command -v " + name}).exit_code == 0;
}

/// Returns what the bash function offers for these words, of which the last is incomplete; sorted.
std::vector<std::string> bash_offers(const Workplace& workplace, const std::vector<std::string>& words) {
  std::string script = "source ./scorchc.bash; COMP_WORDS=(";
  for (const std::string& word : words) script += " '" + word + "'";
  script += "); COMP_CWORD=" + std::to_string(words.size() - 1) + "; _scorchc; printf '%s\\n' \"${COMPREPLY[@]}\"";
  const Outcome outcome = workplace.program({"bash", "--norc", "-c", script});
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.err.empty());
  std::vector<std::string> offers;
  std::stringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) offers.push_back(line);
  std::sort(offers.begin(), offers.end());
  return offers;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("each completion script has all options and commands and known words") {
  for (const std::string& shell : all_shells()) {
    CAPTURE(shell);
    const std::string script = completions(shell);
    for (const OptionRow& option : all_options()) {
      CAPTURE(option.name);
      CHECK_THAT(script, ContainsSubstring(in_script(shell, std::string(option.name))));
      if (!option.short_name.empty())
        CHECK_THAT(script, ContainsSubstring(in_script(shell, std::string(option.short_name))));
      for (const std::string& word : words_of(option.values)) CHECK_THAT(script, ContainsSubstring(word));
    }
    for (const CommandRow& command : all_commands()) {
      CHECK_THAT(script, ContainsSubstring(std::string(command.word)));
      for (const std::string& word : words_of(command.values)) CHECK_THAT(script, ContainsSubstring(word));
    }
  }
}

TEST_CASE("completion knows which options take values and suggests only accepted words") {
  const Workplace workplace;
  for (const OptionRow& option : all_options()) {
    CAPTURE(option.name);
    CHECK(option.takes_value() == !option.value.empty());
    CHECK(option.commands != 0);
    CHECK_FALSE(option.about.empty());
    // Values that are not lists of words are tested elsewhere. Completed words must not cause an error about the word.
    if (follows_tensor(option.values) || option.values == Values::style || words_of(option.values).empty()) continue;
    const CommandRow* command = nullptr;
    for (const CommandRow& row : all_commands())
      if (command == nullptr && option.belongs_to(row.command)) command = &row;
    REQUIRE(command != nullptr);
    CHECK(command->word == "compile");
    for (const std::string& word : words_of(option.values)) {
      if (word == "obj" || word == "asm" || word == "ir") continue;  // require the Clang plugin
      const Outcome outcome = workplace.scorchc({"outputs", "y(i) = A(i,j) * x(j)", std::string(option.name), word});
      CAPTURE(word, outcome.err);
      CHECK(outcome.exit_code == 0);
    }
  }
}

TEST_CASE("completion works in bash") {
  const Workplace workplace;
  REQUIRE(has_program(workplace, "bash"));
  workplace.write("scorchc.bash", workplace.scorchc({"completions", "bash"}).out);
  workplace.write("a.mtx", "");
  const Outcome known = workplace.program({"bash", "--norc", "-c", "source ./scorchc.bash && complete -p scorchc"});
  CHECK(known.out == "complete -F _scorchc scorchc\n");

  const auto offers = [&](const Words& words) { return bash_offers(workplace, words); };
  CHECK(offers({"scorchc", "ver"}) == Words{"verify"});
  CHECK(offers({"scorchc", "y=x", "--em"}) == Words{"--emit"});
  CHECK(offers({"scorchc", "y=x", "--emit", "s"}) == Words{"schedule", "svg"});
  CHECK(offers({"scorchc", "y=x", "--emit", "=", "s"}) == Words{"schedule", "svg"});
  CHECK(offers({"scorchc", "y=x", "--emit", "=", "cpp,s"}) == Words{"cpp,schedule", "cpp,svg"});
  CHECK(offers({"scorchc", "y=x", "--fmt", "A", "=", "dc"}) == Words{"dcsc", "dcsr"});
  CHECK(offers({"scorchc", "y=x", "--fmt=A=dc"}) == Words{"dcsc", "dcsr"});
  CHECK(offers({"scorchc", "y=x", "--fmt", "A"}).empty());
  CHECK(offers({"scorchc", "y=x", "--type", "f"}) == Words{"f32", "f64"});
  CHECK(offers({"scorchc", "run", "y=x", "--data", "x", "=", "a"}) == Words{"a.mtx"});
  CHECK(offers({"scorchc", "run", "y=x", "--data", "x", "=", "r"}) == Words{"random:"});
  CHECK(offers({"scorchc", "y=x", "-M"}) == Words{"-MD", "-MF", "-MP", "-MT"});
  CHECK(offers({"scorchc", "run", "y=x", "-M"}).empty());
  CHECK(offers({"scorchc", "bench", "y=x", "--thr"}) == Words{"--threads"});
  CHECK(offers({"scorchc", "y=x", "--thr"}).empty());
  CHECK(offers({"scorchc", "help", "sche"}) == Words{"schedule", "schema"});
  CHECK(offers({"scorchc", "completions", ""}) == Words{"bash", "fish", "zsh"});
  CHECK(offers({"scorchc", "explain", "SC024"}) == Words{"SC0240", "SC0241", "SC0242"});

  // Every option of the table, for every command.
  for (const CommandRow& command : all_commands()) {
    Words expected;
    for (const OptionRow& option : all_options())
      if (option.belongs_to(command.command)) {
        expected.emplace_back(option.name);
        if (!option.short_name.empty()) expected.emplace_back(option.short_name);
      }
    std::sort(expected.begin(), expected.end());
    CAPTURE(command.word);
    CHECK(offers({"scorchc", std::string(command.word), "-"}) == expected);
  }
}

TEST_CASE("zsh and fish accept their completion scripts") {
  const Workplace workplace;
  for (const std::string shell : {"zsh", "fish"}) {
    if (!has_program(workplace, shell)) continue;
    CAPTURE(shell);
    workplace.write("script", workplace.scorchc({"completions", shell}).out);
    const Outcome outcome = workplace.program({shell, "-n", "script"});
    CAPTURE(outcome.err);
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.err.empty());
  }
  if (!has_program(workplace, "fish")) return;
  // fish needs its own home folder.
  const auto offers = [&](const std::string& line) {
    return workplace
        .program(
            {"sh", "-c",
             "HOME=$PWD XDG_CONFIG_HOME=$PWD XDG_DATA_HOME=$PWD fish --no-config -c \"source script; complete -C '" +
                 line + "'\" | cut -f1 | sort | tr '\\n' ' '"})
        .out;
  };
  CHECK(offers("scorchc ver") == "verify ");
  CHECK(offers("scorchc x --emit cpp,s") == "cpp,schedule cpp,svg ");
  CHECK(offers("scorchc x --fmt A=dc") == "A=dcsc A=dcsr ");
  CHECK(offers("scorchc bench x --thr") == "--threads ");
  CHECK(offers("scorchc x --thr").empty());
}
