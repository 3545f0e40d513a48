// Tests what a compilation writes to standard output, and the texts that other commands print.
#include "catch.h"
#include "driver/program.h"

namespace {

const std::string spmv = "y(i) = A(i,j) * x(j)";

void check_compiles(const Workplace& workplace, const std::string& file) {
  const Outcome outcome = workplace.program({"g++", "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion",
                                             "-Wsign-conversion", "-Wshadow", "-Werror", "-fsyntax-only", file});
  CAPTURE(outcome.err);
  CHECK(outcome.exit_code == 0);
}

}  // namespace

TEST_CASE("without -o one self-contained file goes to standard output") {
  const Workplace workplace;
  const Outcome outcome = workplace.scorchc({spmv, "--fmt", "A=csr", "--name", "spmv"});
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.err.empty());
  CHECK_THAT(outcome.out, ContainsSubstring("scorch_status spmv("));
  CHECK(outcome.out.find("#include \"") == std::string::npos);
  CHECK(workplace.list().empty());
  workplace.write("spmv.cpp", outcome.out);
  check_compiles(workplace, "spmv.cpp");
  CHECK(workplace.scorchc({spmv, "--fmt", "A=csr", "--name", "spmv", "-o", "-"}).out == outcome.out);
  CHECK(workplace.scorchc({spmv, "--fmt=A=csr", "--name=spmv"}).out == outcome.out);
  CHECK(workplace.scorchc({"--fmt", "A=csr", "--name", "spmv", "--", spmv}).out == outcome.out);
}

TEST_CASE("several kernels on standard output are one text that compiles") {
  const Workplace workplace;
  CHECK(workplace.scorchc({"compile", spmv, "--fmt", "A=csr"}).out == workplace.scorchc({spmv, "--fmt", "A=csr"}).out);
  workplace.write("two.scorch", "tensor A: csr\nkernel spmv: y(i) = A(i,j)*x(j)\nkernel scaled: C(i,j) = s*A(i,j)\n");
  const Outcome outcome = workplace.scorchc({"two.scorch"});
  CHECK(outcome.exit_code == 0);
  workplace.write("two.cpp", outcome.out);
  check_compiles(workplace, "two.cpp");
}

TEST_CASE("tensors may have the names of the kernel's functions and structs") {
  const Workplace workplace;
  const std::vector<std::vector<std::string>> commands = {
      {"y(i) = k_A(i,j) * A(j)"},
      {"y(i) = A(i) * k_y(i)"},
      {"C(i,j) = k_count(i,j) + my_k_C(i,j)", "--fmt=k_count=csr", "--fmt=my_k_C=csr"}};
  for (std::vector<std::string> command : commands) {
    INFO(command[0]);
    command.insert(command.end(), {"--name=k", "--namespace=my"});
    const Outcome outcome = workplace.scorchc(command);
    CHECK(outcome.exit_code == 0);
    workplace.write("k.cpp", outcome.out);
    check_compiles(workplace, "k.cpp");
  }
}

TEST_CASE("kinds of --emit come in the order named") {
  const Workplace workplace;
  const auto emit = [&](const std::string& list) {
    return workplace.scorchc({spmv, "--fmt", "A=csr", "--emit=" + list});
  };
  const std::string cin = emit("cin").out, schedule = emit("schedule").out, loops = emit("loops").out;
  CHECK_THAT(cin, ContainsSubstring("forall"));
  CHECK_THAT(schedule, ContainsSubstring("reorder(i, j)"));
  CHECK_THAT(loops, ContainsSubstring("function run"));
  CHECK(emit("schedule,cin").out == schedule + cin);
  CHECK(emit("cin,schedule,loops").out == cin + schedule + loops);
  CHECK_THAT(emit("decisions").out, ContainsSubstring("loop order"));
  CHECK_THAT(emit("h").out, ContainsSubstring("#ifndef SCORCH_KERNEL_"));
  // The self-contained file already contains the header.
  CHECK(emit("h,cpp").out == emit("cpp").out);
}

TEST_CASE("a printed schedule can be pasted back") {
  const Workplace workplace;
  std::string schedule = workplace.scorchc({spmv, "--fmt", "A=csr", "--emit=schedule"}).out;
  schedule.pop_back();
  const Outcome again = workplace.scorchc({spmv, "--fmt", "A=csr", "--schedule", schedule, "--emit=schedule,cin"});
  CHECK(again.exit_code == 0);
  CHECK(again.out == workplace.scorchc({spmv, "--fmt", "A=csr", "--emit=schedule,cin"}).out);
}

