// Tests the formulas that `explain` shows, and the sizes that costs are computed at.
#include "schedule/estimate/work.h"

#include "catch.h"
#include "front/reading.h"
#include "infer/infer_formats.h"
#include "schedule/auto_schedule.h"
#include "schedule/estimate/sizes.h"

namespace scorchc::schedule {
namespace {

struct Row {
  std::string expression;
  std::vector<std::string> formats;
  std::string schedule;
  std::vector<std::string> iterations;  // by loop
  std::string flops;
};

Work work_for(const Row& row) {
  front::Settings settings;
  settings.formats = row.formats;
  settings.schedule = row.schedule;
  Decisions decisions;
  Diagnostics warnings;
  const Kernel kernel = infer::infer_formats(front::kernel_of(row.expression, settings), decisions, warnings);
  return auto_schedule(kernel, decisions).work;
}

TEST_CASE("iterations and arithmetic are formulas in sizes and stored components") {
  const Row row = GENERATE(values<Row>({
      {"y(i)=A(i,j)*x(j)", {"A=csr"}, "reorder(i, j)", {"i", "nnz(A)"}, "2 * nnz(A)"},
      {"y(i)=A(i,j)*x(j)", {"A=dcsr", "y=dense"}, "reorder(i, j)", {"i", "#A1", "nnz(A)"}, "2 * nnz(A)"},
      {"C(i,k)=A(i,j)*B(j,k)", {"A=csr"}, "reorder(i, j, k)", {"i", "i * k", "nnz(A)", "nnz(A) * k"}, "2 * nnz(A) * k"},
      {"C(i,k)=A(i,j)*B(j,k)",
       {"A=csr", "B=csr", "C=csr"},
       "reorder(i, j, k)",
       {"i", "nnz(A)", "nnz(A) * nnz(B) / j", "#w * i"},
       "2 * nnz(A) * nnz(B) / j"},
      {"D(i,j)=S(i,j)*X(i,k)*Y(k,j)",
       {"S=csr"},
       "reorder(i, j, k)",
       {"i", "nnz(S)", "nnz(S) * k"},
       "2 * nnz(S) * k + nnz(S)"},
      {"C(i,j)=A(i,j)+B(i,j)",
       {"A=csr", "B=csr", "C=csr"},
       "reorder(i, j)",
       {"i", "nnz(A) + nnz(B)"},
       "nnz(A) + nnz(B)"},
      {"M(i,r)=T(i,j,k)*B(j,r)*C(k,r)",
       {"T=csf", "M=dense"},
       "factor(k: T(i,j,k), C(k,r)); reorder(i, j, k, r)",
       {"i", "i * r", "#T1", "#T2", "nnz(T)", "nnz(T) * r", "#T2 * r"},
       "2 * nnz(T) * r + 2 * #T2 * r"},
      {"y(i)=A(i,j)*x(j)", {"A=csr", "y=dense"}, "split(j: 8)", {"i", "#A(i,j_block)", "nnz(A)"}, "2 * nnz(A)"},
      {"y(i)=A(i,j)*x(j)",
       {"A=dcsr", "y=dense"},
       "split(i: 8)",
       {"i_block", "i", "#A(i_block,:)", "#A1", "nnz(A)"},
       "2 * nnz(A)"},
  }));
  INFO(row.expression);
  const Work work = work_for(row);
  std::vector<std::string> iterations;
  for (const LoopWork& loop : work.loops) iterations.push_back(loop.iterations.text);
  CHECK(iterations == row.iterations);
  CHECK(work.flops.text == row.flops);
}

TEST_CASE("only formulas that depend on one sparse operand are exact") {
  CHECK(work_for({"y(i)=A(i,j)*x(j)", {"A=csr"}, "reorder(i, j)", {}, ""}).flops.exact);
  CHECK_FALSE(work_for({"C(i,j)=A(i,j)*B(i,j)", {"A=csr", "B=csr"}, "auto", {}, ""}).flops.exact);
  CHECK_FALSE(work_for({"C(i,j)=A(i,j)+B(i,j)", {"A=csr", "B=csr"}, "auto", {}, ""}).flops.exact);
}

// Multiplied out, the formula of a product of n sums has 2^n terms: without a limit the larger cases do not terminate.
TEST_CASE("formulas of products of sums are truncated") {
  for (const int factors : {4, 12, 24}) {
    CAPTURE(factors);
    Row row{"y(i) = ", {}, "auto", {}, ""};
    for (int n = 0; n < factors; ++n) {
      const std::string a = "A" + std::to_string(n), b = "B" + std::to_string(n);
      row.expression += (n == 0 ? "" : " * ") + ("(" + a + "(i,j) + " + b + "(i,j))");
      row.formats.push_back(a + "=csr");
      row.formats.push_back(b + "=csr");
    }
    const std::string text = work_for(row).flops.text;
    CHECK((text.find(" more)") != std::string::npos) == (factors > 4));
    CHECK((text.find(" and more)") != std::string::npos) == (factors > 4));
  }
  const Sum two{{Monomial{}, Monomial{{{"i", 1}}}}};
  Sum all = one();
  for (int n = 0; n < 40; ++n) all = product(all, two);
  CHECK(all.terms.size() == most_monomials);
  CHECK(all.is_cut);
  CHECK_FALSE(is_exact(all));
}

// Each statement reads the two before it, so without memoisation the time doubles with each.
TEST_CASE("the contents of temporaries are estimated once") {
  std::string program = "t0(i,j) = A(i,j) + B(i,j); t1(i,j) = A(i,j) * B(i,j)";
  for (int n = 2; n < 30; ++n)
    program += "; t" + std::to_string(n) + "(i,j) = t" + std::to_string(n - 1) + "(i,j) * t" + std::to_string(n - 2) +
               "(i,j) + A(i,j)";
  program += "; y(i) = t29(i,j) * x(j)";
  CHECK_FALSE(work_for({program, {"A=coo", "B=coo"}, "auto", {}, ""}).flops.text.empty());
}

TEST_CASE("bytes are a formula of the accessed elements") {
  const auto bytes = [](const Row& row) { return work_for(row).bytes; };
  const Formula spmv = bytes({"y(i)=A(i,j)*x(j)", {"A=csr"}, "reorder(i, j)", {}, ""});
  CHECK(spmv.text == "8 * i + 4 + 8 * nnz(A) + 4 * #A(:,j)");
  CHECK(spmv.exact);
  CHECK(bytes({"C(i,k)=A(i,j)*B(j,k)", {"A=dcsr"}, "reorder(i, j, k)", {}, ""}).text ==
        "20 + 12 * #A1 + 8 * nnz(A) + 4 * #A(:,j) * k + 4 * #A1 * k");
  // One array read twice; and an intersection of two, for which traffic is only an estimate.
  CHECK(bytes({"C(i,j)=A(i,j)*A(i,j)", {"A=csr"}, "reorder(i, j)", {}, ""}).text == "8 * i + 8 + 16 * nnz(A)");
  CHECK_FALSE(bytes({"C(i,j)=A(i,j)*B(i,j)", {"A=csr", "B=csr"}, "reorder(i, j)", {}, ""}).exact);
}

TEST_CASE("the last block of a split index may be shorter") {
  const Work work = work_for({"C(i,k)=A(i,j)*B(j,k)", {"A=csr"}, "split(k: 5); reorder(k_block, i, j, k_in)", {}, ""});
  CHECK(work.loops.back().iterations.text == "nnz(A) * k");
  CHECK(work.loops.back().iterations.exact);
}

TEST_CASE("outermost loops are told apart by what their nests compute") {
  const auto outermost = [](const Row& row) {
    std::vector<std::string> found;
    for (const LoopWork& loop : work_for(row).loops)
      if (loop.depth == 0) found.push_back(described(loop));
    return found;
  };
  using Found = std::vector<std::string>;
  CHECK(outermost({"y(i)=A(i,j)*x(j)", {"A=csr"}, "auto", {}, ""}) == Found{"i"});
  CHECK(outermost({"y(i)=A(i,j)*x(j)", {"A=csc"}, "reorder(j, i)", {}, ""}) ==
        Found{"i (sets y to zero)", "j (computes y)"});
  CHECK(outermost({"y(i)=A(i,j)*x(j)+B(i,j)*x(j)", {"A=csc", "B=csr"}, "fission()", {}, ""}) ==
        Found{"i (sets y to zero)", "j (adds A(i,j) * x(j))", "i (adds B(i,j2) * x(j2))"});
  CHECK(outermost({"y(i)=A(i,j)*B(j,k)*x(k)", {"A=csr", "B=csr"}, "precompute(t(j): B(j,k), x(k))", {}, ""}) ==
        Found{"j (computes t)", "i (computes y)"});
}

TEST_CASE("the expected number of occupied cells") {
  CHECK(occupied(10, 0) == 0);
  CHECK(occupied(1e9, 10) > 9.99);
  CHECK(occupied(10, 1e9) <= 10);
  // More entries than cells can count, and far fewer than one per cell.
  CHECK(occupied(0x1p160, 0x1p80) == 0x1p80);
}

TEST_CASE("random entries occupy the expected number of rows") {
  const Format csr{{{"dense", 0}, {"compressed", 1}}};
  CHECK(random_prefixes(csr, {100, 50}, 200) == std::vector<double>{100, 200});
  const Format dcsr{{{"compressed", 0}, {"compressed", 1}}};
  const std::vector<double> prefixes = random_prefixes(dcsr, {100, 50}, 100);
  CHECK(prefixes[0] > 60);
  CHECK(prefixes[0] < 67);
  CHECK(prefixes[1] == 100);
}

}  // namespace
}  // namespace scorchc::schedule
