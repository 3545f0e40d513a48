"""The stages of tools/test and the parts of tools/test --deep: what each builds and which tests of ctest it runs.

A stage is a function of the run (suite.Run). docs/testing.md says what is tested where, and why.
"""
import dataclasses
import os
import pathlib
import subprocess
import tempfile
import typing

import processes
import tree

BUILD, NOCLANG, SANITIZED = "build", "build-noclang", "build-debug"
# A plugin that is not there: scorchc then behaves as one that was built without LLVM.
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
    """What every push tests, and one test of each group that takes turns."""
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
        print(f"{group}: {this_turn}, one of {len(tests)} (turn {tree.turn()} of test/rotation)", flush=True)
    run.ctest(BUILD, *named(set(chosen) - left_out))


def without_clang(run):
    """The Clang plugin hidden from the same programs."""
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
    Stage("kernels", "kernels of every rule, compiled and interpreted; random programs", kernels),
    Stage("users", "users' projects, packages, pages", users),
    Stage("without-clang", "the same programs without the Clang plugin", without_clang),
]


def labelled(labels):
    """A part that runs all tests of these labels, separated by `|`."""
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
    # Sanitized frames are several times as large: what nests as deeply as the limits allow needs more than 8 MiB there.
    run.ctest(SANITIZED, "-L", "^(check|interpreted|compiler)$", stack_kib=131072)
    run.ctest(SANITIZED, *named({"fuzz: random programs, interpreted"}), stack_kib=131072)


def campaign(run):
    """Fresh seeds, which are printed."""
    run.build("test", BUILD)
    first = run.fresh_seed()
    programs = tree.ROOT / BUILD / "bin"
    for program, engine, count in (("fuzz_interpreted", "interpreted", 6000), ("fuzz", "compiled", 600)):
        seeds = f"{first}..{first + count - 1}"
        command = [programs / program, "--engine", engine, "--seed", seeds, "--jobs", str(os.cpu_count())]
        run.check(f"tools/fuzz --engine {engine} --seed {seeds}", lambda each=command: processes.run(each) == 0)


DEEP = [
    Stage("sets", "whole sets of kernels, interpreted and compiled; a part of each under sanitizers", labelled("deep-sets|interpreted")),
    Stage("widths", "vector loops of every width, under all sanitizers", labelled("deep-widths")),
    Stage("optimised", "kernels as optimising compilers make them", labelled("deep-optimised")),
    Stage("compilers", "emitted files by every compiler, standard and target", labelled("deep-compilers")),
    Stage("users", "every example, build system and generator; packages, recipes, pages",
          labelled("users|deep-users")),
    Stage("noclang", "a build without LLVM, and its tests", noclang),
    Stage("sanitizers", "scorchc itself under AddressSanitizer and UndefinedBehaviorSanitizer", sanitizers),
    Stage("campaign", "random programs of fresh seeds", campaign),
]


def named(tests):
    """The options of ctest that select these tests."""
    def quoted(name):
        return "".join("\\" + letter if letter in "()[]{}.+*?^$|\\" else letter for letter in name)
    return ["-R", "^(" + "|".join(quoted(name) for name in sorted(tests)) + ")$"]
