// Tests exit codes and messages of the command line.
#include "catch.h"
#include "driver/program.h"

namespace {

struct ErrorCase {
  std::vector<std::string> arguments;
  int exit_code;
  std::string message;
};

const std::string spmv = "y(i)=A(i,j)*x(j)";

}  // namespace

TEST_CASE("each error has its exit code and suggests a fix", "[compiler]") {
  const Workplace workplace;
  workplace.write("broken.json", "{ \"scorch\": 1,, }");
  workplace.write("two.json", R"({"scorch": 1, "kernels": [{"expr": "y = a"}, {"expr": "z = b"}]})");
  const std::vector<ErrorCase> cases = {
      {{}, 2, "no expression or spec is given"},
      {{spmv, "--fmt", "x=csr"},
       1,
       "error[SC0204]: format `csr` has 2 levels, but `x` has order 1\n  --> --fmt, column 3"},
      {{spmv, "--fmt", "A=csr", "--fmt", "A=csc"}, 1, "SC0209"},
      {{spmv, "--fmt", "B=csr"}, 1, "SC0208"},
      {{spmv, "--fmt", "A=bcsrx4"}, 1, "error[SC0201]: a block size is missing here\n  --> --fmt, column 7\n"},
      {{spmv, "--fmt="}, 1, "SC0210"},
      {{"y(i)=A(i,j"}, 1, "SC0102"},
      {{"broken.json"}, 1, "broken.json:1:15"},
      {{"missing.json"}, 4, "error[SC0501]: cannot read `missing.json`"},
      {{"."}, 4, "it is a folder"},
      {{spmv, "--ftm", "A=csr"}, 2, "did you mean `--fmt`?"},
      {{spmv, "-fmt", "A=csr"}, 2, "did you mean `--fmt`?"},
      {{spmv, "--emit=cppp"}, 2, "did you mean `cpp`?"},
      {{spmv, "--emit="}, 2, "is not a kind of output"},
      {{spmv, "--name", "scorch_alloc"},
       1,
       "error[SC0211]: `scorch_alloc` cannot be the name of a kernel: names that begin like this belong to the code"},
      {{"y(i)=1/A(i)", "--fmt", "A=sv"},
       1,
       "error[SC0220]: the denominator `A(i)` may be unstored, and thus 0; every component of it divides the constant "
       "`1`\n"},
      {{"y(i)=B(i)/A(i)", "--fmt", "A=sv", "--fmt", "B=sv"}, 1, "and thus 0, where `B(i)` is stored\n"},
      {{"y(i)=max(-2147483649, x(i))", "--type", "i32"}, 1, "error[SC0106]: `-2147483649` does not fit i32"},
      {{"y(i)=100000000000000000000*x(i)", "--type", "i64"},
       1,
       "error[SC0106]: `100000000000000000000` does not fit i64"},
      {{"bench", "y(i)=A(i,j)*x(j); z(i)=B(i,j)*w(j)", "--name", "a"},
       1,
       "  = help: leave out --name, or write a spec"},
      {{"verify", "two.json", "--name", "a"},
       1,
       "  = help: leave out --name, or put the kernel into a spec of its own"},
      {{spmv, "--name", "lambda", "--emit=h,cpp,ctypes"},
       1,
       "error[SC0211]: `lambda` cannot be used in `lambda.py`: it is a keyword of Python\n  = help: give the kernel"},
      {{spmv, "--name", "ctypes", "--emit=ctypes"}, 1, "error[SC0211]: `ctypes` cannot be used in `ctypes.py`: it is"},
      {{spmv, "--name", "Eigen", "--emit=h,eigen"}, 1, "error[SC0211]: `Eigen` cannot be used in `Eigen.eigen.hpp`"},
      {{spmv, "--name", "torch", "--emit=torch"}, 1, "error[SC0211]: `torch` cannot be used in `torch.torch.cpp`"},
      {{spmv, "--name", "scorch", "--emit=hpp"}, 1, "error[SC0211]: `scorch` cannot be used in `scorch.hpp`"},
      {{"s=A(i,j,k)", "--fmt", "A=csf", "--emit=eigen"},
       3,
       "error[SC0802]: `--emit=eigen` is not supported yet for `s_a`"},
      {{spmv, "--dim", "i=100000", "--emit=main"},
       5,
       "error[SC0701]: an example with `A` would have more than 4096 values"},
      {{spmv, "--dim", "i=100000", "--dim", "j=1000", "--emit=test"},
       5,
       "error[SC0701]: the dense loops of the test would take too long"},
      {{spmv, "--with=pakc"}, 1, "error[SC0210]: `pakc` is not a known helper\n  --> --with, column 1"},
      {{spmv, "--with=pack,pack"}, 1, "error[SC0209]: the helper `pack` is given twice\n  --> --with, column 6"},
      {{"run", spmv, "--with=pack"}, 2, "`--with` is an option of"},
      {{spmv, "--isa=avx3"}, 1, "error[SC0210]: `avx3` is not a known instruction set\n  --> --isa, column 1"},
      {{spmv, "--isa=sse2,avx51"}, 1, "did you mean `avx512`?"},
      {{spmv, "--isa=sse2,avx2,sse2"}, 1, "the instruction set `sse2` is given twice"},
      {{spmv, "--isa="}, 1, "error[SC0210]"},
      {{spmv, "--isa=neon"}, 1, "the instruction sets are `avx512`, `avx2`, `sse2` and `generic`"},
      {{spmv, "-MD", "-MF", "x.d"}, 2, "-MD needs a target, because no output goes to a file"},
      {{spmv, "--chekc", "out"}, 2, "did you mean `--check`?"},
      {{spmv, "--schedule", "protocol(A(i,j), j: run)"},
       1,
       "error[SC0230]: expected `walk`, `locate`, `masked` or `gallop`, found `run`\n"},
      {{spmv, "--schedule", "reorder(i, j"}, 1, "error[SC0230]: expected `)`, found the end of the schedule\n"},
      {{spmv, "--schedule", "reorder(i, *)"}, 1, "error[SC0230]: expected an index, found `*`\n"},
      {{spmv, "--schedule", "reorder(i j)"}, 1, "error[SC0230]: expected `)`, found `j`\n"},
      {{spmv, "--schedule", "reorder(i, j) vectorize(j)"},
       1,
       "error[SC0230]: expected `;` or the end of the schedule, found `vectorize`\n"},
      {{spmv, "--schedule", "unroll(j: 1)"}, 1, "error[SC0230]: unroll factor must be from 2 to 64, found `1`\n"},
      {{spmv, "--dim", "i=-1"}, 1, "error[SC0210]: extent must be 0 or more, found `-1`\n"},
      {{spmv, "--dim", "i=few"}, 1, "error[SC0210]: expected an extent, found `few`\n"},
      {{spmv, "--nnz", "A=120%"}, 1, "error[SC0210]: share must be at most 100 %, found `120%`\n"},
      {{spmv, "--target-cache", "L1=512"}, 1, "error[SC0210]: cache size must be from 1K to 1024G, found `512`\n"},
      {{"run", spmv, "--data", "A=random:", "--data", "x=random:", "--dim", "i=2", "--dim", "j=2", "-o", "y=y.foo"},
       1,
       "use .mtx, .tns or .npy; text files may add .gz"},
      {{"completions", "ksh"}, 2, "use `bash`, `zsh` or `fish`"},
      {{"completions"}, 2, "`scorchc completions` needs a shell"},
      {{"hlep"}, 4, "there is no command and no file `hlep`\n  = help: did you mean `help`?"},
      {{"formats", "csr", "--fmt", "A=csr"}, 2, "`scorchc formats` does not accept it"},
      {{spmv, "--diagnostics=xml"}, 2, "`text`, `json` or `sarif`"},
      {{spmv, "-ND"}, 2, "did you mean `-MD`?"},
      {{"run", spmv, "--threads", "0"},
       1,
       "error[SC0210]: `0` is not a whole number above 0\n  --> --threads, column 1"},
      {{"bench", spmv, "--threads", "0"},
       1,
       "error[SC0210]: `0` is not a whole number above 0\n  --> --threads, column 1"},
      {{"bench", spmv, "--threads", "2,1,2"}, 1, "2 is given twice"},
      {{"bench", spmv, "--threads", "2,"}, 1, "error[SC0210]"},
      {{"bench", spmv, "--rounds", "few"},
       1,
       "error[SC0210]: `few` is not a whole number above 0\n  --> --rounds, column 1"},
      {{"bench", spmv, "--csv", "--json"}, 2, "cannot be combined"},
      {{"bench", spmv, "--most", "3"},
       2,
       "`--most` is an option of `scorchc tune`; `scorchc bench` does not accept it"},
      {{"bench", spmv, "--data", "Q=random:"}, 1, "error[SC0208]: the statement has no tensor `Q`"},
      {{"bench", spmv, "--data", "y=random:"}, 1, "`y` is the result"},
      {{"bench", spmv}, 1, "error[SC0222]: the extent of `i` is unknown"},
      {{"tune", spmv, "--most", "0"}, 1, "error[SC0210]"},
      {{"tune", spmv, "--schedule", "none"},
       1,
       "error[SC0210]: `y_a_x` has a schedule, but `tune` searches for one\n  --> --schedule, column 1"},
      {{spmv, "--threads", "1"}, 2, "`--threads` is an option of `scorchc run`, `scorchc bench`, `scorchc tune`"},
      {{spmv, "--lock", "missing.lock"}, 4, "error[SC0501]: cannot read `missing.lock`"},
      {{spmv, "--lock", "broken.json"}, 1, "error[SC0240]"},
      {{"verfy", spmv}, 2, "did you mean `verify`?"},
      {{"run"}, 2, "`scorchc run` needs an expression"},
      {{spmv, "more"}, 2, "`more` is an unexpected argument"},
      {{spmv, "--name", "a", "--name", "b"}, 2, "`--name` is given twice"},
      {{spmv, "--name"}, 2, "`--name` needs a value"},
      {{spmv, "--json=yes"}, 2, "takes no value"},
      {{spmv, "--color=blue"}, 2, "`auto`, `always` or `never`"},
      {{"verify", spmv, "--data", "A=a.mtx"}, 2, "`--data` is an option of `scorchc compile`, `scorchc run`"},
      {{spmv, "-o", "a/", "-o", "b/"}, 2, "-o is given 2 times"},
      {{spmv, "--emit=cin", "-o", "q=1.npy"},
       1,
       "error[SC0210]: a compilation writes code, not the tensor `q`\n  --> -o, column 1"},
      {{"verify", spmv, "-o", "y=y.npy"}, 2, "`scorchc verify` does not accept it"},
      {{"run", spmv, "--emit=cpp"}, 2, "`scorchc run` does not accept it"},
      {{"outputs", spmv, "--threads", "2"}, 2, "`scorchc outputs` does not accept it"},
      {{spmv, "--cxx", "no-such-compiler"}, 4, "error[SC0902]"},
      {{spmv, "--cxx="}, 4, "error[SC0902]"},
      {{spmv, "--dim", "z=3"}, 1, "error[SC0208]: no statement has an index `z`\n  --> --dim, column 1"},
      {{spmv, "--dim", "i=3", "--dim", "i=3"}, 1, "error[SC0209]"},
      {{"t(i)=A(i,j)*x(j); y(i)=B(i,j)*t(j)", "--dim", "i=3", "--dim", "j=4"},
       1,
       "error[SC0911]: `j` has extent 4 here"},
      {{"t(i)=A(i,j)*x(j); y(i)=B(i,j)*t(j)", "--fmt", "A=bcsr2x2"}, 3, "error[SC0607]: `A` has a blocked format"},
      {{"T(i,j)=A(i,j)*x(j); y(i)=T(i,j)", "--fmt", "T=compressed,dense"},
       3,
       "error[SC0607]: the temporary `T` has a dense level"},
      {{"t(i)=A(i,j)*x(j); y(i)=B(i,j)*t(j)", "--schedule", "split(j: 4)"}, 1, "the kernel has several statements"},
      {{spmv, "--type", "Q=f64"}, 1, "error[SC0208]"},
      {{spmv, "--type", "A=f64", "--type", "A=f32"}, 1, "error[SC0209]"},
      {{spmv, "--nnz", "Q=5%"}, 1, "error[SC0208]"},
      {{spmv, "--nnz", "A=5%", "--nnz", "A=6%"}, 1, "error[SC0209]"},
      {{"->"}, 1, "error[SC0108]: no operand has an index\n  --> expression, column 1"},
      {{"explain", ",->"}, 1, "error[SC0108]"},
      {{"-y(i) = x(i)"}, 1, "error[SC0102]"},
      {{"-x=a"}, 2, "there is no option `-x`"},
      {{spmv, "--schedule", "reorder(i,i)"},
       1,
       "error[SC0231]: `reorder(i, i)` names an index twice\n  --> --schedule, column 1"},
      {{spmv, "--schedule", "reorder(i,j); parallelize(j)"}, 1, "  --> --schedule, column 15"},
      {{"y(i)=foo(A(i))"}, 1, "there is no function `foo`\n  --> expression, column 6"},
      {{"y(i)=rellu(A(i))"}, 1, "did you mean `relu`?"},
      {{spmv, "-o", "kernel"}, 2, "the kind of output for `kernel` is not clear"},
      {{"explain", "SC9999"}, 2, "no diagnostic has the code `SC9999`"},
      {{"help", "verfy"}, 2, "did you mean `verify`?"},
      {{"formats", "crs"}, 1, "did you mean `csr`?"},
  };
  for (const ErrorCase& c : cases) {
    std::string line;
    for (const std::string& argument : c.arguments) line += argument + " ";
    CAPTURE(line);
    const Outcome outcome = workplace.scorchc(c.arguments);
    CHECK(outcome.exit_code == c.exit_code);
    CHECK_THAT(outcome.err, ContainsSubstring(c.message));
    CHECK(outcome.out.empty());
  }
  CHECK(workplace.list() == "broken.json two.json");
}

