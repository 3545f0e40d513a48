// Tests the fuzzer itself: drawn programs are valid and varied, and it recognises and distinguishes each kind of
// failure.
#include <unistd.h>

#include <csignal>
#include <map>
#include <set>

#include "apart.h"
#include "campaign.h"
#include "catch.h"
#include "program.h"
#include "reduce.h"

namespace scorchc::fuzz {
namespace {

using std::chrono::seconds;

TEST_CASE("work in child processes outlives crashes and endless loops") {
  const Work work = [](std::size_t item) -> std::string {
    if (item == 1) std::raise(SIGKILL);
    if (item == 3)
      while (true) pause();
    if (item == 4) throw std::runtime_error("thrown");
    return "item " + std::to_string(item);
  };
  for (const std::size_t at_once : {1U, 3U}) {
    std::map<std::size_t, Ended> ends;
    run_apart(6, {seconds(2), at_once, 6}, work, [&](std::size_t item, const Ended& ended) { ends[item] = ended; });
    REQUIRE(ends.size() == 6);
    for (const std::size_t item : {0U, 2U, 5U}) CHECK(ends[item].text == "item " + std::to_string(item));
    CHECK(ends[1].how == Ended::How::crashed);
    CHECK_THAT(ends[1].text, ContainsSubstring("signal 9"));
    CHECK(ends[3].how == Ended::How::timed_out);
    CHECK(ends[4].how == Ended::How::crashed);
    CHECK_THAT(ends[4].text, ContainsSubstring("thrown"));
  }
}

TEST_CASE("joined strings split into the same strings") {
  const std::vector<std::string> parts = {"", "a:b", "3:x", "line\nline"};
  CHECK(split(join(parts)) == parts);
}

TEST_CASE("a seed always gives the same program, which the front end accepts") {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const Case program = draw_program(seed);
    const std::string line = test::write_case(program);
    INFO(seed << ": " << line);
    CHECK(test::write_case(draw_program(seed)) == line);
    CHECK(test::write_case(test::read_case(line)) == line);
    Diagnostics warnings;
    CHECK_NOTHROW(front::read_expression(program.expression, program.settings, warnings));
  }
}

TEST_CASE("programs are varied") {
  std::set<std::size_t> orders, operands;
  std::map<std::string, int> seen;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const Case program = draw_program(seed);
    Diagnostics warnings;
    const Kernel kernel = front::read_expression(program.expression, program.settings, warnings).at(0);
    operands.insert(kernel.tensors.size() - 1);
    for (const TensorDeclaration& tensor : kernel.tensors) orders.insert(static_cast<std::size_t>(tensor.order));
    const std::string line = test::write_case(program);
    for (const char* const word :
         {" += ",    " min= ",   " max= ",     "sum(",       "min(",  "max(",      "relu(",     "abs(",
          " / ",     "0.5",      "compressed", "coordinate", "csr",   "csc",       "coo",       "csf",
          "bcsr2x3", "/3:",      "->",         "f64",        "i32",   "i64",       "crd=i64",   "index:i64",
          "dim:",    "reorder(", "| none",     "* R",        ":1,0",  ":2,0,1",    "split(",    "tile(",
          "fuse(",   "unroll(",  "prefetch(",  "assemble(",  "pack(", "protocol(", "workspace("})
      if (line.find(word) != std::string::npos) ++seen[word];
  }
  CHECK(orders == std::set<std::size_t>{0, 1, 2, 3, 4, 5});
  CHECK(operands.size() >= 6);
  CHECK(seen.size() == 39);
  for (const auto& [word, times] : seen) {
    INFO(word);
    CHECK(times >= 3);
  }
}

// ---- injected faults

/// Options under which `harm` changes the kernel whose statement contains `failing`.
JudgeOptions sabotaged(const std::string& failing, const std::function<void(driver::CompiledKernel&)>& harm) {
  JudgeOptions options;
  options.seconds = 4;
  options.compile = [=](const Kernel& kernel, Diagnostics& warnings) {
    driver::CompiledKernel compiled = driver::compile(kernel, warnings);
    if (kernel.source_statement.find(failing) != std::string::npos) harm(compiled);
    return compiled;
  };
  return options;
}

/// Inserts `text` at the beginning of the function that calls the kernel.
auto on_call(const std::string& text) {
  return [=](driver::CompiledKernel& kernel) {
    const std::string head = "scorch_runner_call(";
    const std::size_t at = kernel.runner.find('{', kernel.runner.find(head));
    REQUIRE(at != std::string::npos);
    kernel.runner.insert(at + 1, text);
  };
}

