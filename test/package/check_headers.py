#!/usr/bin/env python3
"""Includes many generated headers in one source, as C and as C++, and links many kernels into one program, with each installed
compiler."""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import tempfile

import many_kernels
from watched_build import expect, run

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Werror"]
# C++ compilers, and the C compiler of each.
COMPILERS = {"g++": "gcc", "clang++-19": "clang-19"}


def source_of(numbers):
    """A program that includes the headers and takes the address of each kernel."""
    includes = "".join(f'#include "k{number}.h"\n' for number in numbers)
    calls = "".join(f"  count += k{number} != 0;\n" for number in numbers)
    return f"{includes}\nint main(void) {{\n  int count = 0;\n{calls}  return count == {len(numbers)} ? 0 : 1;\n}}\n"


def compile_all(compiler, folder, numbers):
    def compile_one(number):
        run([compiler, "-std=c++17", "-O0", "-c", f"k{number}.cpp", "-o", f"{compiler}-k{number}.o"], cwd=folder)

    with concurrent.futures.ThreadPoolExecutor(max_workers=min(2, os.cpu_count() or 1)) as pool:
        list(pool.map(compile_one, numbers))
    return [f"{compiler}-k{number}.o" for number in numbers]


def check(folder, arguments):
    spec = folder / "kernels.json"
    spec.write_text(many_kernels.spec(arguments.count))
    # One instruction set, so that there is less code to compile.
    run([arguments.scorchc, spec, "-o", f"{folder}/", "--isa=generic", "-q"])
    everything = range(arguments.count)
    # Spread over the whole spec.
    linked = everything[:: max(1, arguments.count // arguments.linked)]
    compilers = {cxx: c for cxx, c in COMPILERS.items() if shutil.which(cxx) and shutil.which(c)}
    expect(compilers, "a compiler is installed")
    for name, numbers in (("headers", everything), ("linked", linked)):
        (folder / f"{name}.cpp").write_text("#include <cstdio>\n" + source_of(numbers))
        (folder / f"{name}.c").write_text(source_of(numbers))
    for cxx, c in compilers.items():
        # A function's address is never 0: compilers warn about the comparison.
        quiet = ["-Wno-address", "-Wno-tautological-pointer-compare"] if cxx.startswith("clang") else ["-Wno-address"]
        run([cxx, "-std=c++17", *WARNINGS, *quiet, "-fsyntax-only", "headers.cpp"], cwd=folder)
        run([c, "-std=c11", *WARNINGS, *quiet, "-fsyntax-only", "headers.c"], cwd=folder)
        print(f"{cxx} and {c}: {arguments.count} headers in one source")
        objects = compile_all(cxx, folder, linked)
        run([cxx, "-std=c++17", "linked.cpp", *objects, "-o", f"by-{cxx}"], cwd=folder)
        run([c, "-std=c11", "-c", "linked.c", "-o", f"{c}-main.o"], cwd=folder)
        run([cxx, f"{c}-main.o", *objects, "-o", f"by-{c}"], cwd=folder)
        for program in (f"by-{cxx}", f"by-{c}"):
            run([folder / program])
        print(f"{cxx} and {c}: {len(linked)} kernels in one program")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scorchc", required=True)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--linked", type=int, default=500)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        check(pathlib.Path(folder), arguments)


main()
