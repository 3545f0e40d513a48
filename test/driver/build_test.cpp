// Tests what build systems and CI use: --check and --update, depfiles, response files.
#include "catch.h"
#include "driver/program.h"

namespace fs = std::filesystem;

namespace {

const std::string spec = R"json({ "scorch": 1, "tensors": {"A": {"format": "csr"}},
  "kernels": [ {"name": "spmm", "expr": "C(i,k) = A(i,j) * B(j,k)"}, {"name": "spmv", "expr": "y(i) = A(i,j) * x(j)"} ] })json";

}  // namespace

TEST_CASE("check compares a folder with the output and update rewrites it") {
  const Workplace workplace;
  workplace.write("k.json", spec);
  REQUIRE(workplace.scorchc({"k.json", "-o", "gen/"}).exit_code == 0);
  const Outcome same = workplace.scorchc({"k.json", "--check", "gen"});
  CHECK(same.exit_code == 0);
  CHECK((same.out + same.err).empty());

  const std::string good = workplace.read("gen/spmv.cpp");
  workplace.write("gen/spmv.cpp", good + "// by hand\n");
  fs::remove(workplace.path("gen/spmm.h"));
  workplace.write("gen/other.txt", "not ours");
  const Outcome differs = workplace.scorchc({"k.json", "--check", "gen/"});
  CHECK(differs.exit_code == 6);
  CHECK_THAT(differs.err, ContainsSubstring("error[SC0931]: 2 of 4 files in `gen/` differ from the generated code"));
  CHECK_THAT(differs.out, ContainsSubstring("--- /dev/null\n+++ gen/spmm.h\n@@ -0,0 +1,") &&
                              ContainsSubstring("--- gen/spmv.cpp\n+++ gen/spmv.cpp\n@@ -") &&
                              ContainsSubstring("\n-// by hand\n"));
  // --check writes nothing.
  CHECK(workplace.list("gen") == "other.txt spmm.cpp spmv.cpp spmv.h");

  CHECK(workplace.scorchc({"k.json", "--check", "gen/", "--update"}).exit_code == 0);
  CHECK(workplace.read("gen/spmv.cpp") == good);
  CHECK(workplace.list("gen") == "other.txt spmm.cpp spmm.h spmv.cpp spmv.h");
  CHECK(workplace.scorchc({"k.json", "--check", "gen/"}).exit_code == 0);
  // `patch` accepts the difference.
  workplace.write("gen/spmv.cpp", "// nothing\n" + good.substr(0, 300));
  const Outcome patch = workplace.scorchc({"k.json", "--check", "gen/"});
  workplace.write("change.patch", patch.out);
  if (workplace.program({"sh", "-c", "command -v patch"}).exit_code == 0) {
    CHECK(workplace.program({"sh", "-c", "patch -s -p0 < change.patch"}).exit_code == 0);
    CHECK(workplace.read("gen/spmv.cpp") == good);
  }
}

TEST_CASE("check reports files of removed kernels and keeps them") {
  const Workplace workplace;
  workplace.write("k.scorch", "kernel one: y(i) = x(i)\nkernel two: z = x(i)\n");
  REQUIRE(workplace.scorchc({"k.scorch", "-o", "gen/", "--emit=h,cpp,ctypes"}).exit_code == 0);
  workplace.write("gen/hand.cpp", "// by hand\n");
  workplace.write("k.scorch", "kernel one: y(i) = x(i)\n");
  const std::vector<std::string> check = {"k.scorch", "--check", "gen", "--emit=h,cpp,ctypes"};
  const Outcome checked = workplace.scorchc(check);
  CHECK(checked.exit_code == 0);
  CHECK(checked.out.empty());
  for (const std::string name : {"two.cpp", "two.h", "two.py"})
    CHECK_THAT(checked.err, ContainsSubstring("scorchc generated `gen/" + name + "`, but not from these kernels"));
  CHECK(checked.err.find("hand") == std::string::npos);
  CHECK(checked.err.find("one") == std::string::npos);
  std::vector<std::string> update = check, quiet = check;
  update.emplace_back("--update");
  quiet.emplace_back("-q");
  CHECK(workplace.scorchc(update).err == checked.err);
  CHECK(workplace.scorchc(quiet).err.empty());
  CHECK(workplace.has("gen/two.cpp"));
}

