"""Prepares the scratch folder of a page: the programs that it calls and the small files that it names."""
import os
import re
import shlex
import shutil
import subprocess

MATRIX = "%%MatrixMarket matrix coordinate real general\n3 4 4\n1 1 1\n1 3 2\n2 2 -1\n3 3 0.5\n"
SPEC = """{ "scorch": 1, "tensors": {"A": {"format": "csr"}},
  "kernels": [{"name": "spmv", "expr": "y(i) = A(i,j) * x(j)"}, {"name": "spmm", "expr": "C(i,k) = A(i,j) * B(j,k)"}] }
"""
# Functions that fragments of C++ call and readers define themselves.
READERS_OWN = """template <class... Any>
void use(const Any&...) {}
template <class... Any>
void report(const Any&...) {}
"""


def write_program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/bash\n" + text)
    path.chmod(0o755)


def write_programs(folder, page_folder, settings):
    """Writes `scorchc` and `tools/run`, which run the scorchc of the build, and a `tools/fuzz` that draws only a few programs."""
    scorchc = shlex.quote(str(settings.scorchc))
    with_compiler = f"case \"$1\" in run|bench|tune|verify) set -- \"$@\" --cxx {settings.compiler};; esac\n" if settings.compiler else ""
    write_program(folder / "bin/scorchc", f"{with_compiler}exec {scorchc} \"$@\"\n")
    write_program(page_folder / "tools/run", f"exec {shlex.quote(str(folder / 'bin/scorchc'))} \"$@\"\n")
    if settings.fuzz is not None:
        few = "for each in \"$@\"; do case $each in [0-9]*..*) each=${each%..*}..$((${each%..*} + 2));; [0-9]*00) each=3;; esac\n" \
              "all+=(\"$each\"); done\n"
        write_program(page_folder / "tools/fuzz", f"{few}program={shlex.quote(str(settings.fuzz))}\n"
                      "case \" $* \" in *\" --engine interpreted \"*) program+=_interpreted;; esac\n"
                      "exec \"$program\" --jobs 1 \"${all[@]}\"\n")


def prepare(page, folder, page_folder, root, settings):
    write_programs(folder, page_folder, settings)
    if page == "README.md":
        shutil.copytree(root / "examples", page_folder / "examples")
        (page_folder / "build").mkdir()
    if page in ("docs/data.md", "docs/bench.md", "docs/explain.md"):
        (page_folder / "a.mtx").write_text(MATRIX)
    if page == "docs/build.md":
        (page_folder / "kernels.json").write_text(SPEC)
        # The generated files that a project keeps under version control.
        subprocess.run([settings.scorchc, "kernels.json", "-o", "generated/"], cwd=page_folder, check=True)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("SCORCHC", "CMAKE_", "MAKEFLAGS"))}
    environment.update(PATH=f"{folder / 'bin'}:{os.environ['PATH']}", CMAKE_PREFIX_PATH=str(settings.prefix), HOME=str(folder),
                       LC_ALL="C.UTF-8", OMP_NUM_THREADS="2", CMAKE_GENERATOR="Ninja")
    return environment


def write_project(folder, text):
    """Writes a project around lines of a CMakeLists.txt. Its program uses no kernel."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    first = "" if "find_package(scorchc" in text else "find_package(scorchc REQUIRED)\n"
    begin = "cmake_minimum_required(VERSION 3.22)\nproject(page LANGUAGES CXX)\nadd_executable(app app.cpp)\n"
    (folder / "CMakeLists.txt").write_text(begin + first + text)
    (folder / "app.cpp").write_text("int main() { return 0; }\n")
    (folder / "kernels.json").write_text(SPEC)


def program_of(fragments):
    """One C++ file with each fragment as a function, after the includes of all fragments."""
    includes, functions = [], []
    for number, block in enumerate(fragments):
        includes += re.findall(r"^#include .*$", block.text, re.MULTILINE)
        rest = re.sub(r"^#include .*$", "", block.text, flags=re.MULTILINE)
        functions.append(f"void fragment_{number}();\nvoid fragment_{number}() {{\n{rest}}}\n")
    return "\n".join(sorted(set(includes))) + f"\n\nnamespace {{\n{READERS_OWN}}}\n\n" + "\n".join(functions)
