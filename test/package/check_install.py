"""Checks the installed files: uses the library through CMake and pkg-config, and unpacks and runs the Debian package."""
import argparse
import os
import pathlib
import shutil
import tempfile

from watched_build import expect, run

PROGRAM = """
#include <scorchc/compile.h>
#include <cstdio>

int main() {
  const scorchc::CompileOutcome outcome = scorchc::compile_spec("tensor A: csr\\nkernel k: y(i) = A(i,j) * x(j)\\n", "k.scorch");
  for (const scorchc::Message& message : outcome.diagnostics) std::fputs(message.text.c_str(), stderr);
  for (const scorchc::GeneratedKernel& kernel : outcome.kernels) std::printf("%s %zu\\n", kernel.name.c_str(), kernel.decisions.size());
  std::printf("%s\\n", scorchc::version().c_str());
  const scorchc::CompileOutcome wrong = scorchc::compile_spec("kernel k: y(i) = \\n", "k.scorch");
  std::printf("%d %s %ld\\n", wrong.exit_code, wrong.diagnostics.at(0).code.c_str(), wrong.diagnostics.at(0).line);
  return outcome.exit_code;
}
"""

LISTS = """cmake_minimum_required(VERSION 3.22)
project(user LANGUAGES CXX)
find_package(scorchc REQUIRED)
add_executable(user user.cpp)
target_link_libraries(user PRIVATE scorchc::library)
"""


def check_library(cmake, prefix, root):
    source = root / "user"
    source.mkdir()
    (source / "user.cpp").write_text(PROGRAM)
    (source / "CMakeLists.txt").write_text(LISTS)
    run([cmake, "-S", source, "-B", source / "build", f"-DCMAKE_PREFIX_PATH={prefix}"])
    run([cmake, "--build", source / "build"])
    text = run([source / "build" / "user"])
    lines = text.splitlines()
    expect(lines[0].startswith("k ") and int(lines[0].split()[1]) > 3, f"the library compiles a spec: {text}")
    expect(lines[2].split()[0] == "1" and lines[2].split()[1].startswith("SC") and lines[2].split()[2] == "1", f"errors are values: {text}")
    if shutil.which("pkg-config"):
        config = next(prefix.rglob("scorchc.pc"))
        environment = dict(os.environ, PKG_CONFIG_PATH=str(config.parent))
        flags = run(["pkg-config", "--cflags", "--libs", "scorchc"], env=environment).split()
        run(["c++", "-std=c++17", source / "user.cpp", *flags, "-o", source / "by-pkg-config"])
        library = next(prefix.rglob("libscorchc.so")).parent
        expect(run([source / "by-pkg-config"], env=dict(os.environ, LD_LIBRARY_PATH=str(library))) == text, "the program built with pkg-config prints the same")
        named = run(["pkg-config", "--variable=scorchc", "scorchc"], env=environment).strip()
        expect("scorchc" in run([named, "--version"]), "pkg-config gives the path of scorchc")
    seen = run(["nm", "-D", "--defined-only", next(prefix.rglob("libscorchc.so"))])
    functions = [line for line in seen.splitlines() if " T " in line or " W " in line]
    expect(len(functions) == 2, f"the library exports two functions:\n{seen}")


def check_debian_package(cpack, build, root):
    if not shutil.which("dpkg-shlibdeps"):
        print("skipped: the package needs dpkg-shlibdeps")
        return
    folder = root / "deb"
    run([cpack, "-G", "DEB", "-B", folder], cwd=build)
    package, = folder.glob("*.deb")
    facts = run(["dpkg-deb", "--info", package])
    for fact in ("Package: scorchc", "Section: devel", "Depends: ", "Maintainer: "):
        expect(fact in facts, f"the control file has `{fact}`:\n{facts}")
    unpacked = root / "unpacked"
    run(["dpkg-deb", "-x", package, unpacked])
    files = {str(path.relative_to(unpacked)) for path in unpacked.rglob("*") if path.is_file()}
    for file in ("usr/bin/scorchc", "usr/share/man/man1/scorchc.1.gz", "usr/share/doc/scorchc/copyright",
                 "usr/share/doc/scorchc/README.md", "usr/share/doc/scorchc/docs/build.md", "usr/share/doc/scorchc/examples/spmv/main.cpp",
                 "usr/share/doc/scorchc/changelog.gz", "usr/include/scorchc/compile.h"):
        expect(file in files, f"the package has {file}: {sorted(files)}")
    text = run([unpacked / "usr/bin/scorchc", "y(i)=A(i,j)*x(j)", "--fmt", "A=csr"])
    expect("scorch_status" in text, "the unpacked program works")
    described = facts[facts.index(" Description: "):].splitlines()
    expect(described[1].startswith("  scorchc ") and described[5] == "  .", f"the description has paragraphs: {described}")
    copyright_text = (unpacked / "usr/share/doc/scorchc/copyright").read_text()
    expect("\nLicense: Expat\n Permission is hereby granted" in copyright_text, copyright_text)
    if shutil.which("lintian"):
        # The folder of libraries depends on how the build was configured.
        complaints = run(["lintian", "--fail-on", "error", "--allow-root", package]).splitlines()
        kept = [line for line in complaints if line.startswith(("E:", "W:")) and "pkg-config-unavailable" not in line]
        expect(not kept, f"lintian reports {kept}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cmake", required=True)
    parser.add_argument("--cpack", required=True)
    parser.add_argument("--build", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        run([arguments.cmake, "--install", arguments.build, "--prefix", root / "prefix"])
        check_library(arguments.cmake, root / "prefix", root)
        check_debian_package(arguments.cpack, arguments.build, root)


main()
