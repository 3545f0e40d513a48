// Tests scorchc run.
#include <algorithm>
#include <sstream>

#include "catch.h"
#include "driver/program.h"

namespace {

const std::string spmv = "y(i)=A(i,j)*x(j)";

// [3 2 . .; . . . .; 1.5 . . -1]
const std::string matrix = "%%MatrixMarket matrix coordinate real general\n3 4 4\n1 2 2\n3 1 1.5\n3 4 -1\n1 1 3\n";
const std::string vector = "# dims: 4\n1 1\n2 2\n3 3\n4 4\n";

struct Data : Workplace {
  Data() {
    write("a.mtx", matrix);
    write("x.tns", vector);
    write("x5.tns", "# dims: 5\n1 1\n");
    write("n.tns", "# dims: 3\n1 2\n3 4\n");
  }
  Outcome run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "run");
    return scorchc(with_compiler(std::move(arguments)));
  }
  Outcome run_spmv(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {spmv, "--fmt", "A=csr"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
};

}  // namespace

TEST_CASE("run prints a summary, or writes files by their suffixes", "[compiler]") {
  const Data data;
  const Outcome printed = data.run_spmv({"--data", "A=a.mtx", "--data", "x=x.tns"});
  CAPTURE(printed.err);
  CHECK(printed.exit_code == 0);
  CHECK(printed.out == "y: 3, dense, f32, 3 stored components\n  y(0) = 7\n  y(1) = 0\n  y(2) = -2.5\n");

  CHECK(data.run_spmv({"--data", "A=a.mtx", "--data", "x=x.tns", "--threads", "3"}).out == printed.out);

  const Outcome written =
      data.run_spmv({"--data", "A=a.mtx", "--data", "x=x.tns", "-o", "y=y.tns", "-o", "y=y.mtx", "-o", "y=y.npy"});
  CHECK(written.exit_code == 0);
  CHECK(written.out.empty());
  CHECK(data.read("y.tns") == "# dims: 3\n1 7\n2 0\n3 -2.5\n");
  CHECK(data.read("y.mtx") == "%%MatrixMarket matrix array real general\n3 1\n7\n0\n-2.5\n");
  CHECK(data.read("y.npy").substr(0, 6) == "\x93NUMPY");
  // The written file reads back as the same values.
  const Outcome again = data.run({"z(i)=y(i)", "--data", "y=y.npy"});
  CHECK_THAT(again.out, ContainsSubstring("z(2) = -2.5"));
}

TEST_CASE("a result is written equally to /dev/stdout and a pipe and a file", "[compiler]") {
  const Data data;
  std::string command = "\"$0\" run 'y(i)=2*n(i)' --data n=n.tns -o y=/dev/stdout";
  for (const std::string& argument : with_compiler({})) command += " " + argument;
  const std::string expected = "# dims: 3\n1 4\n2 0\n3 8\n";
  CHECK(data.program({"sh", "-c", command + " | cat", SCORCHC_PROGRAM}).out == expected);
  // Output that the shell wrote before and after is kept.
  const Outcome file =
      data.program({"sh", "-c", "{ echo before; " + command + "; echo behind; } > file", SCORCHC_PROGRAM});
  CAPTURE(file.err);
  CHECK(data.read("file") == "before\n" + expected + "behind\n");
  const Outcome code = data.program(
      {"sh", "-c", "{ echo before; \"$0\" 'y(i) = x(i)' -o /dev/stdout --emit=schedule; } > code", SCORCHC_PROGRAM});
  CAPTURE(code.err);
  CHECK_THAT(data.read("code"), ContainsSubstring("before\nreorder(i)"));
}

TEST_CASE("extents of hypersparse data change neither formats nor memory", "[compiler]") {
  const Data data;
  data.write("h.tns", "# dims: 10000000000 10000000000\n1 1 2\n10000000000 10000000000 3\n");
  const std::string statement = GENERATE("C(i,k)=A(i,j)*A(j,k)", "C(i,k)=A(i,k)+A(k,i)", "C(i,k)=pow(A(i,k),2)",
                                         "r(i)=A(i,j); C(i,k)=A(i,k)/r(i)", "D(i,i)=A(i,j); C(i,k)=D(i,k)*2");
  const std::string format = GENERATE("dcsr", "coo");
  if (statement.starts_with("r(i)") && format == "coo") return;  // sums of the rows of a coo matrix are dense
  const Outcome outcome = data.run({statement, "--fmt", "A=" + format, "--index", "i64", "--data", "A=h.tns"});
  CAPTURE(statement, format, outcome.err);
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.out, ContainsSubstring("2 stored components"));
}

