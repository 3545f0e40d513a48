// Tests the classification of the first positional argument.
#include "driver/input.h"

#include "catch.h"
#include "driver/program.h"

using namespace scorchc::driver;

TEST_CASE("input is classified by its first words") {
  CHECK(classify_text("  \n{ \"scorch\": 1 }") == InputKind::json_spec);
  CHECK(classify_text("# a spec\n\nkernel spmv: y = a\n") == InputKind::text_spec);
  CHECK(classify_text("tensor A: csr\nkernel k: y = a\n") == InputKind::text_spec);
  CHECK(classify_text("dim j = 4096\n") == InputKind::text_spec);
  CHECK(classify_text("with pack\n") == InputKind::text_spec);
  CHECK(classify_text("y(i) = A(i,j) * x(j)") == InputKind::expression);
  CHECK(classify_text("dim = a") == InputKind::expression);
  CHECK(classify_text("kernel(i) = a(i)") == InputKind::expression);
  CHECK(classify_text("type += a") == InputKind::expression);
  CHECK(classify_text("") == InputKind::expression);
  CHECK(is_expression("y=a"));
  CHECK(is_expression("ij,jk->ik"));
  CHECK_FALSE(is_expression("kernels.json"));
  CHECK_FALSE(is_expression("-"));
}

TEST_CASE("expressions, specs and standard input give the same kernel") {
  const Workplace workplace;
  const std::string expression = "y(i) = A(i,j) * x(j)";
  const std::string text = "tensor A: csr\nkernel spmv: " + expression + "\n";
  const std::string json =
      R"({"scorch": 1, "tensors": {"A": {"format": "csr"}}, "kernels": [{"name": "spmv", "expr": ")" + expression +
      "\"}]}";
  workplace.write("k.scorch", text);
  workplace.write("k.json", json);
  workplace.write("k.txt", expression + "\n");
  const std::string expected = workplace.scorchc({expression, "--fmt", "A=csr", "--name", "spmv"}).out;
  CHECK_FALSE(expected.empty());
  CHECK(workplace.scorchc({"k.scorch"}).out == expected);
  CHECK(workplace.scorchc({"k.json"}).out == expected);
  CHECK(workplace.scorchc({"k.txt", "--fmt", "A=csr", "--name", "spmv"}).out == expected);
  CHECK(workplace.scorchc({"-"}, text).out == expected);
  CHECK(workplace.scorchc({"-"}, json).out == expected);
  CHECK(workplace.scorchc({"-", "--fmt", "A=csr", "--name", "spmv"}, expression + "\n").out == expected);
  CHECK(workplace.scorchc({"-"}, "").exit_code == 1);
}

TEST_CASE("einsum from the command line") {
  const Workplace workplace;
  const Outcome outcome = workplace.scorchc({"ij,jk->ik", "--tensors", "A,B,C", "--fmt", "A=csr", "--emit=schedule"});
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.out, ContainsSubstring("reorder("));
  workplace.write("k.scorch", "kernel k: y = a\n");
  CHECK(workplace.scorchc({"k.scorch", "--tensors", "A"}).exit_code == 2);
}

TEST_CASE("help keeps the layout of its source") {
  const Workplace workplace;
  const std::string help = workplace.scorchc({"help"}).out;
  CHECK_THAT(help,
             ContainsSubstring("\n  scorchc \"y(i) = A(i,j) * x(j)\" --fmt A=csr          one C++ file to stdout"));
  CHECK_THAT(help, ContainsSubstring("\n  scorchc run \"C(i,k) = A(i,j) * B(j,k)\" --fmt A=csr \\\n"));
  CHECK(workplace.scorchc({"--help"}).out == help);
  CHECK(workplace.scorchc({"--help", "bench"}).out == workplace.scorchc({"help", "bench"}).out);
  for (const std::string topic : {"run", "verify", "output", "spec", "exit-codes"}) {
    const Outcome outcome = workplace.scorchc({"help", topic});
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.out.find("namespace scorchc") == std::string::npos);
  }
  CHECK(workplace.scorchc({"help", "rum"}).exit_code == 2);
}

TEST_CASE("a truncated JSON spec gets a message about the missing part") {
  const Workplace workplace;
  workplace.write("k.json", "{ \"scorch\": 1, \"kernels\": [ {\"name\": \"a\", \"expr\": \"y(i)=A(i)\"}\n");
  const Outcome outcome = workplace.scorchc({"k.json"});
  CHECK(outcome.exit_code == 1);
  CHECK_THAT(outcome.err, ContainsSubstring("unexpected end of input"));
}
