// Tests that the output of commands with --json follows docs/schema/answers.json and agrees with the text output.
#include "catch.h"
#include "driver/json_schema.h"
#include "driver/program.h"
#include "driver/schemas.h"

using namespace scorchc;
using nlohmann::json;

namespace {

json schema_named(std::string_view name) {
  for (const driver::SchemaPage& page : driver::all_schemas())
    if (page.name == name) return json::parse(page.text);
  return {};
}

const std::string spec = "tensor A: csr\nkernel spmv: y(i) = A(i,j) * x(j)\nkernel sum: s = A(i,j)\n";

class Answers {
 public:
  Answers() {
    place_.write("two.scorch", spec);
    place_.write("one.scorch", "tensor A: csr\nkernel spmv: y(i) = A(i,j) * x(j)\n");
    place_.write("a.tns", "# dims: 2 2\n1 2 0.1\n2 1 3\n");
    place_.write("x.tns", "# dims: 2\n1 nan\n2 2\n");
  }

  const Workplace& place() const { return place_; }

  /// Returns one document; fails if it violates the schema.
  json operator()(std::vector<std::string> arguments, int exit_code = 0) const {
    arguments.emplace_back("--json");
    const Outcome outcome = place_.scorchc(arguments);
    CAPTURE(arguments, outcome.out, outcome.err);
    CHECK(outcome.exit_code == exit_code);
    const json answer = json::parse(outcome.out);
    CHECK(schema_problem(schema_, answer) == "");
    return answer;
  }

 private:
  Workplace place_;
  json schema_ = schema_named("answers");
};

}  // namespace

TEST_CASE("commands that print lists can print JSON") {
  const Answers answer;
  const json outputs = answer({"outputs", "two.scorch", "-o", "gen/", "-MD"});
  CHECK(outputs.at("outputs").size() == 4);
  CHECK(outputs.at("outputs").at(3) == json::parse(R"({"kernel": "sum", "kind": "cpp", "path": "gen/sum.cpp"})"));
  CHECK(outputs.at("depfile") == "gen/two.d");
  CHECK(answer({"schema"}).at("schemas").size() == driver::all_schemas().size());

  const json formats = answer({"formats"}).at("formats");
  CHECK(formats.size() == 11);
  const json csr = answer({"formats", "csr:f64:pos=i64"});
  CHECK(csr.at("map") == "(i,j) -> (i: dense, j: compressed)");
  CHECK(csr.at("value") == "f64");
  CHECK(csr.at("pos") == "i64");
  CHECK(csr.at("crd") == "i32");
  CHECK(csr.at("levels") == json::parse(R"([{"arrays": []}, {"arrays": ["pos", "crd"]}])"));
  CHECK_THAT(csr.at("example").get<std::string>(), ContainsSubstring("A2_crd   0 3 1 4 0 3"));

  const json code = answer({"explain", "SC0204"});
  CHECK(code.at("code") == "SC0204");
  CHECK(code.at("exit_code") == 1);
  CHECK_THAT(code.at("text").get<std::string>(), ContainsSubstring("Works:"));
  CHECK(json::parse(answer.place().scorchc({"schema", "spec", "--json"}).out).contains("$defs"));
}

TEST_CASE("results of check and run are printed as JSON", "[compiler]") {
  const Answers answer;
  const std::vector<std::string> verify = with_compiler({"verify", "two.scorch", "--cases", "2"});
  CHECK(answer(verify).at("verified") ==
        json::parse(
            R"([{"kernel": "spmv", "cases": 2, "undecided": 0}, {"kernel": "sum", "cases": 2, "undecided": 0}])"));
  const json checked = answer(with_compiler({"check", "one.scorch"})).at("verified");
  CHECK(checked.at(0).at("cases") == 20);
  CHECK_FALSE(checked.at(0).contains("not_run"));
  CHECK(answer(with_compiler({"check", "y(i)=x(i)", "--dim", "i=5000000"})).at("verified").at(0).contains("not_run"));

  const json run = answer(with_compiler({"run", "one.scorch", "--data", "A=a.tns", "--data", "x=x.tns"}));
  CHECK(run.at("shape") == json::parse("[2]"));
  CHECK(run.at("stored") == 2);
  CHECK(run.at("components").at(0) == json::parse(R"({"at": [0], "value": 0.2})"));
  CHECK(run.at("components").at(1) == json::parse(R"({"at": [1], "value": "nan"})"));
  CHECK(answer(with_compiler({"run", "one.scorch", "--data", "A=a.tns", "--data", "x=x.tns", "-o", "y.npy", "-o", "-"}))
            .at("result") == "y");

  const json tuned = answer(
      with_compiler({"tune", "one.scorch", "--data", "A=a.tns", "--most", "2", "--rounds", "1", "--threads", "1"}));
  CHECK(tuned.at("tuned").at(0).at("kernel") == "spmv");
  CHECK(tuned.at("tuned").at(0).at("plans").size() >= 1);
}

TEST_CASE("JSON has the state of each checked file and of stale files") {
  const Answers answer;
  const Workplace& place = answer.place();
  REQUIRE(place.scorchc({"two.scorch", "-o", "gen/"}).exit_code == 0);
  place.write("gen/spmv.h", "another\n");
  place.write("gen/mine.h", "// by hand\n");
  std::filesystem::remove(place.path("gen/spmv.cpp"));
  const json files = answer({"one.scorch", "--check", "gen"}, 6).at("files");
  REQUIRE(files.size() == 4);
  CHECK(files.at(0).at("state") == "different");
  CHECK_THAT(files.at(0).at("difference").get<std::string>(), ContainsSubstring("-another\n"));
  CHECK(files.at(1).at("state") == "missing");
  CHECK(files.at(2) == json::parse(R"({"path": "gen/sum.cpp", "state": "left"})"));
  CHECK(files.at(3) == json::parse(R"({"path": "gen/sum.h", "state": "left"})"));
}

TEST_CASE("commands that print only text do not offer JSON") {
  const Workplace workplace;
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"help", "spec", "--json"}, {"completions", "bash", "--json"}}) {
    const Outcome outcome = workplace.scorchc(arguments);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, ContainsSubstring("does not accept it"));
  }
  CHECK(json::parse(workplace.scorchc({"--version", "--json"}).out).contains("scorchc"));
}
