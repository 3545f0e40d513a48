// Tests scorchc verify: emitted code against the dense interpreter, for kernels of every kind.
#include "catch.h"
#include "driver/program.h"

TEST_CASE("kernels agree with the interpreter", "[compiler]") {
  const Workplace workplace;
  const std::vector<std::vector<std::string>> kernels = {
      {"y(i)=A(i,j)*x(j)", "--fmt", "A=csr"},
      {"y(i)=A(i,j)*x(j)", "--fmt", "A=coo", "--type", "f64"},
      {"y(i)+=A(i,j)*x(j)+b(i)", "--fmt", "A=dcsr"},
      {"C(i,j)=A(i,j)+B(i,j)", "--fmt", "A=csr", "--fmt", "B=csr", "--fmt", "C=csr"},
      {"C(i,j)=A(i,j)*B(i,j)", "--fmt", "A=csr", "--fmt", "B=dcsr"},
      {"C(i,k)=A(i,j)*B(j,k)", "--fmt", "A=csr", "--dim", "k=3"},
      {"C(i,j)=A(i,j)/b(i)", "--fmt", "A=csr", "--type", "i32"},
      {"C(i,j)=exp(A(i,j))", "--fmt", "A=csr"},
      {"s=v(i)*w(i)", "--fmt", "v=sv", "--fmt", "w=sv"},
      {"y(i)=relu(A(i,j)*x(j)-0.5)", "--fmt", "A=csr", "--parallel=none"},
      // Intermediate values are f32, which limits the precision of the result.
      {"I(i,j)=0.5+S(i,j,k,l); B(i)=G(i,k,l)/I(k,l); R(l)=B(l)", "--type", "R=f64", "--seed", "54"},
  };
  for (std::vector<std::string> arguments : kernels) {
    CAPTURE(arguments[0]);
    arguments.insert(arguments.begin(), "verify");
    const Outcome outcome = workplace.scorchc(with_compiler(arguments));
    CAPTURE(outcome.err);
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.out == "verified: 20 cases agree\n");
  }
}

TEST_CASE("every kernel of a spec is verified with the requested number of cases", "[compiler]") {
  const Workplace workplace;
  workplace.write("two.scorch", "tensor A: csr\nkernel spmv: y(i) = A(i,j)*x(j)\nkernel sum: s = A(i,j)\n");
  const Outcome outcome = workplace.scorchc(with_compiler({"verify", "two.scorch", "--cases", "3", "--seed=9"}));
  CHECK(outcome.out == "verified: 6 cases of 2 kernels agree\n");
  const Outcome bad = workplace.scorchc({"verify", "two.scorch", "--cases", "-3"});
  CHECK(bad.exit_code == 1);
  CHECK_THAT(bad.err, ContainsSubstring("error[SC0210]"));
}

TEST_CASE("extents too large for the dense interpreter are refused") {
  const Workplace workplace;
  const Outcome outcome = workplace.scorchc(with_compiler({"verify", "y(i)=x(i)", "--dim", "i=5000000"}));
  CHECK(outcome.exit_code == 5);
}

TEST_CASE("a difference ends with exit code 6 and prints the case", "[compiler]") {
  const Workplace workplace;
  workplace.write("cxx",
                  "#!/bin/sh\nfor file; do :; done\nsed -i 's/y_vals.i. = /&1.0F + /' \"$file\"\nexec g++ \"$@\"\n");
  std::filesystem::permissions(workplace.path("cxx"), std::filesystem::perms::owner_all);
  const Outcome outcome = workplace.scorchc({"verify", "y(i)=A(i,j)*x(j)", "--fmt", "A=csr", "--cxx", "./cxx"});
  CAPTURE(outcome.err);
  CHECK(outcome.exit_code == 6);
  CHECK(workplace.scorchc({"check", "y(i)=A(i,j)*x(j)", "--fmt", "A=csr", "--cxx", "./cxx"}).exit_code == 6);
  CHECK(outcome.out.empty());
  CHECK_THAT(outcome.err, ContainsSubstring("error[SC0930]") && ContainsSubstring("--seed 1 --cases 1") &&
                              ContainsSubstring("extents i=") && ContainsSubstring("A: csr = {"));
}