std::vector<Trial> three() {
  return {{test::read_case("y(i)=A(i,j)*x(j) | A=csr"), 1},
          {test::read_case("z(i)=A(i,j)*x(j) | A=csr"), 1},
          {test::read_case("C(i,j)=A(i,j)+B(i,j) | A=csr B=dcsr"), 1}};
}

/// Checks that the second of three programs gets this verdict, and that the others are right.
void check_second(Verdict verdict, const std::string& text, const JudgeOptions& options) {
  const std::vector<Outcome> outcomes = judge_in_child(three(), options);
  REQUIRE(outcomes.size() == 3);
  INFO(outcomes[1].text);
  CHECK(name(outcomes[0].verdict) == "right");
  CHECK(name(outcomes[1].verdict) == name(verdict));
  CHECK(name(outcomes[2].verdict) == "right");
  CHECK(outcomes[2].runs == 10);
  CHECK_THAT(outcomes[1].text, ContainsSubstring(text));
}

TEST_CASE("each kind of failure gets its verdict", "[deep]") {
  check_second(Verdict::internal_error, "made up",
               sabotaged("z(i)", [](auto&) { fail(Code::internal_error, {}, "made up"); }));
  check_second(Verdict::refused, "made up", sabotaged("z(i)", [](auto&) { fail(Code::syntax, {}, "made up"); }));
  check_second(Verdict::crash, "signal 9", sabotaged("z(i)", [](auto&) { std::raise(SIGKILL); }));
  check_second(Verdict::time_out, "4 s", sabotaged("z(i)", [](auto&) {
                 while (true) pause();
               }));
  check_second(Verdict::not_compiling, "unused", sabotaged("z(i)", on_call("int unused;")));
  check_second(Verdict::not_compiling, "nothing", sabotaged("z(i)", on_call("nothing();")));
  check_second(Verdict::wrong, "z(", sabotaged("z(i)", on_call("if (tensors != nullptr) return 0;")));
  check_second(Verdict::crash, "heap-buffer-overflow",
               sabotaged("z(i)", on_call("int* volatile one = new int(0); one[1] = 1; delete one;")));
  check_second(Verdict::crash, "runtime error",
               sabotaged("z(i)", on_call("volatile int big = 2147483647; big = big + 1;")));
  check_second(Verdict::crash, "LeakSanitizer",
               sabotaged("z(i)", on_call("int* volatile lost = new int(0); if (lost != nullptr) lost = nullptr;")));
  check_second(Verdict::time_out, "4 s", sabotaged("z(i)", on_call("for (volatile int n = 0; n < 1; n = 0) {}")));
}

TEST_CASE("an illegal schedule is not a failure") {
  const std::vector<Outcome> outcomes =
      judge_in_child({{test::read_case("C(i,j)=A(i,j) | A=csr | parallelize(k)"), 1}}, {});
  CHECK(name(outcomes.at(0).verdict) == "illegal_schedule");
  CHECK_FALSE(is_failure(outcomes.at(0).verdict));
}

TEST_CASE("a failing program is reduced to a small one") {
  JudgeOptions options;
  options.engine = find_engine("interpreted");  // the failure occurs before any kernel runs
  options.compile = [](const Kernel& kernel, Diagnostics& warnings) {
    if (kernel.source_statement.find("relu") != std::string::npos) fail(Code::internal_error, {}, "no `x1`, 1 of 2");
    return driver::compile(kernel, warnings);
  };
  const Case program = test::read_case(
      "R(i,j) += 2*A(i,k)*relu(B(k,j) - max(p, C(j,p))) + D(i) / 4 | A=csr B=csc:f64 C=bcsr2x3 dim:k=~100 index:i64 | "
      "none");
  const Outcome outcome = judge_in_child({{program, 1}}, options).at(0);
  REQUIRE(name(outcome.verdict) == "internal_error");
  const Reduced reduced = reduce(program, outcome, 1, options);
  CHECK(test::write_case(reduced.program) == "R = relu(B)");
  CHECK(reduced.outcome.signature() == outcome.signature());
}

TEST_CASE("every reduction step gives a valid, smaller program") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Case program = draw_program(seed);
    for (const Case& candidate : simpler(program)) {
      INFO(test::write_case(program) << "\n" << test::write_case(candidate));
      CHECK(size(candidate) < size(program));
      CHECK(test::write_case(test::read_case(test::write_case(candidate))) == test::write_case(candidate));
    }
  }
}

}  // namespace
}  // namespace scorchc::fuzz
