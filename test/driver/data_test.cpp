// Tests --data of a compilation: data are counted for the schedule.
#include <algorithm>

#include "catch.h"
#include "driver/program.h"

namespace {

const std::string spmv = "y(i)=A(i,j)*x(j)";

struct Data : Workplace {
  Data() {
    // [3 2 . .; . . . .; 1.5 . . -1], with one entry in two parts.
    write("a.mtx", "%%MatrixMarket matrix coordinate real general\n3 4 5\n1 2 2\n3 1 1\n3 4 -1\n1 1 3\n3 1 0.5\n");
    write("x.tns", "# dims: 4\n1 1\n2 2\n3 3\n4 4\n");
    write("x5.tns", "# dims: 5\n1 1\n");
    write("half.tns", "# dims: 4\n1 0.5\n");
    write("tall.tns", "# dims: 1000 2\n1 1 1\n");
    write("small.tns", "# dims: 2 2\n1 1 1\n");
  }
  Outcome scorchc_with(std::vector<std::string> arguments, const std::vector<std::string>& more) const {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return scorchc(arguments);
  }
};

}  // namespace

TEST_CASE("explain prints the statistics counted in data") {
  const Data data;
  const auto counted = [&](const std::vector<std::string>& more) {
    const Outcome outcome = data.scorchc_with({"explain", spmv}, more);
    CAPTURE(outcome.err);
    CHECK(outcome.exit_code == 0);
    return outcome.out;
  };
  const std::string both = counted({"--fmt", "A=csr", "--data", "A=a.mtx", "--data", "x=x.tns"});
  CHECK_THAT(both,
             ContainsSubstring("data: A: 4 stored of 3 x 4\n    counted in a.mtx; down to each level of csr: 3, 4; "
                               "most at a coordinate of\n    each dimension: 2, 2\n"));
  CHECK_THAT(both, ContainsSubstring("data: x: 4 stored of 4\n    counted in x.tns; down to each level of dense: 4; "
                                     "most at a coordinate of\n    each dimension: 1\n"));
  // Formats are decided before the data are counted, the schedule afterwards.
  CHECK(both.find("infer: ") < both.find("data: "));
  CHECK(both.find("data: ") < both.find("schedule: "));
  CHECK_THAT(counted({"--fmt", "A=csc", "--data", "A=a.mtx"}), ContainsSubstring("level of csc: 4, 4;"));
  CHECK_THAT(counted({"--fmt", "A=bcsr2x2", "--data", "A=a.mtx"}), ContainsSubstring("level of bcsr2x2: 2, 3, 6, 12;"));
  CHECK_THAT(counted({"--fmt", "A=coo", "--data", "A=random:nnz=1234", "--dim", "i=~100", "--dim", "j=3000000"}),
             ContainsSubstring("data: A: 1,234 stored of 100 x 3,000,000\n    counted in random:nnz=1234; ") &&
                 ContainsSubstring(", ?\n"));
  CHECK(counted({"--fmt", "A=csr"}).find("data: ") == std::string::npos);
}

TEST_CASE("data affect the schedule of a compilation but fix no extents") {
  const Data data;
  const auto emit = [&](const std::string& kinds, const std::vector<std::string>& more) {
    const Outcome outcome = data.scorchc_with({spmv, "--emit=" + kinds}, more);
    CAPTURE(outcome.err);
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.err.empty());
    return outcome.out;
  };
  CHECK(emit("cpp", {"--fmt", "A=csr", "--data", "A=a.mtx"}) == emit("cpp", {"--fmt", "A=csr"}));
  CHECK_THAT(emit("decisions", {"--fmt", "A=csr", "--data", "A=a.mtx"}),
             ContainsSubstring("data: A: 4 stored of 3 x 4"));
  // For such small extents an inferred result could be sparse, but the interface must not depend on the data.
  const std::string dense = emit("h", {"--fmt", "A=csc"});
  CHECK(emit("h", {"--fmt", "A=csc", "--dim", "i=~3", "--dim", "j=~4"}) != dense);
  CHECK(emit("h", {"--fmt", "A=csc", "--data", "A=a.mtx"}) == dense);
  CHECK(emit("h", {"--fmt", "A=csc", "--data", "A=a.mtx", "--data", "x=random"}) == dense);
}

TEST_CASE("extents of data are hints that override hints of --dim") {
  const Data data;
  const auto schedule = [&](const std::vector<std::string>& more) {
    const Outcome outcome = data.scorchc_with({"C(i,k)=A(i,j)*B(j,k)", "--emit=schedule"}, more);
    CHECK(outcome.exit_code == 0);
    return outcome.out;
  };
  const std::string hinted = schedule({"--dim", "i=~1000", "--dim", "j=~2", "--dim", "k=~2"});
  const std::vector<std::string> files = {"--data", "A=tall.tns", "--data", "B=small.tns"};
  CHECK(schedule(files) == hinted);
  CHECK(schedule({files[0], files[1], files[2], files[3], "--dim", "i=~1", "--dim", "k=~1000"}) == hinted);
  // Data do not change a fixed extent.
  const Outcome fixed = data.scorchc({spmv, "--fmt", "A=csr", "--dim", "i=3", "--data", "A=a.mtx"});
  CHECK(fixed.exit_code == 0);
  CHECK(fixed.out == data.scorchc({spmv, "--fmt", "A=csr", "--dim", "i=3"}).out);
}

