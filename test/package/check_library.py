#!/usr/bin/env python3
"""scorchc_add_library against the installed package: what a build runs and compiles after which change.

A wrapper around the installed program notes each of its runs; what is compiled is told by the objects' times.
"""
import argparse
import gzip
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

PROJECT = """cmake_minimum_required(VERSION 3.22)
project(user LANGUAGES CXX)
find_package(scorchc REQUIRED)
scorchc_add_library(kernels SPEC "the kernels.json" NAMESPACE mine)
scorchc_add_library(scale EXPR "y(i) = 2 * x(i)" TYPE INTERFACE OPTIONS --type f64)
scorchc_add_library(norm EXPR "n = x(i) * x(i)" NAME norm2 FMT x=sv TYPE OBJECT)
scorchc_add_library(shared SPEC kernels.scorch TYPE SHARED)
add_executable(user main.cpp)
target_link_libraries(user PRIVATE kernels scale norm shared)
"""
MAIN = """#include <cstdio>
#include "k0.h"
#include "norm2.h"
#include "plus.h"
#include "scale.h"
int main() {
  int32_t pos[] = {0, 1, 2}, crd[] = {1, 0};
  float vals[] = {3, 4}, x_vals[] = {5, 6}, y_vals[2];
  mine_k0_A A{};
  A.dimension[0] = A.dimension[1] = 2;
  A.A2_pos = pos, A.A2_crd = crd, A.A_vals = vals;
  mine_k0_x x{};
  x.dimension[0] = 2, x.x_vals = x_vals;
  mine_k0_y y{};
  y.dimension[0] = 2, y.y_vals = y_vals;
  if (mine_k0(&A, &x, &y, nullptr) != SCORCH_OK) return 1;
  std::printf("%g %g\\n", y_vals[0], y_vals[1]);
  double in[] = {1.5}, out[1];
  scale_x sx{};
  sx.dimension[0] = 1, sx.x_vals = in;
  scale_y sy{};
  sy.dimension[0] = 1, sy.y_vals = out;
  if (scale(&sx, &sy, nullptr) != SCORCH_OK) return 1;
  std::printf("%g\\n", out[0]);
}
"""
COUNT = 20


def spec(count, changed=None, comment=""):
    kernels = []
    for n in range(count):
        factor = " * 2" if n == changed else ""
        # A program over a kernel is written, but is no part of the library.
        emit = ', "emit": ["h", "cpp", "main"]' if n == 0 else ""
        kernels.append(f'{{"name": "k{n}", "expr": "y(i) = A(i,j) * x(j){factor}"{emit}}}')
    blank = "\n" * len(comment)
    return '{ "scorch": 1, "tensors": {"A": {"format": "csr"}},' + blank + '\n  "kernels": [' + ",\n    ".join(kernels) + "] }\n"


class Build:
    def __init__(self, root, arguments):
        self.source, self.build, self.log = root / "my source", root / "my build", root / "runs.log"
        self.cmake, self.generator = arguments.cmake, arguments.generator
        self.source.mkdir()
        prefix = root / "installed here"
        self.run([self.cmake, "--install", arguments.build, "--prefix", str(prefix)])
        program = root / "scorchc wrapper"
        program.write_text(f'#!/bin/sh\necho "$1" >> "{self.log}"\nexec "{prefix}/bin/scorchc" "$@"\n')
        program.chmod(0o755)
        self.log.write_text("")
        self.configure = [self.cmake, "-S", str(self.source), "-B", str(self.build), "-G", self.generator,
                          f"-DCMAKE_PREFIX_PATH={prefix}", f"-DSCORCHC_EXECUTABLE={program}", "-DCMAKE_BUILD_TYPE=Debug"]
        self.prefix = prefix
        for made in ("man/man1/scorchc.1.gz", "bash-completion/completions/scorchc", "zsh/site-functions/_scorchc",
                     "fish/vendor_completions.d/scorchc.fish"):
            file = prefix / "share" / made
            text = gzip.decompress(file.read_bytes()).decode() if file.suffix == ".gz" else file.read_text()
            if "--fmt" not in text.replace("\\-", "-").replace("-l fmt", "--fmt"):
                sys.exit(f"share/{made} was not installed whole")

    def run(self, command):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{command} failed:\n{done.stdout}")
        return done.stdout

    def objects(self):
        return {str(path): path.stat().st_mtime_ns for path in self.build.rglob("*.o")}

    def after(self, what, generated, compiled):
        """Builds, and compares how often kernels were generated and how many objects were made."""
        self.log.write_text("")
        before = self.objects()
        self.run([self.cmake, "--build", str(self.build), "-j2"])
        runs = [line for line in self.log.read_text().splitlines() if line != "outputs"]
        made = [path for path, time in self.objects().items() if before.get(path) != time]
        if len(runs) != generated or len(made) != compiled:
            sys.exit(f"{self.generator}, {what}: {len(runs)} runs of the generator ({generated} expected), "
                     f"{len(made)} objects ({compiled} expected):\n" + "\n".join(runs + made))
        print(f"{self.generator}, {what}: {len(runs)} runs, {len(made)} objects")


def main():
    parser = argparse.ArgumentParser()
    for name in ("--cmake", "--build", "--generator"):
        parser.add_argument(name, required=True)
    arguments = parser.parse_args()
    if arguments.generator == "Unix Makefiles" and not shutil.which("make"):
        print("skipped: there is no make")
        return
    with tempfile.TemporaryDirectory() as folder:
        build = Build(pathlib.Path(folder), arguments)
        source = build.source
        (source / "CMakeLists.txt").write_text(PROJECT)
        (source / "main.cpp").write_text(MAIN)
        (source / "the kernels.json").write_text(spec(COUNT))
        text_spec = "kernel plus: c(i) = a(i) + b(i)\n"
        (source / "kernels.scorch").write_text(text_spec)
        build.run(build.configure)
        # All kernels, scale in main's target, norm, plus, main.
        build.after("first", 4, COUNT + 4)
        said = build.run([str(build.build / "user")])
        if said != "18 20\n3\n":
            sys.exit(f"the program says {said}")
        build.after("nothing changed", 0, 0)

        # Times of files are coarse on some systems; a build may not look at an edit within the same tick.
        def edit(name, text):
            path = source / name
            time = path.stat().st_mtime_ns
            while True:
                path.write_text(text)
                if path.stat().st_mtime_ns > time + 20_000_000:
                    return

        edit("the kernels.json", spec(COUNT, comment="###"))
        build.after("layout of the spec", 1, 0)
        build.after("nothing changed again", 0, 0)
        edit("the kernels.json", spec(COUNT, changed=7))
        build.after("one kernel of many", 1, 1)
        edit("the kernels.json", spec(COUNT + 1, changed=7))
        build.after("one kernel more", 1, 1)
        edit("kernels.scorch", "# a comment\n" + text_spec)
        build.after("a comment", 1, 0)
        build.after("nothing changed at the end", 0, 0)

        # Without the wrapper: the package's own program; and where it cannot be asked while configuring.
        other = pathlib.Path(folder) / "other"
        build.run([build.cmake, "-S", str(source), "-B", str(other), "-G", build.generator,
                   f"-DCMAKE_PREFIX_PATH={build.prefix}"])
        build.run([build.cmake, "--build", str(other), "--target", "scale-scorchc", "norm"])
        if not os.path.exists(other / "scale-scorchc" / "generated" / "scale.cpp"):
            sys.exit("the package's own program wrote nothing")


if __name__ == "__main__":
    main()
