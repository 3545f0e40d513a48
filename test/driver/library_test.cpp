// The public library.
#include <scorchc/compile.h>

#include "catch.h"

using scorchc::compile_spec;
using scorchc::CompileOutcome;

TEST_CASE("a spec in memory gives the texts of its files") {
  const CompileOutcome text = compile_spec("tensor A: csr\nkernel spmv: y(i) = A(i,j) * x(j)\n", "k.scorch");
  REQUIRE(text.exit_code == 0);
  REQUIRE(text.kernels.size() == 1);
  CHECK(text.kernels[0].name == "spmv");
  CHECK_THAT(text.kernels[0].source, ContainsSubstring("#include \"spmv.h\""));
  CHECK_THAT(text.kernels[0].schedule, ContainsSubstring("reorder(i, j)"));
  CHECK_FALSE(text.kernels[0].decisions.empty());

  const CompileOutcome json = compile_spec(
      R"json({"scorch": 1, "tensors": {"A": {"format": "csr"}}, "kernels": [{"name": "spmv", "expr": "y(i) = A(i,j) * x(j)"}]})json",
      "k.json");
  REQUIRE(json.exit_code == 0);
  CHECK(json.kernels[0].source == text.kernels[0].source);
  CHECK(json.kernels[0].header == text.kernels[0].header);
}

TEST_CASE("a spec with an error gives no kernel, the place and the exit code") {
  const CompileOutcome outcome = compile_spec("kernel a: y(i) = x(i)\nkernel b: z(i) = \n", "k.scorch");
  CHECK(outcome.exit_code == 1);
  CHECK(outcome.kernels.empty());
  REQUIRE(outcome.diagnostics.size() == 1);
  CHECK_THAT(outcome.diagnostics[0], ContainsSubstring("k.scorch:2:"));
  CHECK(compile_spec("kernel y: y(i) = x(i); z(i) = x(i)\n", "k").exit_code == 3);
}