TEST_CASE("an f32 sum of more than 2^24 terms keeps its digits without vector lanes", "[compiler]") {
  const Data data;
  data.write("a.tns", "# dims: 8192\n1 0\n");
  data.write("b.tns", "# dims: 4096\n1 0\n");
  const std::string statement = GENERATE("s=sum(i,j,exp(a(i)*b(j)))", "s=sum(i,relu(sum(j,exp(a(i)*b(j)))))");
  const std::string schedule = GENERATE("auto", "none", "vectorize(none)");
  const Outcome outcome =
      data.run({statement, "--data", "a=a.tns", "--data", "b=b.tns", "--schedule", schedule, "--type", "f32"});
  CAPTURE(statement, schedule, outcome.err);
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.out, ContainsSubstring("s = 33554432"));
}

TEST_CASE("several results are written together, or none", "[compiler]") {
  const Data data;
  std::filesystem::create_directory(data.path("b.npy"));
  const std::vector<std::string> good = {"--data", "A=a.mtx", "--data", "x=x.tns"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), good.begin(), good.end());
    return data.run_spmv(more);
  };
  CHECK(with({"-o", "y=a.npy", "-o", "y=b.npy"}).exit_code == 4);
  CHECK_FALSE(data.has("a.npy"));
  CHECK(with({"-o", "y=/dev/full"}).exit_code == 4);
  CHECK(with({"-o", "/dev/full"}).exit_code == 4);
  CHECK(with({"-o", "alone.tns"}).exit_code == 0);
  const Outcome piped =
      data.program({"sh", "-c", "mkfifo pipe; cat pipe & \"$0\" run 's = n(i)' --data n=n.tns -o s=pipe $1; wait",
                    SCORCHC_PROGRAM, with_compiler({}).empty() ? "" : "--cxx=g++"});
  CHECK(piped.out == "# dims:\n6\n");
  CHECK(data.read("alone.tns") == "# dims: 3\n1 7\n2 0\n3 -2.5\n");
}

TEST_CASE("a sparse result is written component by component") {
  const Data data;
  const Outcome outcome = data.run({"C(i,j)=A(i,j)*B(i,j)", "--fmt", "A=csr", "--fmt", "B=dcsr", "--fmt", "C=csr",
                                    "--data", "A=a.mtx", "--data", "B=a.mtx", "-o", "C=c.tns", "-o", "-"});
  CAPTURE(outcome.err);
  CHECK(outcome.exit_code == 0);
  CHECK(data.read("c.tns") == "# dims: 3 4\n1 1 9\n1 2 4\n3 1 2.25\n3 4 1\n");
  CHECK_THAT(outcome.out, ContainsSubstring("C: 3 x 4, csr, f32, 4 stored components"));
}

TEST_CASE("every format accepts any file", "[compiler]") {
  const Data data;
  for (const char* format : {"dense", "dense-col", "csr", "csc", "dcsr", "dcsc", "coo", "csr:f64:pos=i64:crd=i64"}) {
    CAPTURE(format);
    const Outcome outcome = data.run({spmv, "--fmt", std::string("A=") + format, "--fmt", "y=dense", "--data",
                                      "A=a.mtx", "--data", "x=x.tns", "-o", "y=y.tns"});
    CAPTURE(outcome.err);
    if (outcome.exit_code == 3) continue;  // a conversion that is not supported yet
    CHECK(outcome.exit_code == 0);
    CHECK(data.read("y.tns") == "# dims: 3\n1 7\n2 0\n3 -2.5\n");
  }
}

TEST_CASE("+= starts from the given result, or from zero", "[compiler]") {
  const Data data;
  const std::string update = "y(i)+=A(i,j)*x(j)";
  const Outcome given =
      data.run({update, "--fmt", "A=csr", "--data", "A=a.mtx", "--data", "x=x.tns", "--data", "y=n.tns"});
  CHECK_THAT(given.out,
             ContainsSubstring("y(0) = 9") && ContainsSubstring("y(1) = 0") && ContainsSubstring("y(2) = 1.5"));
  const Outcome zero = data.run({update, "--fmt", "A=csr", "--data", "A=a.mtx", "--data", "x=x.tns"});
  CHECK_THAT(zero.out, ContainsSubstring("y(0) = 7"));
  const Outcome useless = data.run_spmv({"--data", "A=a.mtx", "--data", "x=x.tns", "--data", "y=n.tns"});
  CHECK(useless.exit_code == 1);
}

