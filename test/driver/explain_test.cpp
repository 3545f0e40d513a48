// Tests `explain` for tools: a document that follows its published schema, and drawings.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "catch.h"
#include "driver/json_schema.h"
#include "driver/program.h"

using nlohmann::json;

namespace {

json schema() { return json::parse(Workplace().scorchc({"schema", "explain"}).out); }

/// Returns `explain --json` for the arguments; fails if it violates the schema.
json explained(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "explain");
  arguments.emplace_back("--json");
  const Outcome outcome = Workplace().scorchc(arguments);
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  json document = json::parse(outcome.out);
  CHECK(schema_problem(schema(), document) == "");
  return document;
}

const std::vector<std::string> spgemm = {"C(i,k) = A(i,j) * B(j,k)", "--fmt", "A=csr", "--fmt", "B=csr:pos=i64"};

/// Counts the lines of the text that begin, after their indentation, with the given words.
long lines_with(const std::string& text, const std::string& words) {
  std::istringstream lines(text);
  long count = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find_first_not_of(' ');
    if (first != std::string::npos && line.compare(first, words.size(), words) == 0) ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("loops that the plan calls parallel run on threads") {
  // Each of these walks the rows of sparse levels: segments of coo, merges, rows beside those of a dense operand.
  const std::string expression = GENERATE(as<std::string>(), "y(i) = A(i,j) * x(j)", "y(i) = A(i,j) * x(j) + z(i)",
                                          "y(i) = A(i,j) * x(j) + B(i,j) * x(j)", "y(i) = max(j, A(i,j))",
                                          "C(i,k) = A(i,j) * x(j,k)", "t(i) = max(j, A(i,j)); y(i) = t(i) * x(i)");
  const std::string format = GENERATE(as<std::string>(), "csr", "dcsr", "coo");
  const std::string result = expression.front() == 't' ? "y" : expression.substr(0, 1);
  std::vector<std::string> arguments = {expression, "--fmt", "A=" + format, "--fmt", result + "=dense"};
  if (expression.find('B') != std::string::npos) arguments.insert(arguments.end(), {"--fmt", "B=" + format});
  const auto emitted = [&](const std::string& what) {
    std::vector<std::string> each = arguments;
    each.push_back("--emit=" + what);
    const Outcome outcome = Workplace().scorchc(each);
    INFO(outcome.err);
    REQUIRE(outcome.exit_code == 0);
    return outcome.out;
  };
  CAPTURE(expression, format);
  const long planned = lines_with(emitted("cin"), "parallel forall");
  CHECK(planned > 0);
  CHECK(lines_with(emitted("loops"), "parallel ") >= planned);
}

TEST_CASE("loops that store entries at the next free position of their row are not planned as parallel") {
  const std::string from = GENERATE(as<std::string>(), "csr", "csc");
  const std::string to = from == "csr" ? "csc" : "csr";
  const Outcome outcome =
      Workplace().scorchc({"B(i,j) = A(i,j)", "--fmt", "A=" + from, "--fmt", "B=" + to, "--emit=cin"});
  REQUIRE(outcome.exit_code == 0);
  CHECK(lines_with(outcome.out, "forall") > 0);
  CHECK(lines_with(outcome.out, "parallel forall") == 0);
}

TEST_CASE("a temporary whose sums are inside of its loops records which components it has") {
  // w gets a component for an l only if m has coordinates. So w is no dense array, whose components all exist.
  const Outcome outcome = Workplace().scorchc({"R(i,j,k,l) = A(j,l,m,p) * B(i,k)", "--fmt", "B=compressed,dense:1,0",
                                               "--schedule", "reorder(j, p, k, l, m, i)", "--emit=cin"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.out.find("temporary w: workspace\n") != std::string::npos);
}

TEST_CASE("explain --json has the decisions") {
  const json document =
      explained({"C(i,k) = A(i,j) * B(j,k)", "--fmt", "A=csr:f64", "--fmt", "B=csr", "--name", "spgemm", "--namespace",
                 "a::b", "--dim", "i=10", "--dim", "j=~100", "--nnz", "A=5%", "--nnz", "B=1e3"});
  CHECK(document.at("version") == 2);
  REQUIRE(document.at("kernels").size() == 1);
  const json& kernel = document.at("kernels")[0];
  CHECK(kernel.at("name") == "spgemm");
  CHECK(kernel.at("namespace") == "a::b");
  CHECK(kernel.at("statement") == "C(i,k) = A(i,j) * B(j,k)");
  CHECK(kernel.at("desugared") == "C(i,k) = sum(j, A(i,j) * B(j,k))");
  CHECK(kernel.at("sizes") == json::parse(R"({"dims": {"i": {"extent": 10}, "j": {"hint": 100}},
                                              "nnz": {"A": {"share": 0.05}, "B": {"count": 1000.0}}})"));
  CHECK(kernel.at("tensors")[0].at("format") ==
        json::parse(R"json({"map": "(i,j) -> (i: dense, j: compressed)", "short": "csr:f64", "pos": "i32", "crd": "i32",
                            "origin": "inferred"})json"));
  CHECK(kernel.at("tensors")[1].at("role") == "operand");
  CHECK(kernel.at("tensors")[1].at("format").at("origin") == "given");
  CHECK(kernel.at("tensors")[1].at("value") == json::parse(R"({"type": "f64", "given": true})"));
  CHECK(kernel.at("decisions")[0].at("subject") == "format of C");
  CHECK(kernel.at("schedule").at("text") ==
        "reorder(i, j, k); storage_order(C: i, k); parallelize(i); prefetch(B(j,k): 8)");
  CHECK(kernel.at("schedule").at("commands").size() == 4);
  const json& outer = kernel.at("loops").at("tree");
  CHECK(outer.at("kind") == "forall");
  CHECK(outer.at("parallel") == true);
  CHECK(outer.at("partition") == "work");
  CHECK(outer.at("body").at("temporary") == "w(k)");
  CHECK(outer.at("body").at("makes") == "workspace");
  CHECK(outer.at("body").at("consumer").at("body").at("text") == "C(i,k) = w(k)");
}

TEST_CASE("explain --json has how each loop runs") {
  const auto tree = [](const std::vector<std::string>& arguments) {
    return explained(arguments).at("kernels")[0].at("loops").at("tree");
  };
  const json vectors = tree({"C(i,k) = A(i,j) * B(j,k)", "--fmt", "A=csr", "--schedule",
                             "reorder(i, k, j); vectorize(k); unroll(j: 4); prefetch(B(j,k): 8; always)"});
  const json& lanes = vectors.at("body");
  CHECK(vectors.at("vector") == false);
  CHECK(lanes.at("vector") == true);
  CHECK(lanes.at("unroll") == 1);
  const json& sum = lanes.at("body").at("producer");
  CHECK(sum.at("unroll") == 4);
  CHECK(sum.at("prefetched") == json::parse(R"json([{"access": "B(j,k)", "distance": 8, "always": true}])json"));
  CHECK(!sum.contains("reads"));
  const json pairs = tree({"C(i,j) = 2 * A(i,j)", "--schedule", "reorder(i, j); fuse(i, j); parallelize(i_j)"});
  CHECK(pairs.at("fused_as") == "i_j");
  CHECK(pairs.at("parallel") == true);
  CHECK(!pairs.at("body").contains("fused_as"));
  const json merged =
      tree({"s = x(i) * y(i)", "--fmt", "x=sv", "--fmt", "y=sv", "--schedule", "protocol(y(i), i: gallop)"});
  CHECK(merged.dump().find(R"json("reads":[{"access":"y(i)","protocol":"gallop"}])json") != std::string::npos);
}

TEST_CASE("explain --json follows its schema for every kind of loop") {
  const std::vector<std::vector<std::string>> all = {
      {"s = 2 * t"},
      {"C(i,i) min= x(i)"},
      {"C(i,j) = A(i,j) * B(i,j)", "--fmt", "A=csr", "--fmt", "B=csc"},                         // converted
      {"C(i,j) = A(i,j) + B(j,i)", "--fmt", "A=csr", "--fmt", "B=csr"},                         // in sequence
      {"y(i) = relu(A(i,j) * x(j) + b(i))", "--fmt", "A=bcsr4x4:f64:crd=i64"},                  // in blocks
      {"C(i,j) = A(i,k) * B(k,j); y(i) = A(i,j) * x(j)", "--fmt", "A=dcsr", "--fmt", "B=coo"},  // tuples
  };
  for (const std::vector<std::string>& arguments : all) {
    CAPTURE(arguments[0]);
    explained(arguments);
  }
  CHECK(explained(all.back()).at("kernels").size() == 2);
}

TEST_CASE("the schema of explain --json rejects other documents") {
  const json good = explained(spgemm);
  const auto refuses = [&](const char* at, const json& value) {
    json bad = good;
    bad[json::json_pointer(at)] = value;
    CAPTURE(at);
    CHECK(schema_problem(schema(), bad) != "");
  };
  refuses("/version", 3);
  refuses("/extra", 1);
  refuses("/kernels", 7);
  refuses("/kernels/0/name", 7);
  refuses("/kernels/0/tensors/1/role", "argument");
  refuses("/kernels/0/tensors/1/order", -1);
  refuses("/kernels/0/sizes/dims/i", json{{"guess", 3}});
  refuses("/kernels/0/sizes/nnz/A", json{{"share", 1.5}});
  refuses("/kernels/0/loops/tree/kind", "while");
  refuses("/kernels/0/loops/tree/body", json::object());
  json less = good;
  less.at("kernels")[0].erase("desugared");
  CHECK(schema_problem(schema(), less) == "/kernels/0 has no \"desugared\"");
}

TEST_CASE("a compilation with --explain prints the same explanation") {
  const Workplace workplace;
  const auto with = [](std::vector<std::string> arguments, const std::vector<std::string>& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  };
  const Outcome plain = workplace.scorchc(spgemm);
  const Outcome beside = workplace.scorchc(with(spgemm, {"--explain", "--json"}));
  CHECK(beside.out == plain.out);
  CHECK(std::count(beside.err.begin(), beside.err.end(), '\n') == 1);  // with --json, one line per document
  CHECK(json::parse(beside.err) == explained(spgemm));
  const Outcome refused = workplace.scorchc(with(spgemm, {"--explain", "--json", "--schedule", "parallelize(j)"}));
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, ContainsSubstring("{\"note\": ") && ContainsSubstring("{\"severity\": \"error\""));
}

TEST_CASE("explain begins with the statement with explicit sums") {
  const Outcome outcome = Workplace().scorchc({"explain", "y(i) = relu(A(i,j)*x(j) + b(i))", "--name", "layer"});
  CHECK_THAT(outcome.out, Catch::Matchers::StartsWith("layer: y(i) = relu(A(i,j) * x(j) + b(i))\n"
                                                      "  that is: y(i) = relu(sum(j, A(i,j) * x(j)) + b(i))\n"
                                                      "  y: dense (inferred)\n"));
  const Outcome same = Workplace().scorchc({"explain", "y(i) = x(i)", "--name", "copy"});
  CHECK_THAT(same.out, Catch::Matchers::StartsWith("copy: y(i) = x(i)\n  y: dense (inferred)\n"));
}

TEST_CASE("drawings are written like other output files") {
  const Workplace workplace;
  CHECK(workplace.scorchc({"y(i) = x(i)", "--name", "copy", "--emit=dot,svg", "-o", "out/"}).exit_code == 0);
  CHECK(workplace.list("out") == "copy.dot copy.svg");
  const Outcome printed = workplace.scorchc({"y(i) = x(i)", "--name", "copy", "--emit=dot,svg"});
  CHECK(printed.out == workplace.read("out/copy.dot") + workplace.read("out/copy.svg"));
}
