#include "help_texts.h"

#include <array>

namespace scorchc::tools {
namespace {

// The texts are formatted by hand; clang-format would parse the contents of the raw strings.
// clang-format off
constexpr std::string_view examples =
    R"help(  scorchc "y(i) = A(i,j) * x(j)" --fmt A=csr          one C++ file to stdout
  scorchc "y(i) = A(i,j) * x(j)" --fmt A=csr -o out/  out/NAME.h, out/NAME.cpp
  scorchc kernels.json -o out/                        all kernels of a spec
  scorchc run "C(i,k) = A(i,j) * B(j,k)" --fmt A=csr \
      --data A=a.mtx --data B=b.npy -o C=c.npy        compile and run
)help";

constexpr std::string_view exit_codes = R"help(    0  success, possibly with warnings
    1  error in the input
    2  usage error
    3  valid input that is not supported yet; the message names the feature
    4  a file cannot be read or written
    5  a limit is exceeded (`help limits`)
    6  `verify` or `--check` found a difference
   70  internal error
  129, 130, 143  terminated by a signal
)help";

constexpr std::array texts{
    HelpText{"compile", "",
R"help(Without -o, one self-contained file per kernel goes to standard output.

See also `scorchc help`:
  output     destinations and kinds of output
  spec       files that define several kernels
  formats    storage formats of tensors
  schedule   commands that determine the loops
)help"},
    HelpText{"run", "",
R"help(Loads data, compiles the statement, runs it and writes the result.

  --data A=a.mtx                 .mtx, .tns, .smtx or .npy; text files also .gz
  --data x=random:seed=7         dense random values
  --data B=random:nnz=5%:seed=1  sparse random values; `nnz=1000` is a count
  -o C=c.npy                     .mtx, .tns or .npy, by suffix; repeatable; a
                                 path alone means the result; without -o, prints
                                 a summary
  -o /dev/stdout                 devices and pipes without suffix take .tns text
  --dim k=64                     an extent that no file gives
  --threads 4                    number of threads (default: all processors);
                                 does not change the result

For `+=`, `--data` can give the result's initial value; it is zero otherwise.
)help"},
    HelpText{"bench", "",
R"help(Compiles each kernel and times it. Prints the median and quartiles, operations
and bytes per second, and the share of the machine's limit, measured alongside.

  --data A=a.mtx     as for `run`; an operand without data gets random values:
                     a sparse one 1 % of its components, or as many as --nnz
  --dim i=~1000      extents that no data give, fixed or as hints
  --threads 1,2,4    one row each; default: 1, 2, 4, ... up to all processors
  --rounds N         samples; default: as many as fit in a second, 5 to 21
  --json   --csv     for tools; `scorchc schema bench` describes the JSON
)help"},
    HelpText{"tune", "",
R"help(Times the cheapest plans of each kernel on the given data, in alternation, and
prints the fastest. --data is as for `bench`.

  --lock FILE    write the schedules to FILE; keeps entries of other kernels
  --threads N    number of threads (default: all processors)
  --rounds N     samples of each plan (11)

With other commands, `--lock FILE` applies these schedules, as --schedule would.
)help"},
    HelpText{"verify", "",
R"help(Compiles the statement, runs it on N random cases of small extents, and compares
values and stored components with a dense interpreter that shares no code with
the compiler. If they differ, prints the case and exits with 6. Case k of seed S
is the first case of seed S+k.
)help"},
    HelpText{"check", "",
R"help(Compiles, then compares with a dense interpreter as `verify` does. Accepts the
options of `compile`, so that the same arguments can be checked first. But it
writes no files and compares none: -o, --emit, --style and --check have no
effect.
)help"},
    HelpText{"explain", "",
R"help(`scorchc explain SC0204` describes a diagnostic, with an example that fails and
one that works.
)help"},
    HelpText{"completions", "",
R"help(  bash: scorchc completions bash \
          > ~/.local/share/bash-completion/completions/scorchc
  zsh:  scorchc completions zsh > FOLDER_OF_FPATH/_scorchc
  fish: scorchc completions fish > ~/.config/fish/completions/scorchc.fish

`cmake --install` puts all three where these shells look.
)help"},
    HelpText{"output", "destinations and kinds of output",
R"help(Without -o, one self-contained file per kernel goes to standard output, with the
text of the header inside.

  -o DIR/     DIR/N.h and DIR/N.cpp for each kernel N; creates DIR, not its
              parents
  -o X.cpp    X.cpp, and X.h next to it
  -o X.h      the header only
  -o -        standard output
  -o PIPE     an existing device or pipe takes what standard output would
  --emit=LIST to standard output in the order of LIST, or to DIR/N.KIND:
                cpp, h     source and header
                cin, schedule, loops, decisions
                           stages of the compilation, as text
                loops:after=PASS, loops:all
                           loops after a pass, or after each (`help passes`)
                dot, svg   iteration graph and loops, as pictures
                html       report on the kernel
                asm, ir    assembly and LLVM IR
                obj        object file DIR/N.o
                main, test example program and self-test
                hpp, eigen, ctypes, torch
                           interfaces for C++20, Eigen, NumPy and SciPy, PyTorch
                json       description of the interface
              docs/calling.md describes those for callers.
  --with=LIST validate, pack, unpack: functions for each tensor in N.h and N.cpp
  --check DIR compare with the files in DIR and print the difference; write
              nothing; exit with 6 if they differ; with --update, write the
              files that differ
  -MD         write a depfile for make and Ninja; -MF FILE is its name, -MT
              TARGET its target; -MP adds empty rules
  @FILE       is replaced by the arguments in FILE

Nothing is written unless every kernel compiles, also with the compiler of --cxx
if given. A file is written only if its content changes. Each file is replaced
atomically, and either all files are written or none.
)help"},
    HelpText{"spec", "files that define several kernels",
R"help(A spec defines several kernels. As JSON (kernels.json):

  { "scorch": 1, "namespace": "mylib",
    "dims": {"j": 4096}, "tensors": {"A": {"format": "csr", "value": "f32"}},
    "kernels": [ {"name": "spmm", "expr": "C(i,k) = A(i,j) * B(j,k)"} ] }

@keys@
As text, one setting per line (kernels.scorch):

  tensor A: csr f32               a format, a value type, or both
  type f64                        of all tensors; `type A = f64`: of A
  index i64                       type of positions and coordinates
  dim j = 4096                    `dim k = ~128` is a hint
  nnz A = 5%                      a hint: a share, or a number such as 1e6
  namespace a::b
  parallel none                   or openmp
  kernel spmm: C(i,k) = A(i,j) * B(j,k)
  schedule spmm: auto             none, or commands (`help schedule`)
  emit spmm: h, cpp               kinds of --emit
  with spmm: validate, pack       helpers of --with

Options on the command line override the settings of a spec.

`scorchc schema spec` prints the JSON Schema of the JSON form. docs/language.md
describes which settings take precedence.
)help"},
    HelpText{"schedule", "commands that determine the loops",
R"help(A schedule is a list of commands, separated by `;`. `--emit=schedule` prints the
chosen schedule. `--schedule` takes a complete one, or a few commands that
override single choices. A bad schedule is slow, never wrong.

  reorder(i, k, j)           loop order, outermost first; `reorder(t: j, k)`
                             orders the loops of the temporary t
  storage_order(C: k, i)     mode ordering of an inferred sparse result
  convert(A(i,j): j, i)      copy A to this mode ordering first;
                             `convert(t: ...)`: only for the loops that fill t
  factor(k: T(i,j,k), C(k,r))
                             sum the product of these factors over k separately,
                             inside the loops
  precompute(t(j): C(j,k), d(k))
                             compute the product of these factors before all
                             loops, in a temporary t
  fission()                  split the addends of a dense result into statements
  split(k: 32)               split a loop into k_block, over blocks, and k_in,
                             within a block
  tile(i: 32, k: 64)         split several loops; the block loops are outermost
  pack(B(j,k), k: 16)        copy B to panels of 16 columns first; tiles k
  workspace(w(j): tuples)    storage of a workspace: array (dense) or tuples
  protocol(B(i,j), j: gallop)
                             how loops read that level of B: walk, locate,
                             gallop, or, for a workspace, masked (reset only
                             where it is located)
  fuse(i, j)                 make one loop i_j of two nested dense loops
  parallelize(i)             run the outermost loop in parallel, with equal work
                             per thread; `parallelize(i: iterations)`: with
                             equal numbers of iterations
  vectorize(k)               run neighbouring coordinates in vector lanes
  unroll(j: 4)               unroll by 4
  prefetch(B(j,k): 24)       prefetch the row of the entry 24 ahead
  assemble(C: one_pass)      assembly of a sparse result: one_pass (memory for
                             an upper bound) or count (count entries first)
  variant(nnz(A) < j / 8)    the commands that follow are another plan, for
                             calls that meet this condition; `variant(none)`:
                             one plan
  variant(l < k / 2)         the same, by the extents of two indices
  vectorize(none)            no vector loops; other choices stay automatic; also
                             convert, factor, precompute, fission, tile, pack,
                             workspace, protocol, parallelize, prefetch, variant

Examples:

  scorchc "C(i,k) = A(i,j) * B(j,k)" --fmt A=csr \
      --schedule "reorder(i, j, k); parallelize(i)"
  scorchc explain "C(i,k) = A(i,j) * B(j,k)" --fmt A=csr
  scorchc tune "C(i,k) = A(i,j) * B(j,k)" --fmt A=csr --data A=a.mtx \
      --lock fast.lock

docs/scheduling.md is the reference of the language; docs/autoscheduler.md
describes how schedules are chosen.
)help"},
    HelpText{"exit-codes", "meanings of the exit status", exit_codes},
};
// clang-format on

}  // namespace

std::span<const HelpText> all_help_texts() { return texts; }

std::string_view overview_examples() { return examples; }

std::string_view exit_codes_text() { return exit_codes; }

}  // namespace scorchc::tools