TEST_CASE("a sum has the same bits whether vectorised with others or alone", "[compiler]") {
  const Data data;
  std::string row = "# dims: 7 7\n", apart = row, equal_rows = "# dims: 7 37\n";
  for (int n = 1; n <= 7; ++n) {
    row += "1 " + std::to_string(n) + " 1\n";
    apart += std::to_string(n) + " " + std::to_string(n) + " 1\n";
    for (int k = 1; k <= 37; ++k)
      equal_rows += std::to_string(n) + " " + std::to_string(k) + " 0." + std::to_string(k) + "\n";
  }
  data.write("row.tns", row);
  data.write("apart.tns", apart);
  data.write("x.tns", equal_rows);
  // Printed numbers read back as the same values.
  const auto values = [&](const std::string& pattern, const std::string& type) {
    const Outcome outcome =
        data.run({"D(i,j)=S(i,j)*X(i,k)*Y(j,k)", "--fmt", "S=csr", "--type", type, "--data", "S=" + pattern, "--data",
                  "X=x.tns", "--data", "Y=random:seed=5", "-o", "D=d.tns"});
    CHECK(outcome.exit_code == 0);
    std::istringstream lines(data.read("d.tns"));
    std::vector<std::string> last;
    for (std::string line; std::getline(lines, line);)
      if (!line.starts_with("#")) last.push_back(line.substr(line.rfind(' ')));
    return last;
  };
  for (const std::string type : {"f32", "f64"}) {
    const std::vector<std::string> together = values("row.tns", type);
    CHECK(together.size() == 7);
    CHECK(together == values("apart.tns", type));
  }
}

TEST_CASE("extents come from data, then from --dim", "[compiler]") {
  const Data data;
  const Outcome clash = data.run_spmv({"--data", "A=a.mtx", "--data", "x=x5.tns"});
  CHECK(clash.exit_code == 1);
  CHECK_THAT(clash.err,
             ContainsSubstring("error[SC0911]: the extent of `j` is 4 in dimension 2 of `A` (a.mtx), but 5 in "
                               "dimension 1 of `x` (x5.tns)"));
  const Outcome flag = data.run_spmv({"--data", "A=a.mtx", "--data", "x=x.tns", "--dim", "i=5"});
  CHECK_THAT(flag.err, ContainsSubstring("5 by --dim, but 3 in dimension 1 of `A` (a.mtx)"));

  CHECK(data.run_spmv({"--data", "A=a.mtx", "--data", "x=random:seed=7"}).exit_code == 0);
  const Outcome open = data.run_spmv({"--data", "A=random:nnz=50%", "--data", "x=x.tns"});
  CHECK(open.exit_code == 1);
  CHECK_THAT(open.err, ContainsSubstring("error[SC0222]: the extent of `i` is unknown"));
  CHECK(data.run_spmv({"--data", "A=random:nnz=50%", "--data", "x=x.tns", "--dim", "i=6"}).exit_code == 0);
  const Outcome broadcast = data.run({"C(i,k)=n(i)", "-q", "--data", "n=n.tns", "--dim", "k=2"});
  CHECK_THAT(broadcast.out, ContainsSubstring("C: 3 x 2") && ContainsSubstring("C(2,1) = 4"));
  CHECK_THAT(data.run({"C(i,k)=n(i)", "-q", "--data", "n=n.tns"}).err, ContainsSubstring("--dim k=N"));
}

TEST_CASE("the option --dim extends a file that has only coordinates", "[compiler]") {
  const Data data;
  data.write("open.tns", "1 1 2\n2 2 3\n");
  data.write("open_x.tns", "1 1\n6 1\n");
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"--data", "A=open.tns", "--data"});
    return data.run_spmv(more);
  };
  CHECK_THAT(run({"x=x.tns", "--dim", "j=4"}).out, ContainsSubstring("y: 2,") && ContainsSubstring("y(1) = 6\n"));
  CHECK_THAT(run({"x=open_x.tns", "--dim", "j=7", "--dim", "i=3"}).out,
             ContainsSubstring("y: 3,") && ContainsSubstring("y(2) = 0\n"));
  const Outcome other_file = run({"x=x.tns"});
  CHECK(other_file.exit_code == 1);
  CHECK_THAT(other_file.err, ContainsSubstring("error[SC0911]") && ContainsSubstring("`--dim j=4` extends it"));
  CHECK_THAT(run({"x=open_x.tns"}).err, ContainsSubstring("`--dim j=6` extends it"));
  const Outcome small = run({"x=x.tns", "--dim", "j=1"});
  CHECK(small.exit_code == 1);
  CHECK_THAT(small.err, ContainsSubstring("1 by --dim, but 2 in") && ContainsSubstring("`--dim j=2` includes them"));
  // An extent that a file declares cannot be extended.
  const Outcome declared = data.run_spmv({"--data", "A=a.mtx", "--data", "x=x.tns", "--dim", "j=5"});
  CHECK(declared.exit_code == 1);
  CHECK_THAT(declared.err, !ContainsSubstring("help"));
}

