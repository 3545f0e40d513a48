// Compiles emitted kernels, runs them and compares the results with the dense interpreter. interpreted_test.cpp runs
// the same loop IR; this test adds what the interpreter does not cover: printed C++ and vector code.
//
//   [gate]       tools/test: kernels that together reach each rule of lowering and emitting (chosen.cases), and samples
//                drawn by the number in test/rotation
//   [sets]       tools/test --deep sets: whole sets
//   [widths]     tools/test --deep widths: vector loops of every width
//   [optimised]  tools/test --deep optimised: kernels compiled with optimisation
#include <algorithm>
#include <iostream>
#include <iterator>

#include "batch.h"
#include "catch.h"
#include "depth.h"
#include "sets.h"

namespace scorchc::test {
namespace {

std::vector<Case> cases_of(const std::string& list) {
  return read_cases(SCORCHC_SOURCE_DIR "/test/run/" + list + ".cases");
}

/// `count` cases, drawn by the number in test/rotation; all cases with --deep.
std::vector<Case> some_of(const std::vector<Case>& cases, std::size_t count) {
  return is_deep() ? cases : sample(cases, count, turn());
}

void require_right(const std::string& set, const Report& report) {
  std::cout << set << ": " << report.summary() << "\n";
  for (const std::string& wrong : report.wrong) {
    INFO(wrong);
    CHECK(wrong.empty());
  }
  REQUIRE(report.kernels > 0);
  REQUIRE(report.wrong.empty());
}

void require_right(const std::string& set, const std::vector<Case>& cases, const BatchOptions& options = {}) {
  require_right(set, run_cases(cases, options));
}

BatchOptions under_sanitizers() {
  BatchOptions options;
  options.sanitizers = SanitizerSet::without_pointers;
  return options;
}

/// As users compile kernels: -O2, with versions for all instruction sets and dispatch at run time.
BatchOptions as_users_have_it() {
  BatchOptions options;
  options.optimised = true;
  options.vector_bytes = 0;
  return options;
}

// test/run/README.md describes how these kernels are chosen.
TEST_CASE("kernels that reach every rule", "[gate][sets]") {
  BatchOptions options = under_sanitizers();
  options.first_width = turn();
  require_right("chosen", in_turn(cases_of("chosen"), 2), options);
}

TEST_CASE("kernels that reach every rule, optimised", "[gate][optimised]") {
  BatchOptions options;
  options.optimised = true;
  options.first_width = turn();
  require_right("chosen, optimised", some_of(cases_of("chosen"), 24), options);
}

TEST_CASE("kernels on which optimising compilers have failed", "[gate][optimised]") {
  require_right("failures of optimisers", cases_of("optimised"), as_users_have_it());
}

// Compilers may contract a product and a sum into a fused multiply-add. Every code path that computes the same sum must
// then be contracted in the same way, or results would differ between threads and call forms.
TEST_CASE("the same bits of fused sums", "[gate][optimised]") {
  BatchOptions options = as_users_have_it();
  // -O3 unrolls more, so it makes more copies of each loop.
  options.flags = {SCORCHC_TEST_FUSING_FLAG, "-O3"};
  const Report report = compare_bits(some_of(cases_of("parallel"), 6), options);
  require_right("same bits", report);
  REQUIRE(report.runs > 100);
}

/// The cases for which `compile` emits a different kernel from scorchc's default.
std::vector<Case> changed_by(const Compile& compile, const std::vector<Case>& cases) {
  std::vector<Case> changed;
  std::copy_if(cases.begin(), cases.end(), std::back_inserter(changed), [&](const Case& each) {
    Report report;
    const auto usual = compile_case(each, "k", driver::compile, report),
               other = compile_case(each, "k", compile, report);
    return !usual || !other || usual->single_file != other->single_file;
  });
  return changed;
}

// Replaces the merge lattice by flags wherever operands are merged. Only kernels that change are compiled.
TEST_CASE("merges by flags instead of a lattice", "[gate][sets]") {
  BatchOptions options = under_sanitizers();
  options.compile = [](const Kernel& kernel, Diagnostics& warnings) {
    return driver::compile_with({.max_lattice_iterators = 0}, kernel, warnings);
  };
  require_right("flagged merges", changed_by(options.compile, some_of(cases_of("hand-written"), 60)), options);
}

// All variants are compiled, whichever runs; interpreted_test.cpp interprets each.
TEST_CASE("kernels with several variants", "[gate][sets]") {
  BatchOptions options = under_sanitizers();
  const std::vector<Case> cases = some_of(cases_of("variants"), 3);
  require_right("kernels with several variants", cases, options);
  options.compile = [](const Kernel& kernel, Diagnostics& warnings) {
    return driver::compile_with({.forced_plan = 1}, kernel, warnings);
  };
  require_right("the second variant", cases, options);
}

TEST_CASE("enough iterations for threads", "[sets]") {
  require_right("parallel", cases_of("parallel"), under_sanitizers());
}

TEST_CASE("the hand-written list", "[sets]") {
  require_right("hand-written", cases_of("hand-written"), under_sanitizers());
}

TEST_CASE("a sample of the hand-written list, optimised", "[optimised]") {
  require_right("optimised", sample(cases_of("hand-written"), 60, 22), as_users_have_it());
}

/// Vector loops of a width in bytes. 0: the width of the processor, found at run time.
void require_right_vectors(int bytes) {
  BatchOptions options;
  options.vector_bytes = bytes;
  options.sanitizers = SanitizerSet::all;
  const std::vector<Case> cases = cases_of("vectors");
  // Run-time dispatch (0) uses the loops of the fixed widths, so a sample is enough to test the dispatch.
  require_right("vectors of " + std::to_string(bytes) + " bytes", bytes == 0 ? sample(cases, 12, 20) : cases, options);
}
TEST_CASE("vector loops of the width of the processor", "[widths]") { require_right_vectors(0); }
TEST_CASE("vector loops without vectors", "[widths]") { require_right_vectors(1); }
TEST_CASE("vector loops of 16 bytes", "[widths]") { require_right_vectors(16); }
TEST_CASE("vector loops of 32 bytes", "[widths]") { require_right_vectors(32); }
TEST_CASE("vector loops of 64 bytes", "[widths]") { require_right_vectors(64); }

/// Runs a whole set, and a sample of it under sanitizers, which take several times as long to compile.
void require_right_set(const std::string& set, const std::vector<Case>& cases) {
  require_right(set, cases);
  require_right(set + ", under sanitizers", sample(cases, 100, 20), under_sanitizers());
}

TEST_CASE("two operands, every format of each", "[sets]") {
  const std::vector<Case> cases = two_operand_cases();
  REQUIRE(cases.size() == 936);
  require_right_set("two operands", cases);
}

TEST_CASE("matrices in every format", "[sets]") { require_right_set("matrices", matrix_cases()); }

TEST_CASE("order 3 under every mode ordering", "[sets]") { require_right_set("order 3", third_order_cases()); }

TEST_CASE("every loop order", "[sets]") { require_right_set("loop orders", loop_order_cases()); }

TEST_CASE("sparse temporaries", "[sets]") { require_right_set("sparse temporaries", precomputed_cases()); }

TEST_CASE("statements in sequence", "[sets]") { require_right_set("sequences", sequence_cases()); }

TEST_CASE("random programs", "[sets]") { require_right_set("random programs", random_programs(2, 300)); }

}  // namespace
}  // namespace scorchc::test
