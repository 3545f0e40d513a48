#include "help_texts.h"

#include <array>

namespace scorchc::tools {
namespace {

// The texts are laid out by hand; a formatter takes what stands in the raw strings for code.
// clang-format off
constexpr std::string_view examples =
    R"help(  scorchc "y(i) = A(i,j) * x(j)" --fmt A=csr            one self-contained C++ file on standard output
  scorchc "y(i) = A(i,j) * x(j)" --fmt A=csr -o out/    out/NAME.h and out/NAME.cpp
  scorchc kernels.json -o out/                          every kernel of a spec (`help spec`)
  scorchc run "C(i,k) = A(i,j) * B(j,k)" --fmt A=csr --data A=a.mtx --data B=b.npy -o C=c.npy
)help";

constexpr std::string_view exit_codes = R"help(    0  ok, perhaps with warnings
    1  the input has errors
    2  usage: the command line is off
    3  valid, but not supported yet: the message names the feature
    4  a file cannot be read or written
    5  beyond a limit (`help limits`)
    6  `verify` or `--check` found a difference
   70  an internal error
  129, 130, 143  ended by a signal
)help";

constexpr std::array texts{
    HelpText{"compile", "",
R"help(Without -o one self-contained file a kernel goes to standard output. `scorchc help output` says what goes where, `help spec`
how one file names several kernels, `help formats` how tensors are stored, `help schedule` how loops are chosen.
)help"},
    HelpText{"run", "",
R"help(Loads data, compiles the statement, runs it and writes the result.

  --data A=a.mtx                 .mtx, .tns, .smtx, .npy; a text file may end in .gz
  --data x=random:seed=7         dense random values
  --data B=random:nnz=5%:seed=1  sparse ones; `nnz=1000` is a number of components
  -o C=c.npy                     .mtx, .tns or .npy by the suffix; repeatable; without -o a summary is printed; a path
                                 alone means the result
  -o /dev/stdout                 a device or a pipe without a suffix takes the text of a .tns file
  --dim k=64                     an extent that no file gives
  --threads 4                    as many threads (all processors); results are the same

With `+=`, `--data` also gives the result's starting value; without, it starts at zero.
)help"},
    HelpText{"bench", "",
R"help(Compiles each kernel and times it: median and quartiles, operations and bytes a second, and the share of what the machine
can do, which is measured beside it.

  --data A=a.mtx     as for `run`; an operand without data gets random ones, a sparse one 1 % or what --nnz says
  --dim i=~1000      extents that no data give, fixed or hinted
  --threads 1,2,4    a row each; without it 1, 2, 4 and so on, up to the processors
  --rounds N         without it what fits into a second, 5 to 21
  --json   --csv     for tools; `scorchc schema bench` describes the first
)help"},
    HelpText{"tune", "",
R"help(Times the cheapest plans of each kernel on these data, in turn, and names the fastest; --data as for `bench`.

  --lock FILE    writes the schedules as commands; what the file has of other kernels stays
  --threads N    as many threads (all processors)
  --rounds N     samples of each plan (11)

`--lock FILE` in any other command takes the schedules from there, as --schedule would.
)help"},
    HelpText{"verify", "",
R"help(Compiles the statement, runs it on N random cases of small extents, and compares values and stored components with a dense
interpreter that shares no code with the compiler. Exit code 6 and the case if they differ. Case k of seed S is the first
case of seed S+k.
)help"},
    HelpText{"explain", "",
R"help(`scorchc explain SC0204` prints the long text of a diagnostic, with an example that fails and one that works.
)help"},
    HelpText{"completions", "",
R"help(  bash: scorchc completions bash > ~/.local/share/bash-completion/completions/scorchc
  zsh:  scorchc completions zsh > a folder of $fpath, as _scorchc
  fish: scorchc completions fish > ~/.config/fish/completions/scorchc.fish

`cmake --install` puts all three where these shells look.
)help"},
    HelpText{"output", "what is written where",
R"help(Without -o one self-contained file a kernel goes to standard output, the header's text inside.

  -o DIR/     DIR/N.h and DIR/N.cpp of each kernel N; DIR is made, its parents are not
  -o X.cpp    X.cpp and X.h beside it        -o X.h   the header alone        -o -   standard output
  -o PIPE     a device or a pipe that is there takes what standard output would
  --emit=LIST cpp, h, cin, schedule, loops, decisions, asm, ir: to standard output in the order named, or to DIR/N.KIND;
              dot, svg: the same, pictures of the iteration graph and the loops, for Graphviz and for a browser;
              html: a page of all that is known of the kernel, for a browser; obj: DIR/N.o
              for callers (docs/calling.md): main, test: programs, an example and a self-test; hpp: C++20; eigen, torch, and
              ctypes (NumPy, SciPy): over other libraries' buffers; json: the interface
  --with=LIST validate, pack, unpack: functions for each tensor, in N.h and N.cpp
  --check DIR compares with what is in DIR, shows the difference, and writes nothing; exit code 6 if there is one;
              with --update the difference is written
  -MD         writes a depfile for make and Ninja; -MF FILE names it, -MT TARGET its target, -MP adds empty rules
  @FILE       stands for the arguments in the file

Nothing is written unless every kernel compiles, by the compiler of --cxx too where one is named. A file is written only
if its bytes change, and always whole; files change together or not at all.
)help"},
    HelpText{"spec", "files that name several kernels",
R"help(A spec names several kernels. As JSON (kernels.json):

  { "scorch": 1, "namespace": "mylib",
    "dims": {"j": 4096}, "tensors": {"A": {"format": "csr", "value": "f32"}},
    "kernels": [ {"name": "spmm", "expr": "C(i,k) = A(i,j) * B(j,k)"} ] }

@keys@
or a line each (kernels.scorch):

  tensor A: csr f32               a format, a type or both
  type f64                        of all tensors; `type A = f64` of one
  index i64                       of positions and coordinates
  dim j = 4096                    `dim k = ~128` is a hint
  nnz A = 5%                      a hint: a share, or a number as 1e6
  namespace a::b
  parallel none                   or openmp
  kernel spmm: C(i,k) = A(i,j) * B(j,k)
  schedule spmm: auto             none, or commands (`help schedule`)
  emit spmm: h, cpp               kinds of --emit
  with spmm: validate, pack       helpers of --with

The command line's options stand above what a spec says.

`scorchc schema spec` prints the JSON Schema of the first form; docs/language.md says which settings are stronger.
)help"},
    HelpText{"schedule", "commands that choose loops",
R"help(A schedule is a list of commands, `;` between them. Choosers write them, `--emit=schedule` prints them, `--schedule` takes
them: all, or some that override single choices. A bad schedule is slow, never wrong.

  reorder(i, k, j)                  the order of the loops, outermost first; `reorder(t: j, k)` that of a temporary's
  order(C: k, i)                    the mode ordering of an inferred sparse result
  convert(A(i,j): j, i)             an operand is first stored again in this order; `convert(t: ...)` for what fills t
  factor(k: T(i,j,k), C(k,r))       the sum over k of these factors is formed by itself, inside of the loops
  precompute(t(j): C(j,k), d(k))    the product of these factors is formed before all loops
  split_statement()                 the addends of a dense result become statements of their own
  split(k: 32)                      a loop becomes one over blocks, k_block, and one over places in a block, k_in
  tile(i: 32, k: 64)                the same of several, with the loops over blocks outside of all others
  pack(B(j,k), k: 16)               B is first stored again in panels of 16 columns; k is split as `tile` does
  workspace(w(j): tuples)           what holds a workspace: array (a place for each coordinate) or tuples
  protocol(B(i,j), j: gallop)       how loops read that level of B: walk, locate (look up) or gallop
  fuse(i, j)                        two loops become one over pairs, i_j
  parallelize(i)                    iterations of the outermost loop are shared out to threads, as much work each;
                                    `parallelize(i: iterations)`: as many each
  vectorize(k)                      lanes of vectors for neighbouring coordinates
  unroll(j: 4)                      four iterations a turn
  prefetch(B(j,k): 24)              asks for the row of the entry 24 further on
  assemble(C: one_pass)             how a sparse result is put together: one_pass or count
  variant(nnz(A) < j / 8)           what follows is another plan, for calls of which this holds; `variant(none)`: there is one
  variant(l < k / 2)                the same, by the extents of two indices
  vectorize(none)                   no vector loops, the rest is chosen; so with convert, factor, precompute,
                                    split_statement, tile, pack, workspace, protocol, parallelize, prefetch, variant

For example:

  scorchc "C(i,k) = A(i,j) * B(j,k)" --fmt A=csr --schedule "reorder(i, j, k); parallelize(i)"
  scorchc explain "C(i,k) = A(i,j) * B(j,k)" --fmt A=csr        which schedule is chosen, and why
  scorchc tune "C(i,k) = A(i,j) * B(j,k)" --fmt A=csr --data A=a.mtx --lock fast.lock

docs/scheduling.md has the rules of each command, and says how schedules are chosen.
)help"},
    HelpText{"exit-codes", "what the program's exit status says", exit_codes},
};
// clang-format on

}  // namespace

std::span<const HelpText> all_help_texts() { return texts; }

std::string_view overview_examples() { return examples; }

std::string_view exit_codes_text() { return exit_codes; }

}  // namespace scorchc::tools