TEST_CASE("run selects the kernel of a spec by --name", "[compiler]") {
  const Data data;
  data.write("two.json", R"json({"scorch": 1, "kernels": [{"name": "twice", "expr": "y(i) = 2 * n(i)"},
                             {"name": "thrice", "expr": "z(i) = 3 * n(i)"}]})json");
  CHECK_THAT(data.run({"two.json", "--name", "twice", "--data", "n=n.tns"}).out, ContainsSubstring("y(0) = 4\n"));
  CHECK_THAT(data.run({"two.json", "--name", "thrice", "--data", "n=n.tns"}).out, ContainsSubstring("z(0) = 6\n"));
  const Outcome unknown = data.run({"two.json", "--name", "twic", "--data", "n=n.tns"});
  CHECK(unknown.exit_code == 1);
  CHECK_THAT(unknown.err,
             ContainsSubstring("error[SC0208]: there is no kernel `twic`") && ContainsSubstring("`twice`"));
  CHECK_THAT(data.run({"two.json", "--data", "n=n.tns"}).err, ContainsSubstring("`--name twice` runs one of them"));
  CHECK(data.run({"y(i) = 2 * n(i)", "--name", "any", "--data", "n=n.tns"}).exit_code == 0);
}

TEST_CASE("a kernel that fails is explained", "[compiler]") {
  const Data data;
  const Outcome outcome = data.run({"y(i) = n(i) / n(i)", "--type", "i32", "--data", "n=n.tns", "--explain"});
  CHECK(outcome.exit_code == 1);
  CHECK_THAT(outcome.err, ContainsSubstring("schedule: loop order: i") && ContainsSubstring("error[SC0920]"));
}

TEST_CASE("scalars") {
  const Data data;
  data.write("s.tns", "# dims:\n2.5\n");
  const Outcome sum = data.run({"a = n(i)", "--data", "n=n.tns", "-o", "a=a.npy", "-o", "-"});
  CAPTURE(sum.err);
  CHECK(sum.out == "a: scalar, dense, f32, 1 stored component\n  a = 6\n");
  const Outcome scaled = data.run({"y(i) = a*n(i)", "--data", "n=n.tns", "--data", "a=a.npy"});
  CAPTURE(scaled.err);
  CHECK_THAT(scaled.out, ContainsSubstring("y(2) = 24"));
}

TEST_CASE("errors of run", "[compiler]") {
  const Data data;
  struct Case {
    std::vector<std::string> arguments;
    int exit_code;
    std::string message;
  };
  const std::vector<std::string> good = {"--data", "A=a.mtx", "--data", "x=x.tns"};
  const std::vector<Case> cases = {
      {{spmv, "--data", "A=a.mtx"}, 1, "error[SC0910]: the operand `x` has no data"},
      {{spmv, "--data", "A=a.mtx", "--data", "z=x.tns"}, 1, "the statement has no tensor `z`"},
      {{spmv, "--data", "A=a.mtx", "--data", "A=a.mtx"}, 1, "the data of `A` are given twice"},
      {{spmv, "--data", "A=a.mtx", "--data", "x"}, 1, "has no `=`"},
      {{spmv, "--data", "A=no.mtx", "--data", "x=x.tns"}, 4, "cannot read `no.mtx`"},
      {{spmv, "--data", "A=a.mtx", "--data", "x=random:sed=3"}, 1, "found `sed=3`"},
      {{spmv, "--data", "A=a.mtx", "--data", "x=x.tns", "-o", "x=x.npy"}, 1, "only the result `y` can be written"},
      {{spmv, "--data", "A=a.mtx", "--data", "x=x.tns", "-o", "q=1.npy"}, 1, "use `-o y=1.npy`"},
      {{spmv, "--data", "A=a.mtx", "--data", "x=x.tns", "-o", "y=y.txt"}, 1, "SC0401"},
      {{spmv, "--data", "A=a.mtx", "--data", "x=x.tns", "-o", "y=no/y.npy"}, 4, "SC0502"},
      {{spmv, "--data", "A=a.mtx", "--data", "x=x.tns", "--cxx", "no-such-compiler"}, 4, "error[SC0902]"},
      {{"y(i)=n(i); z(i)=n(i)", "--data", "n=n.tns"}, 1, "error[SC0912]"},
      {{"y(i)=7/n(i)", "--type", "i32", "--data", "n=n.tns"}, 1, "error[SC0920]"},
      {{"C(i,k)=n(i)", "--data", "n=n.tns", "--dim", "k=999999999999"}, 5, "error[SC0740]"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.message);
    // A second --cxx would be an error of its own.
    const bool names_compiler = std::find(c.arguments.begin(), c.arguments.end(), "--cxx") != c.arguments.end();
    std::vector<std::string> arguments = c.arguments;
    arguments.insert(arguments.begin(), "run");
    const Outcome outcome = data.scorchc(names_compiler ? arguments : with_compiler(arguments));
    CHECK(outcome.exit_code == c.exit_code);
    CHECK_THAT(outcome.err, ContainsSubstring(c.message));
    CHECK(outcome.out.empty());
  }
  CHECK(data.list() == "a.mtx n.tns x.tns x5.tns");
}