TEST_CASE("check reports options that it cannot be combined with") {
  const Workplace workplace;
  workplace.write("k.json", spec);
  CHECK(workplace.scorchc({"k.json", "--update"}).exit_code == 2);
  CHECK(workplace.scorchc({"k.json", "--update", "-o", "gen/"}).exit_code == 2);
  CHECK(workplace.scorchc({"k.json", "--check", "gen/", "-o", "gen/"}).exit_code == 2);
  CHECK(workplace.scorchc({"k.json", "--check="}).exit_code == 2);
  // If the folder does not exist, all of its files are missing.
  const Outcome none = workplace.scorchc({"k.json", "--check", "gen"});
  CHECK(none.exit_code == 6);
  CHECK_THAT(none.err, ContainsSubstring("4 of 4 files"));
  CHECK(workplace.list() == "k.json");
  // A spec that does not compile reports no difference.
  workplace.write("bad.json", R"json({ "scorch": 1, "kernels": [ {"expr": "y(i) = "} ] })json");
  CHECK(workplace.scorchc({"bad.json", "--check", "gen"}).exit_code == 1);
  const Outcome outputs = workplace.scorchc({"outputs", "k.json", "--check", "gen"});
  CHECK(outputs.out == "gen/spmm.h\ngen/spmm.cpp\ngen/spmv.h\ngen/spmv.cpp\n");
}

TEST_CASE("a depfile says what was read") {
  const Workplace workplace;
  workplace.write("my k.json", spec);
  REQUIRE(workplace.scorchc({"my k.json", "-o", "gen/", "-MD"}).exit_code == 0);
  CHECK(workplace.list("gen") == "my k.d spmm.cpp spmm.h spmv.cpp spmv.h");
  CHECK(workplace.read("gen/my k.d") ==
        "gen/spmm.h \\\n  gen/spmm.cpp \\\n  gen/spmv.h \\\n  gen/spmv.cpp: \\\n  my\\ k.json\n");

  workplace.write("a$#.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 1\n1 1 5\n");
  REQUIRE(workplace
              .scorchc({"y(i) = A(i,j) * x(j)", "--fmt", "A=csr", "--data", "A=a$#.mtx", "--data", "x=random:seed=1",
                        "-o", "y.cpp", "-MD", "-MF", "deps", "-MTone two", "-MT", "three", "-MP"})
              .exit_code == 0);
  CHECK(workplace.read("deps") == "one\\ two \\\n  three: \\\n  a$$\\#.mtx\n\na$$\\#.mtx:\n");
  REQUIRE(workplace.scorchc({"y(i) = x(i)", "-o", "sub.dir.cpp", "-MD"}).exit_code == 0);
  CHECK(workplace.read("sub.dir.d") == "sub.dir.h \\\n  sub.dir.cpp:\n");
  CHECK(workplace.scorchc({"outputs", "y(i) = x(i)", "-o", "y.cpp", "-MD"}).out == "y.h\ny.cpp\ny.d\n");

  // Files named by options are inputs, too: nested response files, and the nearest style file.
  workplace.write("inner.rsp", "--style=file");
  workplace.write("all.rsp", "-MD @inner.rsp -o gen/");
  workplace.write(".clang-format", "BasedOnStyle: LLVM\n");
  REQUIRE(workplace.scorchc({"outputs", "@all.rsp", "y(i) = x(i)"}).exit_code == 0);
  const Outcome styled = workplace.scorchc({"@all.rsp", "y(i) = x(i)"});
  if (styled.exit_code != 3) {  // without the Clang plugin there are no styles
    REQUIRE(styled.exit_code == 0);
    CHECK_THAT(workplace.read("gen/y_x.d"), ContainsSubstring("gen/y_x.cpp: \\\n  all.rsp \\\n  inner.rsp \\\n  ") &&
                                                ContainsSubstring("/.clang-format\n"));
  }
  // Escaped as make reads them.
  if (workplace.program({"sh", "-c", "command -v make"}).exit_code == 0) {
    workplace.write("Makefile", "gen/spmm.h:\n\ttouch gen/spmm.h\n-include gen/my\\ k.d\n");
    const Outcome fresh = workplace.program({"make", "-q", "gen/spmm.h"});
    CHECK(fresh.exit_code == 0);
    fs::last_write_time(workplace.path("my k.json"), fs::file_time_type::clock::now() + std::chrono::hours(1));
    CHECK(workplace.program({"make", "-q", "gen/spmm.h"}).exit_code == 1);
  }
}