TEST_CASE("data of a result are counted if the statement reads its old value") {
  const Data data;
  const std::vector<std::string> arguments = {"explain", "C(i,j)+=A(i,j)", "--fmt", "A=csr", "--data", "C=a.mtx"};
  CHECK_THAT(data.scorchc_with(arguments, {"--fmt", "C=csr"}).out,
             ContainsSubstring("data: C: 4 stored of 3 x 4\n    counted in a.mtx; down to each level of csr: 3, 4;"));
  CHECK_THAT(
      data.scorchc_with(arguments, {}).out,
      ContainsSubstring("data: C: 12 stored of 3 x 4\n    counted in a.mtx; down to each level of dense: 3, 12;"));
  CHECK_THAT(data.scorchc({"explain", "s=t", "--data", "t=random"}).out,
             ContainsSubstring("data: t: 1 stored\n    counted in random\n"));
}

TEST_CASE("a spec of one statement accepts data and check accepts the options of a compilation", "[compiler]") {
  const Data data;
  data.write("one.scorch", "tensor A: csr\ndim j = 4\nkernel spmv: y(i) = A(i,j)*x(j)\n");
  data.write("two.scorch", "tensor A: csr\nkernel spmv: y(i) = A(i,j)*x(j)\nkernel sum: s = A(i,j)\n");
  CHECK_THAT(data.scorchc({"one.scorch", "--emit=decisions", "--data", "A=a.mtx"}).out,
             ContainsSubstring("data: A: 4 stored"));
  const Outcome check = data.scorchc(with_compiler({"check", "one.scorch", "--data", "A=a.mtx", "--explain"}));
  CHECK(check.exit_code == 0);
  CHECK_THAT(check.err, ContainsSubstring("data: A: 4 stored"));
  for (const std::string input : {"two.scorch", "y=a; z=b"}) {
    const Outcome several = data.scorchc({input, "--data", "A=a.mtx"});
    CHECK(several.exit_code == 1);
    CHECK_THAT(several.err, ContainsSubstring("error[SC0912]: `--data` needs a single kernel, but there are 2"));
  }
}

TEST_CASE("errors in the data of a compilation end it before it writes files") {
  struct Case {
    std::vector<std::string> more;
    int exit_code;
    std::string message;
  };
  const Data data;
  const std::string a = "A=a.mtx";
  const std::vector<Case> cases = {
      {{a, "--data", "x=x5.tns"},
       1,
       "error[SC0911]: the extent of `j` is 4 in dimension 2 of `A` (a.mtx), but 5 in dimension 1 of `x` (x5.tns)\n"
       "  --> --data, column 3"},
      {{a, "--dim", "j=5"}, 1, "error[SC0911]: the extent of `j` is 5 by --dim, but 4 in dimension 2 of `A` (a.mtx)"},
      {{"x=random:seed=1"}, 1, "error[SC0222]: the extent of `j` is unknown; the random data of `x` needs it"},
      {{a, "--data", "x=random:sed=3"}, 1, "error[SC0409]"},
      {{a, "--data", a}, 1, "error[SC0209]: the data of `A` are given twice"},
      {{a, "--data", "z=x.tns"}, 1, "error[SC0208]: the statement has no tensor `z`"},
      {{a, "--data", "y=x.tns"}, 1, "error[SC0208]: `y` is the result, which `=` overwrites"},
      {{"x"}, 1, "error[SC0210]"},
      {{"x=no.tns"}, 4, "error[SC0501]: cannot read `no.tns`"},
      {{"x=a.mtx"}, 1, "error[SC0408]"},
      {{"x=x.csv"}, 1, "error[SC0401]"},
      {{"x=half.tns", "--type", "i32"}, 1, "  --> half.tns:2:3\n"},
  };
  const std::string files = data.list();
  for (const std::string command : {"", "explain"}) {
    for (const Case& c : cases) {
      CAPTURE(command, c.message);
      std::vector<std::string> arguments = {spmv, "--fmt", "A=csr", "--data"};
      if (command.empty())
        arguments.insert(arguments.begin(), {"-o", "out/"});
      else
        arguments.insert(arguments.begin(), command);
      const Outcome outcome = data.scorchc_with(arguments, c.more);
      CHECK(outcome.exit_code == c.exit_code);
      CHECK_THAT(outcome.err, ContainsSubstring(c.message));
      CHECK(outcome.out.empty());
    }
  }
  CHECK(data.list() == files);
  const Outcome outcome = data.scorchc({"verify", spmv, "--data", a});
  CHECK(outcome.exit_code == 2);
  CHECK_THAT(outcome.err, ContainsSubstring("; `scorchc verify` does not accept it"));
}