TEST_CASE("explain, check, outputs, formats, help, version", "[compiler]") {
  const Workplace workplace;
  const Outcome explained = workplace.scorchc({"explain", spmv, "--fmt", "A=csr"});
  CHECK(explained.exit_code == 0);
  CHECK_THAT(explained.out, ContainsSubstring("format of y") && ContainsSubstring("reorder(i, j)"));
  const Outcome beside = workplace.scorchc({spmv, "--fmt", "A=csr", "--explain"});
  CHECK(beside.err == explained.out);
  for (const char* code : {"SC0204", "sc0204", "SC204"})
    CHECK_THAT(workplace.scorchc({"explain", code}).out, ContainsSubstring("SC0204 format_order"));

  CHECK(workplace.scorchc({"compile", spmv, "--fmt", "A=csr"}).out == workplace.scorchc({spmv, "--fmt", "A=csr"}).out);
  workplace.write("two.scorch", "tensor A: csr\nkernel spmv: y(i) = A(i,j)*x(j)\nkernel sum: s = A(i,j)\n");
  CHECK(workplace.scorchc(with_compiler({"check", "two.scorch"})).out == "ok: 2 kernels, 40 random cases agree\n");
  // A kernel that fails is explained up to the failure.
  const Outcome refused = workplace.scorchc({"explain", spmv, "--fmt", "A=csr", "--schedule", "parallelize(j)"});
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, ContainsSubstring("infer: format of y") && ContainsSubstring("error[SC0231]"));
  const std::string alone = "SCORCHC_CLANG_PLUGIN=/nowhere \"$0\" check two.scorch";
  CHECK(workplace.program({"sh", "-c", alone, SCORCHC_PROGRAM}).out ==
        "ok: 2 kernels; not run: no compiler was found, name one with `--cxx g++`\n");
  const Outcome large = workplace.scorchc(with_compiler({"check", "y(i)=x(i)", "--dim", "i=5000000", "--name", "big"}));
  CHECK(large.exit_code == 0);
  CHECK_THAT(large.out, ContainsSubstring("`big` was not run"));
  CHECK(workplace.scorchc({"outputs", "two.scorch"}).out == "spmv.h\nspmv.cpp\nsum.h\nsum.cpp\n");
  CHECK(workplace.scorchc({"outputs", "two.scorch", "-o", "out/"}).out ==
        "out/spmv.h\nout/spmv.cpp\nout/sum.h\nout/sum.cpp\n");
  CHECK(workplace.list() == "two.scorch");

  CHECK_THAT(workplace.scorchc({"formats"}).out, ContainsSubstring("csr") && ContainsSubstring("dcsc"));
  CHECK_THAT(workplace.scorchc({"formats", "dense,compressed:1,0"}).out,
             ContainsSubstring("csc") && ContainsSubstring("level 2: pos, crd; vals"));
  CHECK_THAT(workplace.scorchc({"formats", "coo"}).out, ContainsSubstring("level 1: crd; level 2: crd; vals"));
  CHECK_THAT(workplace.scorchc({"--help"}).out, ContainsSubstring("scorchc run") && ContainsSubstring("--fmt"));
  CHECK(workplace.scorchc({"run", "--help"}).out == workplace.scorchc({"help", "run"}).out);
  CHECK_THAT(workplace.scorchc({"--version"}).out, ContainsSubstring("scorchc 0."));
  CHECK_THAT(workplace.scorchc({"--version", "--json"}).out,
             ContainsSubstring("{\"scorchc\": \"0.") && ContainsSubstring("\"abi\": 1, \"spec\": 1, \"clang\": "));
}

TEST_CASE("warnings are shown unless -q is given") {
  const Workplace workplace;
  const Outcome loud = workplace.scorchc({"C(i,k) = a(i)"});
  CHECK(loud.exit_code == 0);
  CHECK_THAT(loud.err, ContainsSubstring("warning[SC0250]"));
  CHECK(workplace.scorchc({"C(i,k) = a(i)", "-q"}).err.empty());
  CHECK_THAT(workplace.scorchc({"C(i,k) = a(i)", "--color=always"}).err, ContainsSubstring("\x1b["));
  CHECK_THAT(workplace.scorchc({"C(i,k) = a(i)", "--json"}).err,
             ContainsSubstring("{\"severity\": \"warning\", \"code\": \"SC0250\"") &&
                 ContainsSubstring("\"file\": \"expression\", \"line\": 1, \"column\": 1"));
}
