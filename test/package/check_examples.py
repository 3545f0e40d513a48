#!/usr/bin/env python3
"""Copies examples/spmv to another folder, as a user would, and builds it there with one of its build files."""
import argparse
import pathlib
import shutil
import sys
import tempfile

from watched_build import WatchedBuild, Wrapper, edit, expect, run

# Programs that must be installed; command that configures, command that builds; path of the built program.
SYSTEMS = {
    "cmake": (["ninja"],
              ["{cmake}", "-S", ".", "-B", "build", "-G", "Ninja", "-DCMAKE_PREFIX_PATH={scorchc_build}", "-DCMAKE_BUILD_TYPE=Debug",
               "-DSCORCHC_EXECUTABLE={wrapper}"],
              ["{cmake}", "--build", "build", "-j2"], "build/spmv"),
    "meson": (["meson", "ninja"], ["meson", "setup", "build", "--buildtype=debug"], ["meson", "compile", "-C", "build", "-j", "2"],
              "build/spmv"),
    "make": (["make"], None, ["make", "-j2", "CXXFLAGS=-O0"], "./spmv"),
    "ninja": (["ninja"], None, ["ninja", "-j2"], "./spmv"),
}
SKIPPED = 77
SAID = "y = (70, 0, 180)\nr = (0, 5, 20)\n"


def check(name, example, root, arguments):
    programs, setup, command, program = SYSTEMS[name]
    missing = [needed for needed in programs if not shutil.which(needed)]
    if missing:
        print(f"skipped: {missing[0]} is not installed")
        sys.exit(SKIPPED)
    source = root / f"my {name} project"
    shutil.copytree(example, source)
    wrapper = Wrapper(root / f"programs of {name}", arguments.scorchc)
    names = {"cmake": arguments.cmake, "scorchc_build": arguments.build, "wrapper": wrapper.path}
    if setup:
        run([word.format(**names) for word in setup], cwd=source, env=wrapper.environment())
    build = WatchedBuild(name, [word.format(**names) for word in command], source, wrapper)
    build.after("first", 1, 3)
    said = run([program], cwd=source)
    expect(said == SAID, f"{name}: the program prints {said}")
    build.after("nothing changed", 0, 0)
    spec = source / "kernels.scorch"
    text = spec.read_text()
    edit(spec, "# A comment.\n" + text)
    build.after("a comment", 1, 0)
    build.after("nothing changed since", 0, 0)
    # The header quotes the statement, so files that include it are recompiled, too.
    edit(spec, text.replace("b(i) - A(i,j) * x(j)", "b(i) - A(i,j) * 2 * x(j)"))
    made = build.after("one kernel of two", 1, 2)
    expect(not any("spmv.cpp" in path or path == "spmv.o" for path in made), f"{name}: the other kernel was recompiled: {made}")
    next(source.rglob("residual.h")).unlink()
    build.after("a header was deleted", 1, 2)
    build.after("nothing changed at the end", 0, 0)
    if name == "make":
        run(["make", "-q"], cwd=source, env=wrapper.environment())


def main():
    parser = argparse.ArgumentParser()
    for option in ("--cmake", "--build", "--scorchc", "--example"):
        parser.add_argument(option, required=True)
    parser.add_argument("--system", choices=SYSTEMS, required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        check(arguments.system, arguments.example, pathlib.Path(folder), arguments)


main()
