#!/usr/bin/env python3
"""Checks what a build with scorchc_add_library, against the installed package, runs and compiles after each change.

A wrapper around the installed program logs its runs; the times of objects show what was compiled.
"""
import argparse
import gzip
import pathlib
import shutil
import tempfile

from watched_build import WatchedBuild, Wrapper, edit, expect, run

PROJECT = """cmake_minimum_required(VERSION 3.22)
project(user LANGUAGES CXX)
find_package(scorchc REQUIRED)
scorchc_add_library(kernels SPEC "the kernels.json" NAMESPACE mine)
scorchc_add_library(scale EXPR "y(i) = 2 * x(i)" TYPE INTERFACE OPTIONS --type f64)
scorchc_add_library(norm EXPR "n = x(i) * x(i)" NAME norm2 FMT x=sv TYPE OBJECT)
scorchc_add_library(shared SPEC kernels.scorch TYPE SHARED OPTIONS --lock kernels.lock)
scorchc_add_library(twice EXPR "t(i) = A(i,j) * x(j); y(i) = relu(t(i)\n  + # both\n x(i))" FMT A=csr
                    OPTIONS --emit=h,cpp,main --schedule "reorder(t: i, j); reorder(i); parallelize(i)")
get_target_property(folder twice SCORCHC_DIRECTORY)
add_executable(twice-main ${folder}/twice.main.cpp)
target_link_libraries(twice-main PRIVATE twice)
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


def spec(count, changed=None, comment=""):
    kernels = []
    for n in range(count):
        factor = " * 2" if n == changed else ""
        # The main program of a kernel is written, but is not part of the library.
        emit = ', "emit": ["h", "cpp", "main"]' if n == 0 else ""
        kernels.append(f'{{"name": "k{n}", "expr": "y(i) = A(i,j) * x(j){factor}"{emit}}}')
    blank = "\n" * len(comment)
    return '{ "scorch": 1, "tensors": {"A": {"format": "csr"}},' + blank + '\n  "kernels": [' + ",\n    ".join(kernels) + "] }\n"


INSTALLED = ("man/man1/scorchc.1.gz", "bash-completion/completions/scorchc", "zsh/site-functions/_scorchc",
             "fish/vendor_completions.d/scorchc.fish")


def check_installed(prefix):
    for made in INSTALLED:
        file = prefix / "share" / made
        text = gzip.decompress(file.read_bytes()).decode() if file.suffix == ".gz" else file.read_text()
        expect("--fmt" in text.replace("\\-", "-").replace("-l fmt", "--fmt"), f"share/{made} is installed and complete")


def main():
    parser = argparse.ArgumentParser()
    for name in ("--cmake", "--build", "--generator"):
        parser.add_argument(name, required=True)
    parser.add_argument("--count", type=int, default=20)
    arguments = parser.parse_args()
    if arguments.generator == "Unix Makefiles" and not shutil.which("make"):
        print("skipped: make is not installed")
        return
    with tempfile.TemporaryDirectory() as folder:
        check(pathlib.Path(folder), arguments)


def check(root, arguments):
    source, build_folder, prefix = root / "my source", root / "my build", root / "installed here"
    run([arguments.cmake, "--install", arguments.build, "--prefix", prefix])
    check_installed(prefix)
    wrapper = Wrapper(root / "scorchc wrapper", prefix / "bin" / "scorchc")
    source.mkdir()
    (source / "CMakeLists.txt").write_text(PROJECT)
    (source / "main.cpp").write_text(MAIN)
    (source / "the kernels.json").write_text(spec(arguments.count))
    (source / "kernels.lock").write_text("# a comment\n")
    text_spec = "kernel plus: c(i) = a(i) + b(i)\n"
    (source / "kernels.scorch").write_text(text_spec)
    configure = [arguments.cmake, "-S", source, "-G", arguments.generator, f"-DCMAKE_PREFIX_PATH={prefix}"]
    run([*configure, "-B", build_folder, f"-DSCORCHC_EXECUTABLE={wrapper.path}", "-DCMAKE_BUILD_TYPE=Debug"])
    build = WatchedBuild(arguments.generator, [arguments.cmake, "--build", build_folder, "-j2"], build_folder, wrapper)
    # Objects: all kernels of the spec; scale in user's target, norm, plus, twice and its main program, main.
    build.after("first", 5, arguments.count + 6)
    said = run([build_folder / "user"])
    expect(said == "18 20\n3\n", f"the program prints {said}")
    build.after("nothing changed", 0, 0)
    edit(source / "the kernels.json", spec(arguments.count, comment="###"))
    build.after("layout of the spec", 1, 0)
    build.after("nothing changed again", 0, 0)
    edit(source / "the kernels.json", spec(arguments.count, changed=7))
    build.after("one kernel of many", 1, 1)
    edit(source / "the kernels.json", spec(arguments.count + 1, changed=7))
    build.after("one more kernel", 1, 1)
    edit(source / "kernels.scorch", "# a comment\n" + text_spec)
    build.after("a comment", 1, 0)
    edit(source / "kernels.lock", "# another comment")
    build.after("the lock file changed", 1, 0)
    header, = build_folder.rglob("k7.h")
    header.unlink()
    build.after("a header was deleted", 1, 1)
    build.after("nothing changed at the end", 0, 0)

    # Without the wrapper: uses the program of the package.
    other = root / "other"
    run([*configure, "-B", other])
    run([arguments.cmake, "--build", other, "--target", "scale-scorchc", "norm"])
    expect((other / "scale-scorchc" / "generated" / "scale.cpp").exists(), "the program of the package generates kernels")


if __name__ == "__main__":
    main()