TEST_CASE("conflicting depfile options are errors") {
  const Workplace workplace;
  const std::string statement = "y(i) = x(i)";
  for (const std::vector<std::string>& options : {std::vector<std::string>{"-MF", "d"},
                                                  {"-MT", "t"},
                                                  {"-MP"},
                                                  {"-MD"},
                                                  {"-MD", "-MF"},
                                                  {"-MD", "-MF", "a", "-MF", "b"},
                                                  {"--check", "gen", "-MD"},
                                                  {"--check", "gen", "-MD", "-MF", "d", "-MT", "t"}}) {
    std::vector<std::string> arguments = {statement};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = workplace.scorchc(arguments);
    CHECK(outcome.exit_code == 2);
    CHECK_THAT(outcome.err, ContainsSubstring("-M") && !ContainsSubstring("--M"));
    CHECK(outcome.out.empty());
  }
  CHECK_THAT(workplace.scorchc({statement, "-MDX"}).err, ContainsSubstring("there is no option `-MDX`"));
  CHECK_THAT(workplace.scorchc({"run", statement, "-MD"}).err,
             ContainsSubstring("`-MD` is an option of `scorchc compile`"));
  CHECK(workplace.list().empty());
  // --update writes files, so it may also write a depfile.
  REQUIRE(workplace.scorchc({statement, "--check", "gen/", "--update", "-MD", "-MF", "d", "-MT", "t"}).exit_code == 0);
  CHECK(workplace.read("d") == "t:\n");
}

TEST_CASE("response files stand for the arguments in them") {
  const Workplace workplace;
  workplace.write("args.rsp", "\"y(i) = A(i,j) * x(j)\"\r\n  --fmt A=csr\n--name 'my'k\\_ernel @more.rsp ''\\\n");
  workplace.write("more.rsp", "--emit=schedule -o \"out \\\"1\\\".txt\"");
  // An empty argument counts: two expressions.
  CHECK(workplace.scorchc({"@args.rsp"}).exit_code == 2);
  workplace.write("args.rsp", "\"y(i) = A(i,j) * x(j)\"\r\n  --fmt A=csr\n--name 'my'k\\_ernel @more.rsp\n");
  CHECK(workplace.scorchc({"@args.rsp"}).exit_code == 0);
  CHECK(workplace.read("out \"1\".txt") == "reorder(i, j); parallelize(i); vectorize(j)\n");

  CHECK_THAT(workplace.scorchc({"@none.rsp"}).err, ContainsSubstring("error[SC0501]"));
  CHECK(workplace.scorchc({"@none.rsp"}).exit_code == 4);
  workplace.write("open.rsp", "-q\n --name 'spmv");
  const Outcome open = workplace.scorchc({"@open.rsp"});
  CHECK(open.exit_code == 2);
  CHECK_THAT(open.err, ContainsSubstring("open.rsp:2:9"));
  workplace.write("self.rsp", "@self.rsp");
  CHECK(workplace.scorchc({"@self.rsp"}).exit_code == 2);
}
