// Sums of many operands: how much text they become, and how the loops are chosen.
#include <algorithm>

#include "catch.h"
#include "driver/program.h"

namespace {

// y(i) = x0(i) + x1(i) + ..., all of one format.
Outcome sum_of(int operands, const std::string& kind, const std::string& emit) {
  const Workplace workplace;
  std::string sum;
  std::vector<std::string> command = {"", "--emit=" + emit, "--fmt=y=" + kind};
  for (int n = 0; n < operands; ++n) {
    const std::string name = "x" + std::to_string(n);
    sum += (n == 0 ? "" : " + ") + name + "(i)";
    command.push_back("--fmt=" + name + "=" + kind);
  }
  command[0] = "y(i) = " + sum;
  return workplace.scorchc(command);
}

long lines_of(int operands, const std::string& kind) {
  const Outcome outcome = sum_of(operands, kind, "cpp");
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.err.empty());
  return std::count(outcome.out.begin(), outcome.out.end(), '\n');
}

}  // namespace

TEST_CASE("a sum of n sparse operands is linear text") {
  CHECK(lines_of(64, "sv") < 2800);
  for (const int operands : {16, 32, 125, 250}) {
    const long once = lines_of(operands, "sv"), twice = lines_of(2 * operands, "sv");
    CHECK(twice - once < 42L * operands);
  }
  CHECK(lines_of(4000, "dense") < 50'000);
}

TEST_CASE("with many operands the one call calls the steps") {
  const std::string text = "lower: the one call: count, pattern, compute";
  CHECK(sum_of(8, "sv", "decisions").out.find(text) == std::string::npos);
  CHECK_THAT(sum_of(9, "sv", "decisions").out, ContainsSubstring(text));
  CHECK(sum_of(9, "sv", "cpp").out.find("_assemble") == std::string::npos);
  CHECK_THAT(sum_of(9, "sv", "cpp").out, ContainsSubstring("_pattern(x0, x1"));
}

TEST_CASE("a sum of very many sparse operands is gathered") {
  CHECK(sum_of(64, "sv", "cin").out.find("where w(i)") == std::string::npos);
  const std::string loops = sum_of(65, "sv", "cin").out;
  CHECK_THAT(loops, ContainsSubstring("where w(i)"));
  CHECK_THAT(loops, ContainsSubstring("w(i) += x64(i)"));
  CHECK_THAT(sum_of(65, "sv", "decisions").out, ContainsSubstring("schedule: sum: gathered in w(i)"));
}