TEST_CASE("too little memory is a limit, not a crash") {
#if !defined(SCORCHC_TESTED_UNDER_SANITIZERS)  // their shadow memory exceeds any such limit
  const Workplace workplace;
  workplace.write("long.txt", "y = " + std::string(15 << 20, ' ') + "a");
  const Outcome outcome = workplace.program({"sh", "-c", "ulimit -v 30000; \"$0\" long.txt", SCORCHC_PROGRAM});
  CAPTURE(outcome.err);
  CHECK(outcome.exit_code == 5);
  CHECK_THAT(outcome.err, ContainsSubstring("error[SC0702]"));
#endif
}

TEST_CASE("hostile bytes are shown escaped, also in JSON") {
  const Workplace workplace;
  const Outcome text = workplace.scorchc({"y = a\x1b[2Jb"});
  CHECK(text.exit_code == 1);
  CHECK(text.err.find('\x1b') == std::string::npos);
  const Outcome json = workplace.scorchc({"y = a\x1b\xff", "--json"});
  CHECK(json.exit_code == 1);
  CHECK(json.err.find('\x1b') == std::string::npos);
  CHECK(json.err.find('\xff') == std::string::npos);
}

TEST_CASE("signals end the program with their exit codes", "[compiler]") {
  const Workplace workplace;
  const auto end_by = [&](const std::string& signal) {
    // The program is waiting for standard input when the signal arrives.
    return workplace.program(
        {"sh", "-c", "sleep 1 | timeout --preserve-status -s " + signal + " 0.5 \"$0\" -", SCORCHC_PROGRAM});
  };
  CHECK(end_by("INT").exit_code == 130);
  CHECK(end_by("TERM").exit_code == 143);
}
