// Compiles and runs self-tests and examples as their opening comments describe.
#include "calling/kernels.h"
#include "catch.h"
#include "run/depth.h"

TEST_CASE("every kernel's self-test and example are compiled without a warning, and run", "[compiler]") {
  const Workplace workplace;
  emit_kernels(workplace, "h,cpp,test,main");
  const std::vector<std::string> names = kernel_names();
  for (std::size_t n = 0; n < names.size(); ++n) {
    if (!scorchc::test::is_turn(n, 6)) continue;
    const std::string& name = names[n];
    compile(workplace, "-std=c++17 -c " + name + ".cpp");
    compile(workplace, "-std=c++17 " + name + ".test.cpp " + name + ".o -o " + name + ".test");
    CHECK(run_program(workplace, "./" + name + ".test 60") == name + ": 60 cases agree\n");
    compile(workplace, "-std=c++17 " + name + ".main.cpp " + name + ".o -o " + name + ".main");
    CHECK_THAT(run_program(workplace, "./" + name + ".main"), ContainsSubstring(" ="));
  }
}

TEST_CASE("a self-test finds a kernel that is wrong", "[compiler]") {
  const Workplace workplace;
  emit_kernel(workplace, {"C(i,j) = A(i,j) + B(i,j)", "--fmt", "A=csr", "--fmt", "B=csr", "--name", "sum"},
              "h,cpp,test");
  const std::string good = workplace.read("k/sum.cpp");
  const std::string right = "(pB2_here, B_vals[pB2], ";
  REQUIRE(good.find(right) != std::string::npos);
  std::string wrong = good;
  for (std::size_t at = wrong.find(right); at != std::string::npos; at = wrong.find(right, at + 1))
    wrong.replace(at, right.size(), "(pB2_here, -B_vals[pB2], ");
  workplace.write("k/wrong.cpp", wrong);
  compile(workplace, "-std=c++17 sum.test.cpp wrong.cpp -o wrong");
  const Outcome outcome = workplace.program({"k/wrong"});
  CHECK(outcome.exit_code == 1);
  CHECK_THAT(outcome.out, ContainsSubstring("instead of") && ContainsSubstring("differs"));
}