TEST_CASE("errors in data have a location") {
  const Data data;
  const auto header = [](const std::string& text) {
    return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(text.size()) + '\0' + text;
  };
  data.write("type.npy", header("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }\n") + "12345678");
  data.write("short.npy", header("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }\n") + "1234567");
  data.write("key.npy", header("{'descr': '<f8', 'order': False}\n"));
  data.write("none.npy", "none");
  data.write("word.mtx", "%%MatrixMarket matrix coordinate real general\n3 4 1\nx 2 2\n");
  data.write("broken.mtx.gz", "none");
  data.write("n.csv", "1");
  const auto error = [&](const std::string& file) { return data.run({"s=n(i)", "--data", "n=" + file}).err; };
  CHECK_THAT(error("type.npy"), ContainsSubstring("error[SC0641]") && ContainsSubstring("  --> type.npy:1:11\n"));
  CHECK_THAT(error("short.npy"), ContainsSubstring("error[SC0405]") && ContainsSubstring("  --> short.npy:1:51\n"));
  CHECK_THAT(error("key.npy"), ContainsSubstring("error[SC0402]") && ContainsSubstring("  --> key.npy:1:26\n"));
  CHECK_THAT(error("none.npy"), ContainsSubstring("error[SC0402]") && ContainsSubstring("  --> none.npy:1:1\n"));
  CHECK_THAT(error("word.mtx"), ContainsSubstring("`x` is not a row\n  --> word.mtx:3:1\n"));
  CHECK_THAT(error("broken.mtx.gz"), ContainsSubstring("error[SC0407]") && ContainsSubstring("  --> --data, column 3"));
  CHECK_THAT(error("n.csv"), ContainsSubstring("error[SC0401]") && ContainsSubstring("  --> --data, column 3"));
  CHECK_THAT(error("missing.mtx"), ContainsSubstring("error[SC0501]") && ContainsSubstring("  --> --data, column 3"));
  const Outcome integer = data.run_spmv({"--type", "i32", "--data", "A=a.mtx", "--data", "x=x.tns"});
  CHECK(integer.exit_code == 1);
  CHECK_THAT(integer.err, ContainsSubstring("error[SC0406]") && ContainsSubstring("  --> a.mtx:4:5\n"));
  data.write("half.tns", "1 1\n2 0.5\n");
  CHECK_THAT(data.run({"s=n(i)", "--type", "i64", "--data", "n=half.tns"}).err,
             ContainsSubstring("  --> half.tns:2:3\n"));
}

TEST_CASE("nan is printed without a sign") {
  const Data data;
  data.write("nan.tns", "1 nan\n2 -nan\n");
  CHECK_THAT(data.run({"z(i)=-x(i)", "--data", "x=nan.tns"}).out, ContainsSubstring("z(0) = nan\n  z(1) = nan\n"));
}

