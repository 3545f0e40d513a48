"""Runs the blocks of one page in order, in a scratch folder."""
import ast
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import scratch
import shown

STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
SECONDS = 120

# Commands that install or build scorchc, with the tests that cover them.
ELSEWHERE = {}


def elsewhere(command, why):
    ELSEWHERE[command] = why


elsewhere("tools/test", "runs all tests, including this one")
elsewhere("git clone URL scorchc && cd scorchc", "the tested tree was cloned")
elsewhere("tools/install-packages", "continuous integration begins with it")
elsewhere('cmake --preset release -DBUILD_TESTING=OFF && ninja -C build && cmake --install build --prefix "$HOME/.local"',
          "the tested build; the fixture of this test installs it")
elsewhere('export PATH="$HOME/.local/bin:$PATH" CMAKE_PREFIX_PATH="$HOME/.local"', "the scratch folder sets both")
elsewhere("ninja -C build scorchc scorchc_library && cmake --install build --prefix PREFIX", "test/package/check_install.py")
elsewhere("cmake --preset release -DCMAKE_INSTALL_PREFIX=/usr && ninja -C build && (cd build && cpack -G DEB)", "test/package/check_install.py")


class Problem(Exception):
    """A problem of a block."""


@dataclasses.dataclass
class Settings:
    scorchc: pathlib.Path
    prefix: pathlib.Path
    fuzz: pathlib.Path | None
    compiler: str  # for commands that run kernels; empty if scorchc has its Clang plugin
    update: bool = False


def is_there(need, settings):
    """Whether a program, `python:MODULE`, `header:PATH` or `plugin:clang` is installed."""
    kind, _, name = need.rpartition(":")
    if kind == "plugin":
        return not settings.compiler
    if kind == "python":
        return subprocess.run([sys.executable, "-c", f"import {name}"], capture_output=True, check=False).returncode == 0
    if kind == "header":
        return any((pathlib.Path(folder) / name).exists() for folder in ("/usr/include", "/usr/include/eigen3", "/usr/local/include"))
    return shutil.which(need) is not None


def commands_of(text):
    """The commands of a block, with continued lines joined and comments removed."""
    for command in re.sub(r"\\\n\s*", "", text).splitlines():
        command = re.sub(r"\s+#.*$", "", command).strip()
        if command and not command.startswith("#"):
            yield command


