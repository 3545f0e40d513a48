#!/usr/bin/env python3
"""Builds a project that includes scorchc's sources: with FetchContent, where it builds the scorchc that it runs, and with
add_subdirectory and an installed scorchc, as for cross-compiling.

CMake configures everything. To save time, objects of scorchc are copied from the tested build if it uses the same commands
(reuse_object.py), and linked again.
"""
import argparse
import pathlib
import re
import shutil
import sys
import tempfile

from watched_build import WatchedBuild, Wrapper, edit, expect, run

FETCHED = """include(FetchContent)
FetchContent_Declare(scorchc URL scorchc.tar.gz)
FetchContent_MakeAvailable(scorchc)
"""
ADDED = """add_subdirectory(scorchc EXCLUDE_FROM_ALL)
"""
PROJECT = """cmake_minimum_required(VERSION 3.22)
project(user LANGUAGES CXX)
{}
scorchc_add_library(named SPEC "my kernels.json" NAMESPACE mine)
scorchc_add_library(lines SPEC kernels.scorch)
scorchc_add_library(nameless SPEC nameless.json KERNELS c_a_b)
scorchc_add_library(scale EXPR "y(i) = 2 * x(i)" TYPE OBJECT OPTIONS --type f64)
add_executable(user main.cpp)
target_link_libraries(user PRIVATE named lines nameless scale)
install(TARGETS user RUNTIME)
"""
MAIN = """#include <cstdio>
#include "c_a_b.h"
#include "first.h"
#include "plus.h"
#include "scale.h"

int main() {
  const double in[] = {1.5};
  double out[1];
  scale_x x = {};
  x.dimension[0] = 1, x.x_vals = in;
  scale_y y = {};
  y.dimension[0] = 1, y.y_vals = out;
  // It is enough that the others link.
  const bool linked = mine_first != nullptr && plus != nullptr && c_a_b != nullptr;
  if (!linked || scale(&x, &y, nullptr) != SCORCH_OK) return 1;
  std::printf("%g\\n", out[0]);
}
"""
KERNELS = """{ "scorch": 1, "tensors": {"A": {"format": "csr"}},
  "kernels": [ {"name": "first", "expr": "y(i) = A(i,j) * x(j)"}, {"name": "second", "expr": "y(i) = A(i,j) * x(j)FACTOR"} ] }
"""


class SubprojectBuild(WatchedBuild):
    """Counts the user's objects, and the generating steps in the build's output, because its scorchc is not wrapped."""

    def objects(self):
        return {path: time for path, time in super().objects().items() if "scorchc-build" not in str(path)}

    def runs(self, said):
        return re.findall(r"Generating kernels of \w+", said)


def write_project(source, lists):
    source.mkdir()
    (source / "CMakeLists.txt").write_text(PROJECT.format(lists))
    (source / "main.cpp").write_text(MAIN)
    (source / "my kernels.json").write_text(KERNELS.replace("FACTOR", ""))
    (source / "kernels.scorch").write_text("kernel plus: c(i) = a(i) + b(i)\n")
    (source / "nameless.json").write_text('{"scorch": 1, "kernels": [{"expr": "C(i) = A(i) * B(i)"}]}\n')


def check_user(build, source, root, arguments):
    expect(run([build.folder / "user"]) == "3\n", "the program prints 3")
    build.after("nothing changed", 0, 0)
    edit(source / "my kernels.json", "\n" + KERNELS.replace("FACTOR", ""))
    build.after("layout of the spec", 1, 0)
    edit(source / "my kernels.json", KERNELS.replace("FACTOR", " * 2"))
    build.after("one kernel of two", 1, 1)
    # scorchc is only a build tool: installing the project must not install it.
    run([arguments.cmake, "--install", build.folder, "--prefix", root / "installed"])
    installed = [str(path.relative_to(root / "installed")) for path in (root / "installed").rglob("*") if path.is_file()]
    expect(installed == ["bin/user"], f"only the project's program is installed: {installed}")


def check_fetched(root, arguments):
    source, folder = root / "my source", root / "build"
    write_project(source, FETCHED)
    launcher = f"{sys.executable};{pathlib.Path(__file__).with_name('reuse_object.py')};{arguments.build}"
    # Options that affect the commands of sources and may differ between builds.
    cache = (arguments.build / "CMakeCache.txt").read_text()
    same = [re.search(rf"^{name}:\w+=.*$", cache, re.MULTILINE).group(0)
            for name in ("SCORCHC_UNITY", f"CMAKE_CXX_FLAGS_{arguments.build_type.upper()}")]
    run([arguments.cmake, "-S", source, "-B", folder, "-G", "Ninja", f"-DFETCHCONTENT_SOURCE_DIR_SCORCHC={arguments.source}",
         *(f"-D{each}" for each in same),
         f"-DCMAKE_BUILD_TYPE={arguments.build_type}", f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}"])
    build = SubprojectBuild("FetchContent", [arguments.cmake, "--build", folder, "-j2", "--target", "user"], folder, None)
    build.after("first", 4, 6)
    program = folder / "_deps" / "scorchc-build" / "bin" / "scorchc"
    expect("scorchc" in run([program, "--version"]), "the scorchc that the project built runs")
    check_user(build, source, root, arguments)


def check_added(root, arguments):
    source, folder = root / "my source", root / "my build"
    write_project(source, ADDED)
    (source / "scorchc").symlink_to(arguments.source)
    wrapper = Wrapper(root / "host's programs", arguments.build / "bin" / "scorchc")
    run([arguments.cmake, "-S", source, "-B", folder, "-G", "Ninja", f"-DSCORCHC_EXECUTABLE={wrapper.path}",
         # To CMake, this is cross-compiling.
         "-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=other", "-DCMAKE_BUILD_TYPE=Debug"])
    build = WatchedBuild("add_subdirectory", [arguments.cmake, "--build", folder, "-j2"], folder, wrapper)
    # scorchc itself is not compiled: the build runs the host's program.
    build.after("first", 4, 6)
    check_user(build, source, root, arguments)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cmake", required=True)
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--source", required=True, type=pathlib.Path)
    parser.add_argument("--build-type", required=True)
    parser.add_argument("--way", choices=["fetched", "added"], required=True)
    arguments = parser.parse_args()
    if not shutil.which("ninja"):
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        check = check_fetched if arguments.way == "fetched" else check_added
        check(pathlib.Path(folder), arguments)


main()
