#include "calling/kernels.h"

#include "calling/python.h"
#include "catch.h"

const std::vector<std::string> strict_flags = {"-Wall",    "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion",
                                               "-Wshadow", "-Werror"};

std::string kernels_spec() {
  return R"json({ "scorch": 1, "namespace": "my::lib", "kernels": [
    {"name": "spmv", "expr": "y(i) = A(i,j) * x(j)", "tensors": {"A": {"format": "csr"}}, "with": "validate,pack,unpack"},
    {"name": "spmm", "expr": "C(i,k) = A(i,j) * B(j,k)", "tensors": {"A": {"format": "csr:f64:pos=i64:crd=i64"}, "B": {"value": "f64"}}},
    {"name": "sum2", "expr": "C(i,j) = A(i,j) + B(i,j)",
     "tensors": {"A": {"format": "csr:f64"}, "B": {"format": "csc:f64"}, "C": {"format": "csr:f64"}}},
    {"name": "coo", "expr": "y(i) = A(i,j) * x(j)", "tensors": {"A": {"format": "coo:i32"}, "x": {"value": "i32"}, "y": {"format": "sv:i32"}}},
    {"name": "blocks", "expr": "y(i) += A(i,j) * x(j)",
     "tensors": {"A": {"format": "bcsr2x3:f64:pos=i64:crd=i64"}, "x": {"value": "f64"}, "y": {"value": "f64"}}},
    {"name": "csf", "expr": "C(i,k) = A(i,j,l) * B(j,k) * B(l,k)", "tensors": {"A": {"format": "csf:pos=i64"}, "C": {"format": "dense"}}},
    {"name": "number", "expr": "s = A(i,j) * B(i,j) / 2", "tensors": {"A": {"format": "dcsr:i64"}, "B": {"value": "i64"}}},
    {"name": "update", "expr": "C(i,j) += relu(A(i,j)) * d", "tensors": {"A": {"format": "csr"}, "C": {"format": "csr"}}},
    {"name": "names", "expr": "status(i) = print(i,j) * tensor(j)", "tensors": {"print": {"format": "dense-col"}}},
    {"name": "two", "expr": ["t(i) = A(i,j) * x(j)", "y(i) = B(i,j) * t(j) / 4"],
     "tensors": {"A": {"format": "csr:f64"}, "x": {"value": "f64"}}},
    {"name": "least", "expr": "y(i) max= A(i,j) - max(k, B(i,k) * sum(l, A(k,l)))",
     "tensors": {"A": {"format": "coo:i64"}, "B": {"value": "i64"}, "y": {"format": "dense", "value": "i64"}}},
    {"name": "sum_blocks", "expr": "C(i,j) = A(i,j) + B(i,j) * x(j)", "with": "validate,pack,unpack",
     "tensors": {"A": {"format": "bcsr2x3:f64"}, "B": {"format": "bcsr2x3:f64"}, "x": {"value": "f64"}, "C": {"format": "bcsr2x3:f64"}}},
    {"name": "sum_list", "expr": "C(i,j) = A(i,j) + B(i,j)", "with": "validate,pack,unpack",
     "tensors": {"A": {"format": "coo"}, "B": {"format": "csr"}, "C": {"format": "coo"}}},
    {"name": "diagonal", "expr": "C(i,i) = A(i,j) * A(j,i)", "tensors": {"A": {"format": "dcsr"}, "C": {"format": "csr"}}} ] })json";
}

std::vector<std::string> kernel_names() {
  return {"spmv",   "spmm",  "sum2", "coo",   "blocks",     "csf",      "number",
          "update", "names", "two",  "least", "sum_blocks", "sum_list", "diagonal"};
}

void emit_kernels(const Workplace& workplace, const std::string& kinds) {
  workplace.write("kernels.json", kernels_spec());
  const Outcome outcome = workplace.scorchc({"kernels.json", "--emit=" + kinds, "-o", "k/"});
  CAPTURE(outcome.err);
  REQUIRE(outcome.exit_code == 0);
}

void emit_kernel(const Workplace& workplace, const std::vector<std::string>& arguments, const std::string& kinds) {
  std::vector<std::string> all = arguments;
  all.insert(all.end(), {"--emit=" + kinds, "-o", "k/"});
  const Outcome outcome = workplace.scorchc(all);
  CAPTURE(outcome.err);
  REQUIRE(outcome.exit_code == 0);
}

void compile(const Workplace& workplace, const std::string& arguments) {
  std::string flags;
  for (const std::string& flag : strict_flags) flags += flag + " ";
  const Outcome outcome = workplace.program({"sh", "-c", "cd k && g++ " + flags + arguments});
  CAPTURE(arguments, outcome.err);
  REQUIRE(outcome.exit_code == 0);
  CHECK(outcome.err.empty());
}

std::string run_program(const Workplace& workplace, const std::string& command) {
  const Outcome outcome = workplace.program({"sh", "-c", "cd k && " + command});
  CAPTURE(command, outcome.out, outcome.err);
  REQUIRE(outcome.exit_code == 0);
  return outcome.out;
}

std::string python_with(const std::string& modules) {
  const Workplace workplace;
  for (const std::string python : {"python3", "/usr/bin/python3"})
    if (workplace.program({python, "-c", "import " + modules}).exit_code == 0) return python;
  return {};
}
