// Interprets the loop IR of all kernel shapes, with every memory access checked, and compares the results with the
// dense interpreter. A failure here is a fault of a phase up to the loop IR; a failure of run_test.cpp alone is a fault
// of the emitter.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <iterator>

#include "batch.h"
#include "catch.h"
#include "depth.h"
#include "sets.h"

namespace scorchc::test {
namespace {

void require_right(const std::string& set, const Report& report) {
  std::cout << set << ": " << report.summary() << "\n";
  for (const std::string& wrong : report.wrong) {
    INFO(wrong);
    CHECK(wrong.empty());
  }
  REQUIRE(report.kernels > 0);
  REQUIRE(report.wrong.empty());
}

/// All cases; in a sanitized build, where scorchc is ten times slower, a sample of at most `most` cases. The sample
/// differs from the one that run_test.cpp compiles.
std::vector<Case> for_this_build(const std::vector<Case>& cases, std::size_t most = 150) {
  return compiler_is_sanitized() ? sample(cases, most, 23) : cases;
}

/// The group of cases whose turn it is, in this build.
std::vector<Case> part_of(const std::vector<Case>& cases, std::size_t groups) {
  return for_this_build(in_turn(cases, groups));
}

std::vector<Case> hand_written() { return read_cases(SCORCHC_SOURCE_DIR "/test/run/hand-written.cases"); }

TEST_CASE("the hand-written list") { require_right("hand-written", interpret_cases(hand_written())); }

TEST_CASE("enough iterations for threads") {
  require_right("parallel", interpret_cases(read_cases(SCORCHC_SOURCE_DIR "/test/run/parallel.cases")));
}

TEST_CASE("every schedule gives the same zeros") {
  const Report report = compare_schedules(read_cases(SCORCHC_SOURCE_DIR "/test/run/schedules.cases"));
  require_right("schedules", report);
  REQUIRE(report.illegal == 0);
}

TEST_CASE("kernels that reach every rule") {
  require_right("chosen", interpret_cases(for_this_build(read_cases(SCORCHC_SOURCE_DIR "/test/run/chosen.cases"))));
}

TEST_CASE("merges by flags instead of a lattice") {
  BatchOptions options;
  options.compile = [](const Kernel& kernel, Diagnostics& warnings) {
    return driver::compile_with({.max_lattice_iterators = 0}, kernel, warnings);
  };
  require_right("flagged merges", interpret_cases(part_of(hand_written(), 2), options));
}

/// The cases whose kernels have at least `count` variants in addition to the default plan.
std::vector<Case> with_variants(const std::vector<Case>& cases, std::size_t count) {
  std::vector<Case> found;
  std::copy_if(cases.begin(), cases.end(), std::back_inserter(found), [count](const Case& each) {
    Report report;
    const auto compiled = compile_case(each, "k", driver::compile, report);
    return compiled && compiled->variants.size() >= count;
  });
  return found;
}

TEST_CASE("every variant of kernels with variants") {
  std::vector<Case> cases = read_cases(SCORCHC_SOURCE_DIR "/test/run/variants.cases");
  REQUIRE(with_variants(cases, 1).size() == cases.size());
  for (const std::vector<Case>& more : {hand_written(), sample(sequence_cases(), 100, 24), random_programs(3, 200)})
    for (const Case& each : with_variants(part_of(more, 16), 1)) cases.push_back(each);
  require_right("dispatched", interpret_cases(cases));
  for (std::size_t plan = 0; plan <= schedule::most_variants; ++plan) {
    BatchOptions options;
    options.compile = [plan](const Kernel& kernel, Diagnostics& warnings) {
      return driver::compile_with({.forced_plan = plan}, kernel, warnings);
    };
    const std::vector<Case> with_plan = with_variants(cases, plan);
    if (with_plan.empty() && !is_deep()) continue;  // few kernels have this many
    require_right("plan " + std::to_string(plan + 1), interpret_cases(with_plan, options));
  }
}

TEST_CASE("two operands, every format of each") {
  require_right("two operands", interpret_cases(for_this_build(two_operand_cases())));
}

TEST_CASE("matrices in every format") { require_right("matrices", interpret_cases(for_this_build(matrix_cases()))); }

TEST_CASE("order 3 under every mode ordering") {
  require_right("order 3", interpret_cases(part_of(third_order_cases(), 3)));
}

TEST_CASE("every loop order") { require_right("loop orders", interpret_cases(for_this_build(loop_order_cases()))); }

TEST_CASE("sparse temporaries") {
  require_right("sparse temporaries", interpret_cases(part_of(precomputed_cases(), 3)));
}

TEST_CASE("statements in sequence") { require_right("sequences", interpret_cases(part_of(sequence_cases(), 2))); }

/// The number in an environment variable, for campaigns: `SCORCHC_RANDOM_PROGRAMS=10000 SCORCHC_RANDOM_SEED=7
/// test_interpreted "random programs"`.
std::uint64_t from_environment(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

TEST_CASE("random programs") {
  const std::uint64_t seed = from_environment("SCORCHC_RANDOM_SEED", 2);
  const std::uint64_t count = from_environment("SCORCHC_RANDOM_PROGRAMS", compiler_is_sanitized() ? 200 : 600);
  require_right("random programs", interpret_cases(random_programs(seed, count)));
}

TEST_CASE("every allocation fails in turn") {
  std::vector<Case> cases = hand_written();
  // Sums of very many operands make the same allocations as sums of a dozen, but take as long as all other cases.
  std::erase_if(cases, [](const Case& each) { return each.expression.size() > 200; });
  for (const Case& each : read_cases(SCORCHC_SOURCE_DIR "/test/run/variants.cases")) cases.push_back(each);
  for (const Case& each : sample(matrix_cases(), 100, 20)) cases.push_back(each);
  for (const Case& each : sample(third_order_cases(), 100, 20)) cases.push_back(each);
  // Sanitizers check the interpreter here, not the kernels, and the whole set would take minutes.
  if (compiler_is_sanitized()) cases = sample(cases, 60, 20);
  cases = part_of(cases, 12);
  require_right("failing allocations", fail_allocations(cases));
}

}  // namespace
}  // namespace scorchc::test
