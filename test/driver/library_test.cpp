// Tests the public library.
#include <scorchc/compile.h>

#include <thread>

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
  REQUIRE_FALSE(text.kernels[0].decisions.empty());
  CHECK(text.kernels[0].decisions[0].room == "infer");
  CHECK(text.kernels[0].decisions[0].subject == "format of y");
  CHECK(text.kernels[0].decisions[0].choice == "dense");
  CHECK_FALSE(text.kernels[0].decisions[0].reason.empty());

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
  const scorchc::Message& error = outcome.diagnostics[0];
  CHECK(error.is_error);
  CHECK(error.code == "SC0102");
  CHECK(error.file == "k.scorch");
  CHECK(error.line == 2);
  CHECK(error.column > 1);
  CHECK_THAT(error.text, ContainsSubstring("k.scorch:2:") && ContainsSubstring(error.message));
  CHECK(compile_spec("kernel y: y(i) = x(i); z(i) = x(i)\n", "k").exit_code == 3);
}

TEST_CASE("warnings are returned with the kernels") {
  const CompileOutcome outcome = compile_spec("tensor y: sv\nkernel k: y(i) = exp(x(i))\n", "k.scorch");
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.kernels.size() == 1);
  REQUIRE(outcome.diagnostics.size() == 1);
  CHECK_FALSE(outcome.diagnostics[0].is_error);
  CHECK(outcome.diagnostics[0].line == 1);
}

TEST_CASE("several threads can compile at once with unchanged results") {
  const auto compile = [](int n) {
    const std::string sum = n % 2 == 0 ? "y(i) = A(i,j) * x(j)" : "C(i,k) = A(i,j) * B(j,k)";
    return compile_spec("tensor A: csr\nkernel k" + std::to_string(n) + ": " + sum + "\n", "k.scorch");
  };
  std::vector<std::string> sources(8);
  std::vector<std::thread> threads;
  for (int n = 0; n < 8; ++n)
    threads.emplace_back([&, n] { sources[static_cast<std::size_t>(n)] = compile(n).kernels.at(0).source; });
  for (std::thread& thread : threads) thread.join();
  for (int n = 0; n < 8; ++n) CHECK(sources[static_cast<std::size_t>(n)] == compile(n).kernels.at(0).source);
}
