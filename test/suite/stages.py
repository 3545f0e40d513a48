"""Defines the stages of tools/test and the parts of tools/test --deep: what each builds and which ctest tests it runs.

A stage is a function of the run (suite.Run). docs/testing.md describes what is tested where.
"""
import concurrent.futures
import dataclasses
import os
import pathlib
import subprocess
import tempfile
import typing

import processes
import tree

BUILD, NOCLANG, SANITIZED = "build", "build-noclang", "build-debug"
# The path of a missing plugin makes scorchc behave as if built without LLVM.
WITHOUT_CLANG = {"SCORCHC_CLANG_PLUGIN": "/nonexistent/libscorchc_clang.so", "SCORCHC_TEST_WITHOUT_CLANG": "1"}


@dataclasses.dataclass
class Stage:
    name: str
    summary: str
    function: typing.Callable


def build(run):
    run.build("test", BUILD)


def unit(run):
    run.ctest(BUILD, "-L", "^check$")


def kernels(run):
    run.ctest(BUILD, "-L", "^(kernels|interpreted)$")


def users(run):
    """Runs the tests of every push, and one test of each group: the number in test/rotation selects it."""
    chosen = run.tests(BUILD, "^users$")
    groups = {}
    for test, labels in chosen.items():
        for label in labels:
            if label.startswith("turn-"):
                groups.setdefault(label, []).append(test)
    left_out = set()
    for group, tests in sorted(groups.items()):
        tests.sort()
        this_turn = tests[tree.turn() % len(tests)]
        left_out |= set(tests) - {this_turn}
        print(f"{group}: {this_turn}, one of {len(tests)} (test/rotation: {tree.turn()})", flush=True)
    run.ctest(BUILD, *named(set(chosen) - left_out))


def without_clang(run):
    """Runs tests with the Clang plugin hidden from the same programs."""
    run.ctest(BUILD, *named({"unit: clang", "unit: driver"}), environment=WITHOUT_CLANG)
    run.check("scorchc run --cxx g++", lambda: run_without_clang(BUILD))


def run_without_clang(folder):
    with tempfile.TemporaryDirectory() as place:
        result = pathlib.Path(place, "y.npy")
        command = [tree.ROOT / folder / "bin" / "scorchc", "run", "y(i)=A(i,j)*x(j)", "--fmt", "A=csr", "--cxx", "g++", "--dim", "i=30",
                   "--dim", "j=20", "--data", "A=random:nnz=10%:seed=1", "--data", "x=random:seed=2", "-o", f"y={result}"]
        done = subprocess.run(command, env=dict(os.environ, **WITHOUT_CLANG), check=False)
        return done.returncode == 0 and result.stat().st_size > 0


GATE = [
    Stage("build", "scorchc, its plugin and the test programs", build),
    Stage("unit", "unit tests, goldens, error cases, checks of the tree", unit),
    Stage("kernels", "kernels that reach every rule, compiled and interpreted; random programs", kernels),
    Stage("users", "projects of users, packages, documentation", users),
    Stage("without-clang", "the same programs without the Clang plugin", without_clang),
]


def labelled(labels):
    """A part that runs all tests with these labels, separated by `|`."""
    def part(run):
        run.build("test", BUILD)
        run.ctest(BUILD, "-L", f"^({labels})$", environment={"SCORCHC_TEST_DEEP": "1"})
    return part


def noclang(run):
    run.build("noclang", NOCLANG)
    run.ctest(NOCLANG, "-L", "^(check|compiler)$")
    run.check("scorchc run --cxx g++", lambda: run_without_clang(NOCLANG))


def sanitizers(run):
    run.build("debug", SANITIZED)
    # Sanitized stack frames are several times as large: input at the nesting limits needs more than 8 MiB of stack.
    run.ctest(SANITIZED, "-L", "^(check|interpreted|compiler)$", stack_kib=131072)
    run.ctest(SANITIZED, *named({"fuzz: random programs, interpreted"}), stack_kib=131072)


def tidy(run):
    """Runs clang-tidy on all sources except the Clang plugin's, which take minutes each because of Clang's headers."""
    run.build("test", BUILD, "scorchc")
    sources = sorted(path for folder in ("src", "tools") for path in (tree.ROOT / folder).rglob("*.cpp") if "clang/plugin" not in str(path))
    run.check("clang-tidy-19 -p build src/*/*.cpp tools/*/*.cpp", lambda: all_tidy(sources))


def all_tidy(sources):
    def is_tidy(source):
        command = ["clang-tidy-19", "-p", str(tree.ROOT / BUILD), "--quiet", "--warnings-as-errors=*",
                   # Set for single sources, which compile commands of unity builds do not name.
                   '--extra-arg=-DSCORCHC_VERSION="0"', str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(done.stdout, flush=True)
        return done.returncode == 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return all(list(pool.map(is_tidy, sources)))


def campaign(run):
    """Runs random programs with new seeds, which it prints."""
    run.build("test", BUILD)
    first = run.fresh_seed()
    programs = tree.ROOT / BUILD / "bin"
    for program, engine, count in (("fuzz_interpreted", "interpreted", 6000), ("fuzz", "compiled", 600)):
        seeds = f"{first}..{first + count - 1}"
        command = [programs / program, "--engine", engine, "--seed", seeds, "--jobs", str(os.cpu_count())]
        run.check(f"tools/fuzz --engine {engine} --seed {seeds}", lambda each=command: processes.run(each) == 0)


DEEP = [
    Stage("sets", "whole sets of kernels, interpreted and compiled; a sample of each under sanitizers", labelled("deep-sets|interpreted")),
    Stage("widths", "vector loops of every width, with all sanitizer checks", labelled("deep-widths")),
    Stage("optimised", "kernels compiled with optimisation", labelled("deep-optimised")),
    Stage("compilers", "emitted files with every compiler, standard and target", labelled("deep-compilers")),
    Stage("users", "every example, build system and generator; packages, recipes, documentation",
          labelled("users|deep-users")),
    Stage("noclang", "a build without LLVM and its tests", noclang),
    Stage("sanitizers", "scorchc itself under AddressSanitizer and UndefinedBehaviorSanitizer", sanitizers),
    Stage("tidy", "clang-tidy on the sources", tidy),
    Stage("campaign", "random programs with new seeds", campaign),
]


def named(tests):
    """Options of ctest that select these tests."""
    def quoted(name):
        return "".join("\\" + letter if letter in "()[]{}.+*?^$|\\" else letter for letter in name)
    return ["-R", "^(" + "|".join(quoted(name) for name in sorted(tests)) + ")$"]
