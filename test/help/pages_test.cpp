// Tests the help pages and the manual page: they are complete and contain no markup.
#include <fstream>
#include <regex>
#include <sstream>

#include "catch.h"
#include "driver/program.h"
#include "passes/pipeline.h"
#include "scorchc/command_table.h"
#include "scorchc/help.h"
#include "scorchc/man_page.h"
#include "scorchc/plain_text.h"
#include "support/diagnostics.h"

using namespace scorchc;
using namespace scorchc::tools;

namespace {

std::string read_page(const std::string& name) {
  std::ifstream file(SCORCHC_SOURCE_DIR "/docs/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

bool lists(const std::string& page, const OptionRow& option) {
  return page.find("\n  " + written(option) + " ") != std::string::npos;
}

/// Escapes a text as in roff.
std::string in_manual(std::string_view text) { return std::regex_replace(std::string(text), std::regex("-"), "\\-"); }

}  // namespace

TEST_CASE("the overview has all commands and options and each command has a page") {
  const std::string overview = help("");
  for (const CommandRow& command : all_commands()) {
    const std::string topic(command.word);
    CAPTURE(topic);
    CHECK_THAT(overview, ContainsSubstring("\n  " + topic + " "));
    const std::string page = help(topic);
    CHECK(page.starts_with("scorchc " + std::string(command.usage) + "\n"));
    for (const OptionRow& option : all_options()) {
      CAPTURE(option.name);
      CHECK(lists(page, option) == option.belongs_to(command.command));
    }
  }
  for (const OptionRow& option : all_options()) CHECK(lists(overview, option));
}

TEST_CASE("every topic has a page that fits a terminal") {
  for (const std::string& topic : all_topics()) {
    CAPTURE(topic);
    CHECK_THAT(help(""), ContainsSubstring("\n  " + topic + " "));
    const std::string page = help(topic);
    CHECK(page.ends_with('\n'));
    if (topic == "man") continue;
    std::stringstream lines(page);
    for (std::string line; std::getline(lines, line);) {
      CAPTURE(line);
      CHECK(line.size() <= 80);
    }
  }
}

TEST_CASE("help on passes names every pass, and the documentation has the same groups") {
  const std::string page = help("passes"), documentation = read_page("internals/passes.md");
  for (const passes::Group& group : passes::all_groups()) {
    const std::string name(group.name);
    CHECK_THAT(page, ContainsSubstring("\n" + name + ": "));
    CHECK_THAT(documentation, ContainsSubstring("\n## Group `" + name + "`"));
    for (const passes::Pass& pass : group.passes) {
      CHECK_THAT(page, ContainsSubstring("\n  " + std::string(pass.name) + " "));
      CHECK_THAT(documentation, ContainsSubstring("\n| `" + std::string(pass.name) + "` |"));
    }
  }
}

TEST_CASE("help on schedules names every command that is documented") {
  const std::string page = help("schedule"), documentation = read_page("scheduling.md");
  const std::regex heading("\n### ([a-z_]+)\n");
  std::size_t count = 0;
  for (std::sregex_iterator at(documentation.begin(), documentation.end(), heading), end; at != end; ++at, ++count)
    CHECK_THAT(page, ContainsSubstring("\n  " + (*at)[1].str() + "("));
  CHECK(count > 10);
}

TEST_CASE("pages of the documentation are shown without markup") {
  CHECK(plain_text("## A b\n\nSee [that](x.md#y), `c`.\n\n| a | bc |\n|---|---|\n| def | [g](h) |\n\nEnd\n") ==
        "A b\n\nSee that, `c`.\n\n  a    bc\n  def  g\n\nEnd\n");
  // A cell that would make a line too long is wrapped.
  const std::string a(40, 'a'), b(19, 'b'), c(30, 'c');
  CHECK(plain_text("| " + a + " " + b + " | d |\n| e | " + c + " |\n") ==
        "  " + a + std::string(6, ' ') + "  d\n  " + b + "\n  e" + std::string(45, ' ') + "  " + c + "\n");
  // Lines of a paragraph and of an item are joined and broken again.
  CHECK(plain_text("one\ntwo\n- an item\n  of two lines\n- another\n") ==
        "one two\n- an item of two lines\n- another\n");
  // Code is not broken at its blanks, unless it is wider than the line.
  const std::string code = "`" + std::string(30, 'd') + " " + std::string(10, 'e') + "`";
  CHECK(plain_text(a + " " + code + "\n") == a + "\n" + code + "\n");
  CHECK(plain_text("`" + a + " " + a + "`\n") == "`" + a + "\n" + a + "`\n");
  // A reference to another page is dropped.
  CHECK(plain_text("Zeros ([page.md](page.md#zeros)).\n") == "Zeros.\n");
  CHECK(plain_text("Zeros\n([page.md](page.md#zeros)).\n") == "Zeros.\n");
  for (const std::string topic : {"formats", "limits"}) {
    const std::string page = help(topic);
    CHECK(page.find("](") == std::string::npos);
    CHECK(page.find("\n|") == std::string::npos);
    CHECK(page.find("\n#") == std::string::npos);
  }
  CHECK_THAT(help("formats"), ContainsSubstring("  `csr`  "));
  CHECK_THAT(help("limits"), ContainsSubstring("16 MiB"));
}

TEST_CASE("the manual page has every command and option, and is sound") {
  const std::string page = man_page();
  for (const CommandRow& command : all_commands())
    CHECK_THAT(page, ContainsSubstring("\\fBscorchc\\fR " + in_manual(command.usage)));
  for (const OptionRow& option : all_options())
    CHECK_THAT(page, ContainsSubstring("\\fB" + in_manual(option.name) + "\\fR"));
  for (const std::string section : {"NAME", "SYNOPSIS", "OPTIONS", "EXIT STATUS", "ENVIRONMENT"})
    CHECK_THAT(page, ContainsSubstring("\n.SH " + section + "\n"));

  const Workplace workplace;
  workplace.write("scorchc.1", page);
  if (workplace.program({"sh", "-c", "command -v mandoc"}).exit_code == 0) {
    const Outcome outcome = workplace.program({"mandoc", "-T", "lint", "-W", "warning", "scorchc.1"});
    CAPTURE(outcome.out);
    // mandoc asks for a date, which is omitted because the output must not depend on the day.
    std::stringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) CHECK_THAT(line, ContainsSubstring("missing date"));
  }
  if (workplace.program({"sh", "-c", "command -v man"}).exit_code == 0) {
    const Outcome outcome = workplace.program({"sh", "-c", "MANWIDTH=100 man --warnings -l scorchc.1 | cat"});
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.err.empty());
    CHECK_THAT(outcome.out, ContainsSubstring("--fmt T=FORMAT"));
  }
}
