// Tests diagnostics for tools, as lines of JSON and SARIF logs, and for people, with colours if enabled.
#include <sstream>

#include "catch.h"
#include "driver/diagnostic_forms.h"
#include "driver/json_schema.h"
#include "driver/program.h"
#include "driver/schemas.h"

using namespace scorchc;
using nlohmann::json;

namespace {

json schema_of_lines() {
  for (const driver::SchemaPage& page : driver::all_schemas())
    if (page.name == "diagnostics") return json::parse(page.text);
  return {};
}

json result_of(const json& log, std::size_t number) { return log.at("runs").at(0).at("results").at(number); }

}  // namespace

TEST_CASE("JSON diagnostics follow the schema from the first error on") {
  const Workplace workplace;
  workplace.write("k.json", "{ \"scorch\": 1,, }");
  const json schema = schema_of_lines();
  const std::vector<std::vector<std::string>> commands = {
      {"y(i) = A[i]", "--json"},
      {"k.json", "--diagnostics=json"},
      {"C(i,j) = x(i) * z(i)", "--json"},
      {"y = x", "--jsno", "--json"},
      {"--json"},
      {"y = x", "-o", "out/", "-v", "--json"},
      {"y = x", "--fmt", "x=dense", "--color", "blue", "--diagnostics", "json"},
  };
  for (const std::vector<std::string>& command : commands) {
    const Outcome outcome = workplace.scorchc(command);
    std::stringstream lines(outcome.err);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
      CAPTURE(line);
      CHECK(schema_problem(schema, json::parse(line)).empty());
    }
    CAPTURE(outcome.err);
    CHECK(count > 0);
  }
  CHECK_FALSE(schema_problem(schema, json::parse(R"({"severity": "error", "code": "SC12", "message": "x"})")).empty());
  CHECK_FALSE(
      schema_problem(schema, json::parse(R"({"severity": "error", "code": "SC0102", "message": "x", "place": 1})"))
          .empty());
}

TEST_CASE("a SARIF log has results with rules and locations and source text") {
  const Workplace workplace;
  workplace.write("a b.json", "{ \"scorch\": 1,\n  \"kernels\": [{\"expr\": \"y = x\", \"nme\": \"a\"}] }");
  const Outcome spec = workplace.scorchc({"a b.json", "--diagnostics=sarif"});
  CHECK(spec.exit_code == 1);
  CHECK(spec.out.empty());
  const json log = json::parse(spec.err);
  CHECK(log.at("version") == "2.1.0");
  const json run = log.at("runs").at(0);
  CHECK(run.at("tool").at("driver").at("name") == "scorchc");
  CHECK(run.at("invocations").at(0).at("exitCode") == 1);
  CHECK(run.at("invocations").at(0).at("executionSuccessful") == false);
  const json result = result_of(log, 0);
  CHECK(result.at("ruleId") == "SC0303");
  CHECK(result.at("level") == "error");
  CHECK_THAT(result.at("message").at("text").get<std::string>(), ContainsSubstring("did you mean `name`?"));
  const json rule = run.at("tool").at("driver").at("rules").at(result.at("ruleIndex").get<std::size_t>());
  CHECK(rule.at("id") == "SC0303");
  CHECK_THAT(rule.at("help").at("text").get<std::string>(), ContainsSubstring("Works:"));
  const json place = result.at("locations").at(0).at("physicalLocation");
  CHECK(place.at("artifactLocation").at("uri") == "a%20b.json");
  CHECK(place.at("region") == json::parse(R"({"startLine": 2, "startColumn": 33, "endLine": 2, "endColumn": 38})"));

  // Texts that are not in a file are embedded in the log.
  const json flag =
      json::parse(workplace.scorchc({"y(i) = A(i,j) * x(j)", "--fmt", "x=csr", "--diagnostics", "sarif"}).err);
  const json location = result_of(flag, 0).at("locations").at(0).at("physicalLocation").at("artifactLocation");
  CHECK(flag.at("runs").at(0).at("artifacts").at(location.at("index").get<std::size_t>()) ==
        json::parse(R"({"description": {"text": "--fmt"}, "contents": {"text": "x=csr"}})"));
}

TEST_CASE("a SARIF log is always written as one document") {
  const Workplace workplace;
  const auto log = [&](std::vector<std::string> arguments) {
    arguments.push_back("--diagnostics=sarif");
    return json::parse(workplace.scorchc(arguments).err);
  };
  CHECK(log({"y = x"}).at("runs").at(0).at("results").empty());
  CHECK(log({"y = x"}).at("runs").at(0).at("invocations").at(0).at("executionSuccessful") == true);
  CHECK(result_of(log({"C(i,j) = x(i) * z(i)"}), 0).at("level") == "warning");
  CHECK(result_of(log({"y = x", "--no-such-option"}), 0).at("ruleId") == "SC0801");
  CHECK(result_of(log({}), 0).at("ruleId") == "SC0801");
  CHECK(result_of(log({"missing.json"}), 0).at("ruleId") == "SC0501");
  const json noted = log({"y = x", "-o", "out/", "-v"});
  CHECK(
      noted.at("runs").at(0).at("invocations").at(0).at("toolExecutionNotifications").at(0).at("message").at("text") ==
      "output `out/y_x.h`");
  const Outcome hostile = workplace.scorchc({"y = a\x1b\xff", "--diagnostics=sarif"});
  CHECK(hostile.err.find('\x1b') == std::string::npos);
  CHECK(json::parse(hostile.err).at("version") == "2.1.0");
  CHECK(workplace.scorchc({"y = x", "--diagnostics=srif"}).exit_code == 2);
}

TEST_CASE("colours are printed only to terminals and on request") {
  const Workplace workplace;
  const std::string bad = " 'y(i) = A[i]' ";
  const auto on_terminal = [&](const std::string& environment, const std::string& flags) {
    const std::string command = "env " + environment + " " + std::string(SCORCHC_PROGRAM) + bad + flags;
    return workplace.program({"script", "-qec", command, "/dev/null"}).out;
  };
  if (workplace.program({"sh", "-c", "command -v script"}).exit_code != 0) return;
  const auto has_color = [](const std::string& text) { return text.find("\x1b[") != std::string::npos; };
  CHECK_THAT(on_terminal("-u NO_COLOR TERM=xterm", ""), ContainsSubstring("SC0101"));
  CHECK(has_color(on_terminal("-u NO_COLOR TERM=xterm", "")));
  CHECK(has_color(on_terminal("NO_COLOR= TERM=xterm", "")));
  CHECK_FALSE(has_color(on_terminal("NO_COLOR=1 TERM=xterm", "")));
  CHECK_FALSE(has_color(on_terminal("-u NO_COLOR TERM=dumb", "")));
  CHECK_FALSE(has_color(on_terminal("-u NO_COLOR TERM=xterm", "--color=never")));
  CHECK(has_color(on_terminal("NO_COLOR=1 TERM=xterm", "--color=always")));
  CHECK_FALSE(has_color(workplace.scorchc({"y(i) = A[i]"}).err));
  CHECK(has_color(workplace.scorchc({"y(i) = A[i]", "--color", "always"}).err));
  // Errors of the command line itself are coloured, too.
  CHECK(has_color(workplace.scorchc({"y = x", "--no-such-option", "--color=always"}).err));
}
