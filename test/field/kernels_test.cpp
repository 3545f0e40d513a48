// Compiles and interprets kernels that other compilers got wrong (field.cases).
#include <fstream>
#include <limits>
#include <stdexcept>

#include "catch.h"
#include "driver/interpreted.h"
#include "driver/verify.h"
#include "run/batch.h"
#include "run/depth.h"

namespace scorchc::test {
namespace {

/// The cases of the section named like the running test.
std::vector<Case> cases_of_this_test() {
  const std::string header = "[" + Catch::getResultCapture().getCurrentTestName() + "]";
  std::ifstream file(SCORCHC_SOURCE_DIR "/test/field/field.cases");
  std::vector<Case> cases;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("["))
      inside = line == header;
    else if (inside && !line.empty() && line[0] != '#')
      cases.push_back(read_case(line));
  }
  if (cases.empty()) throw std::runtime_error("field.cases has no section " + header);
  return cases;
}

/// Requires that all kernels are right and none is refused: users of other compilers needed each of them.
void require_all_right(const Report& report, std::size_t count) {
  INFO(report.summary());
  for (const std::string& wrong : report.wrong) {
    INFO(wrong);
    CHECK(wrong.empty());
  }
  CHECK(report.kernels == static_cast<int>(count));
}

void hold_to_the_interpreter() {
  const std::vector<Case> cases = cases_of_this_test();
  BatchOptions options;
  options.runs_a_kernel = 20;
  require_all_right(interpret_cases(cases, options), cases.size());
  require_all_right(run_cases(cases, options), cases.size());
}

/// Replaces some values by NaN or infinities, in dense operands also where other operands store nothing.
void spoil(driver::RandomCase& random_case, std::uint64_t seed) {
  const double bad[] = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                        -std::numeric_limits<double>::infinity()};
  std::uint64_t step = seed;
  for (auto& [name, tensor] : random_case.tensors)
    std::visit(
        [&](auto& values) {
          using Value = typename std::remove_cvref_t<decltype(values)>::value_type;
          if constexpr (std::is_floating_point_v<Value>)
            for (Value& value : values)
              if (++step % 4 == 0) value = static_cast<Value>(bad[step / 4 % 3]);
        },
        std::get<data::CoordinateList>(tensor).values);
}

void verify_spoilt(const driver::CompiledKernel& compiled, const driver::Runner& runner) {
  const driver::StatementFacts facts(compiled.kernel);
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    driver::RandomCase random_case = driver::draw_case(compiled.kernel, facts, seed);
    spoil(random_case, seed);
    const driver::VerifyOutcome outcome = driver::verify_case(compiled, runner, random_case);
    INFO(outcome.description);
    CHECK(outcome.difference == "");
  }
}

}  // namespace

TEST_CASE("scatter into a sparse result without a workspace (taco #297 #309 #555)") { hold_to_the_interpreter(); }

TEST_CASE("the lattice of a union (taco #27 #115 #216 #510)") { hold_to_the_interpreter(); }

TEST_CASE("mode orders and cyclic iteration graphs (taco #35 #280)") { hold_to_the_interpreter(); }

TEST_CASE("empty rows, and dense levels below compressed ones (taco #86 #100)") { hold_to_the_interpreter(); }

TEST_CASE("the same tensor on both sides (taco #557)") { hold_to_the_interpreter(); }

TEST_CASE("duplicates and order in coordinate results (llvm #66664 #116012)") { hold_to_the_interpreter(); }

TEST_CASE("a buffer hoisted out of its loop (llvm #218091)") { hold_to_the_interpreter(); }

TEST_CASE("results of three modes (Scorch)") { hold_to_the_interpreter(); }

TEST_CASE("NaN and structural zeros (scipy #7532)") {
  const std::vector<Case> cases = cases_of_this_test();
  for (std::size_t n = 0; n < cases.size(); ++n) {
    const Case& each = cases[n];
    CAPTURE(write_case(each));
    Report report;
    const auto compiled = compile_case(each, "k", driver::compile, report);
    REQUIRE(compiled);
    verify_spoilt(*compiled, driver::interpreted(*compiled));
    if (!is_turn(n, 4)) continue;  // each one runs the C++ compiler
    const driver::RunnableKernel runnable = driver::load(*compiled, SCORCHC_TEST_CXX);
    verify_spoilt(*compiled, runnable.runner);
  }
}

}  // namespace scorchc::test