class Session:
    def __init__(self, page, folder, root, settings):
        self.page, self.folder, self.root, self.settings = page, folder / "page", root, settings
        self.printed, self.skipped = None, False  # output of the last commands, and whether they were skipped
        self.sources, self.fragments, self.elsewhere = [], [], set()
        self.now = {}  # current output by line, for blocks that show another output
        self.folder.mkdir()
        self.environment = scratch.prepare(page, folder, self.folder, root, settings)

    def run(self, command, **options):
        try:
            return subprocess.run(command, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  stdin=subprocess.DEVNULL, text=True, timeout=SECONDS, check=False, **options)
        except subprocess.TimeoutExpired as error:
            raise Problem(f"takes more than {SECONDS} s") from error

    def expect_success(self, command, what):
        done = self.run(command)
        if done.returncode != 0:
            raise Problem(f"{what}: exit code {done.returncode}\n{done.stdout}")
        return done.stdout

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def check(self, block):
        """Checks a block. Returns a few words about what was done."""
        if block.word("from") is not None:
            return self.check_part(block)
        check = getattr(self, f"check_{block.language}", None)
        if block.language is None:
            raise Problem("a block without a language: use a fence with an info string")
        if check is None:
            raise Problem(f"unknown kind of block: `{block.language}`")
        if block.language not in ("sh", "text") and any(word in ("output", "excerpt") for word in block.words):
            check = self.check_text
        try:
            return check(block)
        except (OSError, ValueError) as error:  # no such file; no JSON
            raise Problem(str(error)) from error

    # Commands and their output.

    def check_sh(self, block):
        run = []
        for command in commands_of(block.text):
            if command in ELSEWHERE:
                self.elsewhere.add(command)
            else:
                run.append(command)
        self.skipped = self.needs_more(block)
        if not run:
            return "commands tested elsewhere"
        if self.skipped:
            self.run_syntax(block)
            return f"only parsed, without {block.word('needs')}"
        script = self.write(".script", "\n".join(run) + "\n")
        done = self.run(["bash", "-e", "-o", "pipefail", "-u", script])
        script.unlink()
        wanted = int(block.word("exit") or 0)
        if done.returncode != wanted:
            raise Problem(f"expected exit code {wanted}, got {done.returncode}:\n{done.stdout}")
        self.printed = done.stdout
        return "executed"

    def run_syntax(self, block):
        self.expect_success(["bash", "-n", "-c", block.text], "not valid bash")

    def check_text(self, block):
        kind = next((word for word in block.words if word in ("output", "measured", "excerpt", "random", "phases")), None)
        if kind == "random":
            return self.check_random(block)
        if kind == "phases":
            return self.check_phases(block)
        if kind is None and block.file is None:
            raise Problem("a text block needs a kind: output, measured, excerpt, random, phases, or a file name")
        printed = self.printed
        if block.file is not None and kind is None:
            self.write(block.file, block.text)
            return "files of a session"
        if block.file is not None:
            printed = (self.folder / block.file).read_text()
        if self.skipped or self.needs_more(block):
            return "not compared, because its command is skipped"
        if printed is None:
            raise Problem("output without a command above it")
        difference = shown.differs(block.text, printed, kind)
        if difference:
            if kind != "excerpt" and shown.OMITTED not in block.text.split("\n"):
                self.now[block.line] = printed
            raise Problem(f"differs from the output:\n{difference}")
        return "compared, except for numbers" if kind == "measured" else "compared"

    # Statements, specs, grammars.

    def check_scorch(self, block):
        if "statements" not in block.words:
            path = self.write(block.file or "block.scorch", block.text)
            self.expect_success(["scorchc", "check", path.name], "not a valid spec")
            return "compiled by scorchc"
        for statement in commands_of(block.text):
            self.expect_success(["scorchc", statement], f"`{statement}` does not compile")
        return "compiled by scorchc"

    def check_json(self, block):
        value = json.loads(block.text)
        path = self.write(block.file or "block.json", block.text)
        if "scorch" in value:
            self.expect_success(["scorchc", "check", path.name], "not a valid spec")
            return "compiled by scorchc"
        return "only parsed"

    def check_ebnf(self, block):
        """Checks that each name on a right-hand side is a rule or a token, and that each rule but the first is used."""
        tokens = {"name", "index", "number", "function", "newline"}
        rules = set(re.findall(r"^(\w+) *:=", block.text, re.MULTILINE))
        used = set(re.findall(r"\w+", re.sub(r'"[^"]*"|^\w+ *:=', "", block.text, flags=re.MULTILINE)))
        if used - rules - tokens:
            raise Problem(f"undefined names: {sorted(used - rules - tokens)}")
        if len(rules - used) != 1:
            raise Problem(f"the grammar needs exactly one start rule, not {sorted(rules - used)}")
        return "only parsed"

    def check_random(self, block):
        for line in block.text.splitlines():
            data = f"A={line.split()[0]}"
            command = ["scorchc", "run", "B(i,j) = A(i,j)", "--fmt", "A=coo", "--dim", "i=200", "--dim", "j=100", "--data", data]
            self.expect_success(command, f"`{data}`")
        return "executed"

    def check_phases(self, block):
        """Checks that each phase is a folder of src/, or files in one: ` 3 schedule   normalise, apply   -> output`."""
        phases = re.findall(r"^ *\d+ (\w+) +(.*?) *->", block.text, re.MULTILINE)
        for name, parts in phases:
            files = [list((self.root / "src").glob(f"*/**/{part.strip()}.cpp")) for part in parts.split(",")]
            if not (self.root / "src" / name).is_dir() and not all(files):
                raise Problem(f"src/ has neither a folder `{name}` nor the files {parts}")
        if not phases:
            raise Problem("the block lists no phases")
        return "compared"

    # Programs.

    def check_cpp(self, block):
        if block.file is not None:
            path = self.write(block.file, block.text)
            if not self.needs_more(block):
                self.sources.append((block, path))
            return "compiled strictly"
        self.fragments.append(block)
        return "compiled strictly"

    def check_c(self, block):
        return self.check_cpp(block)

    def check_diff(self, block):
        """Patches are applied by test/recipes, which runs the page's commands with the patched scorchc."""
        changed = re.findall(r"^\+\+\+ (\S+)", block.text, re.MULTILINE)
        if not changed:
            raise Problem("the patch changes no file")
        return "patches, applied and built by the tests of recipes"

    def needs_more(self, block):
        need = block.word("needs")
        return need is not None and not is_there(need, self.settings)

    def check_python(self, block):
        try:
            ast.parse(block.text)
        except SyntaxError as error:
            raise Problem(str(error)) from error
        path = self.write(block.file or "block.py", block.text)
        if self.needs_more(block):
            return f"only parsed, without {block.word('needs')}"
        self.printed = self.expect_success([sys.executable, path.name], "the program fails")
        self.skipped = False
        return "executed"

    def check_cmake(self, block):
        if block.file is not None:
            self.write(block.file, block.text)
            return "files of a session"
        scratch.write_project(self.folder / "project", block.text)
        for command in (["cmake", "-S", "project", "-B", "project/build"], ["cmake", "--build", "project/build"]):
            self.expect_success(command, "the project cannot be built")
        shutil.rmtree(self.folder / "project")
        return "executed"

    def check_part(self, block):
        try:
            whole = (self.root / block.word("from")).read_text()
        except OSError as error:
            raise Problem(str(error)) from error
        difference = shown.differs(block.text, whole, "excerpt")
        if difference:
            raise Problem(f"not a part of {block.word('from')}:\n{difference}")
        return "part of a tested file"

    def end(self):
        """Compiles the page's sources, once all its headers exist, and all fragments as one file."""
        folders = {str(path.parent) for path in self.folder.rglob("*.h*")} | {str(self.root / "include"), "/usr/include/eigen3"}
        includes = [f"-I{folder}" for folder in sorted(folders) if os.path.isdir(folder)]
        if self.fragments:
            path = self.write("fragments.cpp", scratch.program_of(self.fragments))
            self.sources.append((self.fragments[0], path))
        for block, path in self.sources:
            standard = ["-std=c11"] if path.suffix == ".c" else ["-std=c++20" if "c++20" in block.words else "-std=c++17"]
            compiler = ["cc" if path.suffix == ".c" else "c++"]
            system = [flag.replace("-I", "-isystem", 1) if "eigen3" in flag else flag for flag in includes]
            done = self.run(compiler + standard + ["-fsyntax-only"] + STRICT + system + [str(path)])
            if done.returncode != 0:
                raise Problem(f"the block at line {block.line} does not compile without warnings:\n{done.stdout}")
