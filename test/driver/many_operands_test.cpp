// Tests sums of many operands: the size of the emitted text, and the choice of loops.
#include <algorithm>

#include "catch.h"
#include "driver/program.h"

namespace {

// y(i) = x0(i) + x1(i) + ..., all in one format; for matrices y(i,j) = x0(i,j) + x1(i,j) + ...
Outcome sum_of(int operands, const std::string& kind, const std::string& emit) {
  const Workplace workplace;
  const std::string indices = kind == "sv" || kind == "dense" ? "(i)" : "(i,j)";
  std::string sum;
  std::vector<std::string> command = {"", "--emit=" + emit, "--fmt=y=" + kind};
  for (int n = 0; n < operands; ++n) {
    const std::string name = "x" + std::to_string(n);
    sum += (n == 0 ? "" : " + ") + name + indices;
    command.push_back("--fmt=" + name + "=" + kind);
  }
  command[0] = "y" + indices + " = " + sum;
  return workplace.scorchc(command);
}

// y(i,j) = x0(i,j) + x1(i,j) + ..., with alternating formats.
Outcome mixed_sum(int operands, const std::string& result, const std::string& emit,
                  const std::vector<std::string>& kinds = {"csr", "csc", "coo", "dcsr"},
                  const std::string& schedule = "auto") {
  const Workplace workplace;
  std::string sum;
  std::vector<std::string> command = {"", "--emit=" + emit, "--fmt=y=" + result, "--schedule=" + schedule};
  for (int n = 0; n < operands; ++n) {
    const std::string name = "x" + std::to_string(n);
    sum += (n == 0 ? "" : " + ") + name + "(i,j)";
    command.push_back("--fmt=" + name + "=" + kinds[static_cast<std::size_t>(n) % kinds.size()]);
  }
  command[0] = "y(i,j) = " + sum;
  return workplace.scorchc(command);
}

// Lines of the self-contained file, which is longer than header and source together.
long lines_of(int operands, const std::string& kind) {
  const Outcome outcome = sum_of(operands, kind, "cpp");
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.err.empty());
  return std::count(outcome.out.begin(), outcome.out.end(), '\n');
}

}  // namespace

