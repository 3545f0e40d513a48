// Every kernel shape that can be emitted, compiled and held to the dense interpreter. The large sets are sampled, as all of
// their kernels' loops are run by interpreted_test.cpp: what differs here alone is how statements are written in C++, which shows
// in any of some hundred kernels. Under the sanitizers, where a kernel takes much longer to compile, samples are smaller.
// SCORCHC_TEST_WHOLE_SETS=1 in the environment has all of them compiled.
#include <algorithm>
#include <iostream>
#include <iterator>

#include "batch.h"
#include "catch.h"
#include "sets.h"

namespace scorchc::test {
namespace {

constexpr std::size_t all_of_them = static_cast<std::size_t>(-1);

/// So many under the sanitizers, and so many without.
std::vector<Case> for_this_build(const std::vector<Case>& cases, std::size_t sanitized, std::size_t plain = all_of_them) {
  return sample_unless_whole(cases, SCORCHC_TEST_SANITIZE ? sanitized : plain, 20);
}

void require_right(const std::string& set, const std::vector<Case>& cases, const BatchOptions& options = {}) {
  const Report report = run_cases(cases, options);
  std::cout << set << ": " << report.summary() << "\n";
  for (const std::string& wrong : report.wrong) {
    INFO(wrong);
    CHECK(wrong.empty());
  }
  REQUIRE(report.kernels > 0);
  REQUIRE(report.wrong.empty());
}

TEST_CASE("the hand-written list") {
  BatchOptions options;
  if (!SCORCHC_TEST_SANITIZE) options.vector_bytes = 0;
  const std::vector<Case> cases = read_cases(SCORCHC_SOURCE_DIR "/test/run/hand-written.cases");
  require_right("hand-written", for_this_build(cases, 120), options);
}

// What only optimisers make of a kernel; the others are compiled without, which is much faster.
TEST_CASE("a sample of the hand-written list, optimised", "[once]") {
  BatchOptions options;
  options.optimised = true;
  require_right("optimised", sample(read_cases(SCORCHC_SOURCE_DIR "/test/run/hand-written.cases"), 60, 22), options);
}

// As users have it: for all processors in one file, of which the one at hand is found at run time.
TEST_CASE("what optimisers have failed at", "[once]") {
  BatchOptions options;
  options.optimised = true;
  options.vector_bytes = 0;
  require_right("failed at", read_cases(SCORCHC_SOURCE_DIR "/test/run/optimised.cases"), options);
}

TEST_CASE("enough iterations for threads") {
  require_right("parallel", read_cases(SCORCHC_SOURCE_DIR "/test/run/parallel.cases"));
}

// Where compilers fuse products with sums, which they do where they see both together, each way to a sum has to let them.
TEST_CASE("the same bits of fused sums", "[once]") {
  BatchOptions options;
  options.optimised = true;
  options.vector_bytes = 0;
  // The more is unrolled, the more copies of a loop there are.
  options.flags = {SCORCHC_TEST_FUSING_FLAG, "-O3"};
  const Report report = compare_bits(read_cases(SCORCHC_SOURCE_DIR "/test/run/parallel.cases"), options);
  std::cout << "same bits: " << report.summary() << "\n";
  for (const std::string& wrong : report.wrong) {
    INFO(wrong);
    CHECK(wrong.empty());
  }
  REQUIRE(report.runs > 1000);
}

// Compiling vector loops takes long: each width is a test of its own. Without one the processor's widest is taken.
void require_right_vectors(int bytes, std::size_t sampled) {
  BatchOptions options;
  options.vector_bytes = bytes;
  options.sanitizers = SanitizerSet::all;
  const std::vector<Case> cases = read_cases(SCORCHC_SOURCE_DIR "/test/run/vectors.cases");
  require_right("vectors of " + std::to_string(bytes) + " bytes", for_this_build(cases, sampled), options);
}
// Each kernel has the loops of the other four tests: what is new is that one is chosen.
TEST_CASE("vector loops of the width that the processor has") { require_right_vectors(0, 6); }
TEST_CASE("vector loops of plain numbers") { require_right_vectors(1, 12); }
TEST_CASE("vector loops of 16 bytes") { require_right_vectors(16, 12); }
TEST_CASE("vector loops of 32 bytes") { require_right_vectors(32, 12); }
TEST_CASE("vector loops of 64 bytes") { require_right_vectors(64, 12); }

/// Those of which `compile` makes another kernel than scorchc does.
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

// One iterator never needs merging; from two on the lattice's cases are held to flags, and flags to the interpreter.
TEST_CASE("merges with flags in place of the lattice") {
  BatchOptions options;
  options.compile = [](const Kernel& kernel, Diagnostics& warnings) {
    return driver::compile_with({.max_lattice_iterators = 0}, kernel, warnings);
  };
  const std::vector<Case> cases = for_this_build(read_cases(SCORCHC_SOURCE_DIR "/test/run/hand-written.cases"), 60);
  require_right("flagged merges", changed_by(options.compile, cases), options);
}

// Both plans are compiled, whichever runs. All are interpreted.
TEST_CASE("kernels of several plans") {
  BatchOptions options;
  options.compile = [](const Kernel& kernel, Diagnostics& warnings) {
    return driver::compile_with({.forced_plan = 1}, kernel, warnings);
  };
  const std::vector<Case> cases = for_this_build(read_cases(SCORCHC_SOURCE_DIR "/test/run/variants.cases"), 12);
  require_right("kernels of several plans", cases);
  require_right("the second plan", cases, options);
}

TEST_CASE("two operands, every format of each") {
  const std::vector<Case> cases = two_operand_cases();
  REQUIRE(cases.size() == 936);
  require_right("two operands", for_this_build(cases, 60, 400));
}

TEST_CASE("matrices in every format") { require_right("matrices", for_this_build(matrix_cases(), 60, 400)); }

TEST_CASE("order 3 under every mode ordering") { require_right("order 3", for_this_build(third_order_cases(), 60, 400)); }

TEST_CASE("every loop order") { require_right("loop orders", for_this_build(loop_order_cases(), 60, 400)); }

TEST_CASE("sparse temporaries") { require_right("sparse temporaries", for_this_build(precomputed_cases(), 50, 150)); }

TEST_CASE("statements in sequence") { require_right("sequences", for_this_build(sequence_cases(), 50, 150)); }

TEST_CASE("random programs") {
  require_right("random programs", random_programs(2, SCORCHC_TEST_SANITIZE ? 100 : 300));
}

}  // namespace
}  // namespace scorchc::test
