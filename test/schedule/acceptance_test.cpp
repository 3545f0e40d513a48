// Checks which commands the schedules of test/golden/cases/plan-*.scorch must and must not have. Goldens can be updated
// without being read; a plan that gets worse still fails here.
#include <algorithm>
#include <filesystem>
#include <set>

#include "catch.h"
#include "front/front.h"
#include "infer/infer_formats.h"
#include "ir/schedule.h"
#include "schedule/auto_schedule.h"
#include "support/files.h"

namespace scorchc::schedule {
namespace {

const std::filesystem::path folder = std::filesystem::path(SCORCHC_SOURCE_DIR) / "test" / "golden" / "cases";

struct Row {
  std::string name;                // of the case, without `plan-`
  std::vector<std::string> must;   // whole commands
  std::vector<std::string> never;  // words that occur in no command
};

// The head of each case says why its commands are expected.
const std::vector<Row> rows = {
    {"spmv", {"reorder(i, j)", "parallelize(i)"}, {"convert", "precompute", "factor"}},
    {"spmv-sparse",
     {"precompute(c_at(j): c(j); workspace)", "reorder(i, j)", "parallelize(i)", "protocol(c_at(j), j: locate)"},
     {"convert"}},
    {"spmv-sparse-integers", {"precompute(c_dense(j): c(j))", "reorder(i, j)"}, {"convert"}},
    {"spmv2", {"precompute(C_d(j): C(j,k), d(k))", "reorder(C_d: j, k)", "reorder(i, j)"}, {"convert"}},
    {"spmv3",
     {"precompute(D_e(k): D(k,l), e(l))", "precompute(C_D_e(j): C(j,k), D_e(k))", "reorder(i, j)"},
     {"convert"}},
    {"spgemm", {"convert(C(j,k): k, j)", "reorder(i, k, j)", "parallelize(i)"}, {}},
    {"spgemm-few-rows", {"reorder(i, j, k)"}, {"convert"}},
    {"spgemm-dcsr", {"reorder(i, k, j)", "parallelize(i)"}, {"convert", "workspace"}},
    {"spgemm-dcsr-columns", {"reorder(i, k, j)", "parallelize(i)", "workspace(w(j): array)"}, {"convert"}},
    {"spgemm2", {"reorder(i, j, k, l)", "parallelize(i)"}, {"convert", "precompute"}},
    {"spgemm2-narrow",
     {"precompute(C_D(j,l): C(j,k), D(k,l))", "reorder(C_D: j, k, l)", "reorder(i, j, l)", "parallelize(i)"},
     {"convert"}},
    {"spgemmh",
     {"precompute(C_D(k,j): C(j,k), D(j,k))", "reorder(C_D: j, k)", "reorder(i, k, j)", "parallelize(i)"},
     {"convert"}},
    {"sspgemm",
     {"convert(C(j,k): k, j)", "reorder(i, k, j)", "parallelize(i)", "protocol(w(j), j: masked)"},
     {"precompute", "factor"}},
    {"sspgemm-sparse-mask", {"reorder(i, j, k)", "parallelize(i)"}, {"convert"}},
    {"sspgemm-rows", {"reorder(i, k, j)", "parallelize(i)"}, {"convert", "precompute", "factor"}},
    {"sspgemm-wide-mask", {"reorder(i, k, j)"}, {"convert"}},
    {"spmm-csr", {"reorder(i, k, j)", "parallelize(i)", "vectorize(k)"}, {"convert"}},
    {"spmm-packed",
     {"pack(B(j,k), k: 64)", "reorder(k_block, i, k_in, j)", "parallelize(k_block)", "vectorize(k_in)"},
     {"prefetch"}},
    {"spmm-csc", {"reorder(j, k, i)", "vectorize(k)"}, {"convert"}},
    {"spmm-dcsc", {"convert(A(i,j): i, j)", "reorder(i, k, j)", "storage_order(C: i, k)", "vectorize(k)"}, {}},
    {"spmm-bcsc", {"reorder(j_block, i_block, i_in, k, j_in)", "vectorize(k)"}, {"convert"}},
    {"spmm-dense-col", {"reorder(i, k, j)", "parallelize(i)", "vectorize(k)"}, {"convert"}},
    {"spmm-coo", {"reorder(i, k, j)", "parallelize(i)", "vectorize(k)"}, {"convert", "storage_order(C"}},
    {"spmm-dcsr", {"reorder(i, k, j)", "storage_order(C: i, k)", "vectorize(k)"}, {"convert"}},
    {"spmm-bcsr", {"reorder(i_block, i_in, k, j_block, j_in)", "parallelize(i_block)", "vectorize(k)"}, {"convert"}},
    {"sddmm", {"reorder(i, j, k)", "parallelize(i)", "vectorize(k)"}, {"convert", "precompute", "factor"}},
    {"sddmm-columns",
     {"convert(Y(k,j): j, k)", "reorder(i, j, k)", "parallelize(i)", "vectorize(k)"},
     {"precompute", "factor"}},
    {"spmm-transposed",
     {"convert(B(k,j): j, k)", "reorder(i, k, j)", "parallelize(i)", "vectorize(k)"},
     {"precompute", "factor"}},
    {"ttmc", {"factor(k: T(i,j,k), C(k,s))", "parallelize(i)"}, {"convert", "precompute"}},
    {"mttkrp-mode1",
     {"factor(k: T(i,j,k), C(k,r))", "reorder(i, r, j, k)", "parallelize(i)", "vectorize(r)"},
     {"convert", "precompute"}},
    {"mttkrp-mode2", {"factor(k: T(i,j,k), C(k,r))", "reorder(r, i, j, k)", "vectorize(r)"}, {"convert", "precompute"}},
    {"mttkrp-mode3", {"reorder(r, i, j, k)"}, {"convert", "precompute"}},
    {"gcn-widen",
     {"precompute(A_X(i,k): A(i,j), X(j,k))", "reorder(A_X: i, k, j)", "parallelize(i)"},
     {"convert", "X(j,k), W(k,l)"}},
    {"gcn-narrow",
     {"precompute(X_W(j,l): X(j,k), W(k,l))", "reorder(i, l, j)", "parallelize(i)", "vectorize(l)"},
     {"convert"}},
    {"gcn-equal", {"precompute(A_X(i,k): A(i,j), X(j,k))", "reorder(A_X: i, k, j)", "parallelize(i)"}, {"convert"}},
    {"ata", {"convert(A(j,i): i, j)", "reorder(i, j, k)", "parallelize(i)"}, {}},
    {"dense-product",
     {"split(k: 64)", "convert(B(j,k_block,k_in): k_block, j, k_in)", "reorder(k_block, i, k_in, j)",
      "parallelize(k_block)", "vectorize(k_in)"},
     {}},
    {"dense-layer",
     {"split(k: 64)", "convert(B(k_block,k_in,j): k_block, j, k_in)", "vectorize(k_in)"},
     {"precompute"}},
    {"dense-batch",
     {"split(k: 64)", "convert(B(b,j,k_block,k_in): b, k_block, j, k_in)", "reorder(b, k_block, i, k_in, j)",
      "parallelize(b)", "vectorize(k_in)"},
     {"precompute"}},
    {"dense-scaled", {"split(k: 64)", "factor(j: A(j,i), B(j,k_block,k_in))", "vectorize(k_in)"}, {"precompute"}},
    {"add", {"reorder(i, j)", "parallelize(i)"}, {"convert"}},
    {"spgemm-add", {"reorder(i, k, j)", "parallelize(i)"}, {"convert", "fission"}},
    {"product-of-sums", {"reorder(i, k, j)", "parallelize(i)"}, {"convert", "precompute"}},
    {"outer", {"reorder(i, j)", "storage_order(C: i, j)"}, {"convert", "precompute"}},
    {"attention", {"parallelize(i)"}, {"convert", "precompute", "reorder(i, k", "reorder(k", "reorder(i, d"}},
    {"attention-sums", {"reorder(i, j, k)", "parallelize(i)"}, {"convert", "precompute"}},
    {"softmax-division", {"reorder(i, j)", "parallelize(i)"}, {"convert"}},
    {"experts",
     {"factor(d: X(t,d), W(e,d,f))", "reorder(t, f, e, d)", "parallelize(t)", "vectorize(f)"},
     {"precompute"}},
    {"triangles", {"reorder(i, j, k)"}, {"convert", "precompute"}},
};

Scheduled schedule_of_case(const std::string& name) {
  const std::string file = "plan-" + name + ".scorch";
  Diagnostics warnings;
  Decisions decisions;
  const std::vector<Kernel> kernels = front::read_text_spec(make_source(file, read_file(folder / file)), {}, warnings);
  REQUIRE(kernels.size() == 1);
  return auto_schedule(infer::infer_formats(kernels.front(), decisions, warnings), decisions);
}

TEST_CASE("the acceptance suite gets the expected plans") {
  for (const Row& row : rows) {
    DYNAMIC_SECTION(row.name) {
      const Scheduled scheduled = schedule_of_case(row.name);
      CHECK(cin::verify(scheduled.program) == "");
      std::set<std::string> chosen;
      const Commands first = plans_of(scheduled.commands)[0].commands;  // the plan for the expected sizes
      for (const Command& command : first) chosen.insert(print(command));
      const std::string all = print(first);
      INFO(all);
      for (const std::string& command : row.must) {
        INFO("expected: " << command);
        CHECK(chosen.count(command) == 1);
      }
      for (const std::string& word : row.never) {
        INFO("not expected: " << word);
        CHECK(all.find(word) == std::string::npos);
      }
    }
  }
}

TEST_CASE("sparse products of the acceptance suite have workspaces outside all sums") {
  // The loop order that CIN-P gives for MTTKRP, and two row-wise products. A workspace inside the outer reduction loop
  // would be drained once per iteration of it.
  for (const std::string name : {"smttkrp-rows", "spgemm2"}) {
    INFO(name);
    const Scheduled scheduled = schedule_of_case(name);
    const cin::Forall* rows_of_result = scheduled.program.body.as<cin::Forall>();
    REQUIRE(rows_of_result != nullptr);
    CHECK(rows_of_result->index == "i");
    const cin::Where* where = rows_of_result->body[0].as<cin::Where>();
    REQUIRE(where != nullptr);
    CHECK(where->temporary.indices == std::vector<std::string>{scheduled.program.split.statement.lhs.indices[1]});
    CHECK(where->consumer().as<cin::Forall>() != nullptr);
  }
}

}  // namespace
}  // namespace scorchc::schedule