TEST_CASE("run without the Clang plugin names the remedy, and with --cxx it works") {
  const Data data;
  const std::string run = "SCORCHC_CLANG_PLUGIN=/nowhere \"$0\" run 's = n(i)' --data n=n.tns";
  const Outcome without = data.program({"sh", "-c", run, SCORCHC_PROGRAM});
  CHECK(without.exit_code == 3);
  CHECK_THAT(without.err, ContainsSubstring("error[SC0901]") && ContainsSubstring("--cxx g++"));
  const Outcome with = data.program({"sh", "-c", run + " --cxx g++", SCORCHC_PROGRAM});
  CHECK(with.exit_code == 0);
  CHECK_THAT(with.out, ContainsSubstring("s = 6"));
}

TEST_CASE("what a kernel gives back becomes an error of its own", "[compiler]") {
  // Uses a compiler that changes the status that the kernel returns.
  const Data data;
  const auto run_returning = [&](const std::string& status) {
    data.write("cxx", "#!/bin/sh\nfor file; do :; done\nsed -i 's/return SCORCH_OK;/return " + status +
                          ";/' \"$file\"\nexec g++ \"$@\"\n");
    std::filesystem::permissions(data.path("cxx"), std::filesystem::perms::owner_all);
    return data.scorchc({"run", "s = n(i)", "--data", "n=n.tns", "--cxx", "./cxx"});
  };
  const Outcome memory = run_returning("SCORCH_OUT_OF_MEMORY");
  CHECK(memory.exit_code == 5);
  CHECK_THAT(memory.err, ContainsSubstring("error[SC0921]"));
  const Outcome overflow = run_returning("SCORCH_INDEX_OVERFLOW");
  CHECK(overflow.exit_code == 5);
  CHECK_THAT(overflow.err, ContainsSubstring("error[SC0922]"));

  // Any other status is an internal error, and a report is written.
  const Outcome internal = run_returning("SCORCH_SHAPE_MISMATCH");
  CHECK(internal.exit_code == 70);
  CHECK_THAT(internal.err, ContainsSubstring("error[SC0001]") && ContainsSubstring("scorchc-internal-error.sh"));
  CHECK_THAT(data.read("scorchc-internal-error.sh"),
             ContainsSubstring("scorchc 'run' 's = n(i)' '--data' 'n=n.tns' '--cxx' './cxx'\n"));
}

TEST_CASE("constants that fit their type are used in computations", "[compiler]") {
  const Data data;
  data.write("a.tns", "# dims: 2\n1 7\n2 -7\n");
  const auto value = [&](const std::string& expression, const std::vector<std::string>& types) {
    std::vector<std::string> arguments = {expression, "--data", "a=a.tns"};
    arguments.insert(arguments.end(), types.begin(), types.end());
    const Outcome outcome = data.run(arguments);
    CAPTURE(expression, outcome.err);
    CHECK(outcome.exit_code == 0);
    return outcome.out;
  };
  CHECK_THAT(value("y(i) = 0 * a(i) + -2147483648", {"--type", "i32"}), ContainsSubstring("y(0) = -2147483648\n"));
  CHECK_THAT(value("y(i) = 0 * a(i) + 2147483647", {"--type", "i32"}), ContainsSubstring("y(0) = 2147483647\n"));
  CHECK_THAT(value("y(i) = 0 * a(i) + -9223372036854775808", {"--type", "i64"}),
             ContainsSubstring("y(0) = -9223372036854775808\n"));
  // The statement computes in the wider of its types.
  CHECK_THAT(value("y(i) = a(i) + 3000000000", {"--type", "i32", "--fmt", "y=dense:i64"}),
             ContainsSubstring("y(1) = 2999999993\n"));
  CHECK_THAT(value("y(i) = a(i) + 2.5", {"--type", "i32"}),
             ContainsSubstring("f64") && ContainsSubstring("y(1) = -4.5\n"));
}

TEST_CASE("the absolute value of -0 is 0 in scalar and vector code", "[compiler]") {
  const Data data;
  std::string zeros = "%%MatrixMarket matrix array real general\n37 1\n";
  for (int n = 0; n < 37; ++n) zeros += n % 3 == 0 ? "-0.0\n" : "0\n";
  data.write("z.mtx", zeros);
  for (const std::string type : {"f32", "f64"})
    for (const std::string expression : {"y(i) = 1 / abs(z(i))", "y = min(i, 1 / abs(z(i)))"}) {
      const Outcome outcome = data.run({expression, "--type", type, "--data", "z=z.mtx"});
      CAPTURE(type, expression, outcome.err);
      CHECK(outcome.exit_code == 0);
      CHECK_THAT(outcome.out, ContainsSubstring("inf") && !ContainsSubstring("-inf"));
    }
}
