#include "help.h"

#include <array>
#include <vector>

#include "support/diagnostics.h"

namespace scorchc::tools {
namespace {

struct Topic {
  std::string_view name, text;
};

// The texts are laid out by hand; a formatter takes what stands in the raw strings for code.
// clang-format off
constexpr std::array topics{
    Topic{"", R"help(scorchc compiles sparse tensor algebra to C++.

  scorchc "y(i) = A(i,j) * x(j)" --fmt A=csr            one self-contained C++ file on standard output
  scorchc "y(i) = A(i,j) * x(j)" --fmt A=csr -o out/    out/NAME.h and out/NAME.cpp
  scorchc kernels.json -o out/                          every kernel of a spec (`help spec`)

Other commands:
  scorchc run "C(i,k) = A(i,j) * B(j,k)" --fmt A=csr --data A=a.mtx --data B=b.npy -o C=c.npy
  scorchc bench "..." --fmt A=csr --data A=a.mtx        how long it takes, and what the machine could do
  scorchc tune "..." --fmt A=csr --data A=a.mtx --lock tuned.lock    the fastest of several schedules, kept in a file
  scorchc verify "..." --fmt A=csr      compare the code with a dense interpreter on random data
  scorchc explain "..." --fmt A=csr     every decision and why; `explain SC0107`: what a code means
  scorchc check SPEC                    find errors, run random cases as `verify` does, write nothing
  scorchc outputs SPEC -o out/          the files that a compilation would write
  scorchc formats [FORMAT]              the formats there are
  scorchc schema [explain|bench]        the JSON Schema of `explain --json`, of `bench --json`

Formats and types:
  --fmt T=FORMAT      csr, csc, dcsr, coo, csf, ..., `dense,compressed:1,0`, `csr:f64` (`scorchc formats`)
  --type f64|T=f64    value type: f32 (default), f64, i32, i64      --index i32|i64   of an inferred result
  --dim i=1000        the extent of an index; `i=~1000` is a hint   --nnz T=5%|T=1e6  a hint
  --tensors A,B,C     names the tensors of an einsum statement such as "ij,jk->ik"
  --data T=FILE       what is in these data is counted, for the schedule; the code stays right for all data (`help run`)
What is written:
  -o DIR/ | X.cpp | X.h | -             --emit=cpp,h,cin,schedule,loops,decisions,dot,svg,html,obj,asm,ir
  --check DIR [--update]                -MD -MF FILE -MT TARGET -MP   @FILE   (`help output`)
  --name N   --namespace NS             --style=file|llvm|google|...: through clang-format
  --schedule CMDS|auto|none             --lock FILE: the schedules that `tune` has found
  --target-cache=L1=32K,L2=1M (the default)  --parallel=openmp|none
  --blas=cblas|none (the default): dense products become calls of the BLAS that you link
  --isa=avx512,avx2,sse2,generic (the default): what vector loops are compiled for; the kernel takes the widest there is
What is said:
  --explain   -q   -v   --json (diagnostics, explanations)   --color=auto|always|never   --version   --help

`scorchc help TOPIC`: run, bench, tune, verify, output, spec, exit-codes.
)help"},
    Topic{"run", R"help(scorchc run EXPR --data T=FILE ... [-o T=FILE] ...

Loads data, compiles the statement, runs it and writes the result.

  --data A=a.mtx                 .mtx, .tns, .smtx, .npy; a text file may end in .gz
  --data x=random:seed=7         dense random values
  --data B=random:nnz=5%:seed=1  sparse ones; `nnz=1000` is a number of components
  -o C=c.npy                     .mtx, .tns or .npy by the suffix; repeatable; without -o a summary is printed; a path
                                 alone means the result
  --dim k=64                     an extent that no file gives
  --cxx g++                      compile with this compiler instead of the Clang room
  -o /dev/stdout                 a device or a pipe without a suffix takes the text of a .tns file

With `+=`, `--data` also gives the result's starting value; without, it starts at zero.
)help"},
    Topic{"bench", R"help(scorchc bench EXPR|SPEC [--data T=FILE] ... [--threads 1,2,4] [--rounds N]

Compiles each kernel and times it: median and quartiles, operations and bytes a second, and the share of what the machine
can do, which is measured beside it.

  --data A=a.mtx     as for `run`; an operand without data gets random ones, a sparse one 1 % or what --nnz says
  --dim i=~1000      extents that no data give, fixed or hinted
  --threads 1,2,4    a row each; without it 1, 2, 4 and so on, up to the processors
  --rounds N         samples of each row; without it what fits into a second, 5 to 21
  --json   --csv     for tools; `scorchc schema bench` describes the first
  --cxx g++          compile with this compiler instead of the Clang room
)help"},
    Topic{"tune", R"help(scorchc tune EXPR|SPEC [--data T=FILE] ... [--lock FILE] [--most N] [--threads N] [--rounds N]

Times the cheapest plans of each kernel on these data, in turn, and names the fastest; --data as for `bench`.

  --lock FILE    writes the schedules as commands; what the file has of other kernels stays
  --most N       plans that are tried (12)
  --threads N    as many threads (all processors)
  --rounds N     samples of each plan (11)
  --cxx g++      compile with this compiler instead of the Clang room

`--lock FILE` in any other command takes the schedules from there, as --schedule would.
)help"},
    Topic{"verify", R"help(scorchc verify EXPR [--fmt T=FORMAT] ... [--cases N] [--seed S] [--dim i=7] ...

Compiles the statement, runs it on N random cases (default 20) of small extents, and compares values and stored
components with a dense interpreter that shares no code with the compiler. Exit code 6 and the case if they differ.
Case k of seed S is the first case of seed S+k. --cxx g++ compiles with that compiler instead of the Clang room;
--interpret compiles nothing, but interprets the kernel's loops and checks every access.
)help"},
    Topic{"output", R"help(Without -o one self-contained file a kernel goes to standard output, the header's text inside.

  -o DIR/     DIR/N.h and DIR/N.cpp of each kernel N; DIR is made, its parents are not
  -o X.cpp    X.cpp and X.h beside it        -o X.h   the header alone        -o -   standard output
  -o PIPE     a device or a pipe that is there takes what standard output would
  --emit=LIST cpp, h, cin, schedule, loops, decisions, asm, ir: to standard output in the order named, or to DIR/N.KIND;
              dot, svg: the same, pictures of the iteration graph and the loops, for Graphviz and for a browser;
              html: all that is known of a kernel on one page; obj: DIR/N.o
  --check DIR compares with what is in DIR, shows the difference, and writes nothing; exit code 6 if there is one;
              with --update the difference is written
  -MD         writes a depfile for make and Ninja; -MF FILE names it, -MT TARGET its target, -MP adds empty rules
  @FILE       stands for the arguments in the file

Nothing is written unless every kernel compiles, by the compiler of --cxx too where one is named. A file is written only
if its bytes change, and always whole; files change together or not at all.
)help"},
    Topic{"spec", R"help(A spec names several kernels. As JSON (kernels.json):

  { "scorch": 1, "namespace": "mylib",
    "dims": {"j": 4096}, "tensors": {"A": {"format": "csr", "value": "f32"}},
    "kernels": [ {"name": "spmm", "expr": "C(i,k) = A(i,j) * B(j,k)"} ] }

or a line each (kernels.scorch):

  tensor A: csr f32
  dim j = 4096
  kernel spmm: C(i,k) = A(i,j) * B(j,k)

The command line's options stand above what a spec says.
)help"},
    Topic{"exit-codes", R"help(0 ok    1 the input has errors    2 usage    3 valid, but not supported yet    4 input or output failed
5 beyond a limit    6 `verify` or `--check` found a difference    70 an internal error    129, 130, 143 ended by a signal
)help"},
};
// clang-format on

}  // namespace

std::string help(const std::string& topic) {
  std::vector<std::string> names;
  for (const Topic& row : topics) {
    if (row.name == topic) return std::string(row.text);
    names.emplace_back(row.name);
  }
  const std::string suggestion = nearest(topic, names);
  fail(Code::usage, {}, "there is no help on " + quoted(topic),
       suggestion.empty() ? "topics are run, bench, tune, verify, output, spec and exit-codes" : suggestion);
}

}  // namespace scorchc::tools