TEST_CASE("a sum of n sparse operands is linear text", "[deep]") {
  for (const std::string kind : {"sv", "csr", "coo", "dcsr"}) {
    INFO(kind);
    CHECK(lines_of(64, kind) < 2000);
    for (const int operands : {64, 125, 250}) {
      const long once = lines_of(operands, kind), twice = lines_of(2 * operands, kind);
      CHECK(twice - once < 25L * operands);
    }
  }
  CHECK(lines_of(32, "sv") - lines_of(16, "sv") < 42L * 16);
  CHECK(lines_of(4000, "dense") < 50'000);
}

TEST_CASE("addends with equal formats are accumulated together in storage order") {
  for (const std::string result : {"csr", "coo"}) {
    INFO(result);
    const Outcome outcome = mixed_sum(64, result, "cpp");
    CHECK(outcome.exit_code == 0);
    CHECK(std::count(outcome.out.begin(), outcome.out.end(), '\n') < 2000);
    for (const std::string operands :
         {": x0, x4, ..., x60", ": x1, x5, ..., x61", ": x2, x6, ..., x62", ": x3, x7, ..., x63"})
      CHECK_THAT(outcome.out, ContainsSubstring(operands));
  }
  CHECK_THAT(mixed_sum(36, "csr", "cin").out, ContainsSubstring("forall j\n    forall i\n      w(i,j) += x1(i,j)"));
}

TEST_CASE("operands with equal formats that need a conversion share one copy") {
  for (const auto& [kind, result] :
       {std::pair{"csc", "dcsr"}, {"csc", "coo"}, {"bcsr4x4", "csr"}, {"bcsr4x4", "csc"}}) {
    INFO(kind << " to " << result);
    const Outcome outcome = mixed_sum(64, result, "cpp", {kind});
    CHECK(outcome.exit_code == 0);
    CHECK(std::count(outcome.out.begin(), outcome.out.end(), '\n') < 2000);
    CHECK_THAT(outcome.out, ContainsSubstring("// x: x0, x1, ..., x63"));
  }
  // Differences are not sums: they stay separate statements.
  const std::string loops = mixed_sum(12, "dcsr", "loops", {"csc", "csr"}).out;
  CHECK_THAT(loops, ContainsSubstring("# x: x1, x3, ..., x11") || ContainsSubstring("x0, x2, ..., x10"));
}

TEST_CASE("sums of 64 addends are short for all formats and with dense or blocked tensors", "[compiler]") {
  struct Pair {
    std::vector<std::string> operands;
    std::string result;
  };
  for (const Pair& each : {Pair{{"csr", "csc"}, "bcsr4x4"},
                           {{"dcsr", "dcsc"}, "bcsr4x4"},
                           {{"dense", "dcsc"}, "csr"},
                           {{"dense", "coo"}, "coo"},
                           {{"dense", "bcsr4x4"}, "csr"},
                           {{"dense", "csr"}, "bcsr4x4"},
                           {{"dense", "csc"}, "dense"},
                           {{"dcsc"}, "dense"},
                           {{"dcsr"}, "bcsr4x4"}}) {
    INFO(each.operands.front() << ", " << each.operands.back() << " to " << each.result);
    const Outcome outcome = mixed_sum(64, each.result, "cpp", each.operands);
    CHECK(outcome.exit_code == 0);
    CHECK(std::count(outcome.out.begin(), outcome.out.end(), '\n') < 2000);
  }
}

TEST_CASE("dense addends stay outside an accumulated sum") {
  const std::string loops = mixed_sum(24, "csr", "cin", {"dense", "dcsc"}).out;
  CHECK_THAT(loops, ContainsSubstring("w(i,j) += x23(i,j)") && ContainsSubstring("= x0(i,j) + w(i,j) + x2(i,j)"));
}

TEST_CASE("a list accumulates operands that would need more than eight conversions") {
  CHECK(mixed_sum(10, "csc", "cin").out.find("where w(j,i)") == std::string::npos);
  std::string columns = "reorder(j, i)";  // requires conversions of row-major operands
  for (int n = 0; n < 20; ++n)
    if (n % 4 != 1) columns += "; convert(x" + std::to_string(n) + "(i,j): j, i)";
  CHECK_THAT(mixed_sum(20, "csc", "cin", {"csr", "csc", "coo", "dcsr"}, columns).out,
             ContainsSubstring("where w(j,i)"));
}

TEST_CASE("lattice cases do not multiply across nested loops") {
  const Workplace workplace;
  const auto lines = [&](const std::vector<std::string>& command) {
    const Outcome outcome = workplace.scorchc(command);
    CHECK(outcome.exit_code == 0);
    return std::count(outcome.out.begin(), outcome.out.end(), '\n');
  };
  CHECK(lines({"C(i,j,k)=A(i,j,k)+B(i,j,k)+D(i,j,k)", "--fmt=A=csf", "--fmt=B=csf", "--fmt=D=csf", "--fmt=C=csf"}) <
        1650);
  CHECK(lines({"C(i,j,k,l,m) min= A(i,j)+B(j,k)+D(k,l)+E(l,m)+F(m,i)", "--fmt=A=dcsr", "--fmt=B=dcsr", "--fmt=D=dcsr",
               "--fmt=E=dcsr", "--fmt=F=dcsr", "--fmt=C=csf"}) < 3000);
}

TEST_CASE("operands alike are added in a loop over a table, which is made once a function") {
  const std::string text = sum_of(9, "csr", "cpp").out;
  CHECK_THAT(text, ContainsSubstring("for (const auto& [x2_pos, x2_crd, x_vals] : operands) {"));
  CHECK_THAT(text, ContainsSubstring("    {x8->x82_pos, x8->x82_crd, x8->x8_vals},\n  };"));
  CHECK_THAT(text, ContainsSubstring("// x: x0, x1, ..., x8"));
  CHECK(text.find("x82_pos = ") == std::string::npos);
}

TEST_CASE("equal structs are documented once") {
  CHECK_THAT(sum_of(9, "csr", "cpp").out,
             ContainsSubstring("// x8(i,j): (i,j) -> (i: dense, j: compressed); fields as those of x0\n"));
  CHECK(sum_of(7, "csr", "cpp").out.find("; fields as those of") == std::string::npos);
}

TEST_CASE("with many operands the one call calls the steps") {
  const std::string text = "lower: the one call: count, pattern, compute";
  CHECK(sum_of(8, "sv", "decisions").out.find(text) == std::string::npos);
  CHECK_THAT(sum_of(9, "sv", "decisions").out, ContainsSubstring(text));
  CHECK(sum_of(9, "sv", "cpp").out.find("_assemble") == std::string::npos);
  CHECK_THAT(sum_of(9, "sv", "cpp").out, ContainsSubstring("_pattern(x0, x1"));
}

TEST_CASE("many sparse operands accumulate in an array for nine and in a list for thirty-three") {
  CHECK(sum_of(32, "sv", "cin").out.find("where w(i)") == std::string::npos);
  const std::string loops = sum_of(33, "sv", "cin").out;
  CHECK_THAT(loops, ContainsSubstring("where w(i)"));
  CHECK_THAT(loops, ContainsSubstring("w(i) += x32(i)"));
  CHECK_THAT(sum_of(33, "sv", "decisions").out, ContainsSubstring("schedule: sum: accumulated in w(i)"));
  CHECK(sum_of(8, "csr", "cin").out.find("where w(j)") == std::string::npos);
  CHECK_THAT(sum_of(9, "csr", "cin").out, ContainsSubstring("where w(j)"));
}
