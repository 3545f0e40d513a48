#!/usr/bin/env python3
"""Replays docs/recipes.md: applies its patches to a copy of the sources, builds that, and runs the page's commands with it.

    test/recipes/replay.py --build BUILD --prefix INSTALLED

Compiles only the sources that the patches affect, with the commands of the build, and links these objects before the libraries of
the build, so that their definitions take precedence. Objects of other sources are reused. This is correct as long as patches only
add declarations to the headers in ADDITIVE, and append enumerators and rows. Sources that switch over such enumerators are compiled
as well: -Wswitch reports a case that a patch forgot.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "test" / "docs"))
import blocks  # noqa: E402
import check_docs  # noqa: E402
import session  # noqa: E402

PAGE = "docs/recipes.md"
ADDITIVE = {"src/ir/operators.def", "src/levels/registry.h", "src/driver/emit_kinds.h", "src/emit/calling/texts.h", "src/oracle/tree.h"}
MATCHES_OVER_THEM = re.compile(r'case (Operator|EmitKind|Function)::|#include "ir/operators.def"')
INCLUDED = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
SKIPPED = 77


def run(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{command if isinstance(command, str) else ' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def patch(folder):
    """Applies the page's patches. Returns the files that they change or add."""
    changed = []
    for block in blocks.blocks_of(PAGE, (ROOT / PAGE).read_text()):
        if block.language != "diff":
            continue
        done = subprocess.run(["patch", "-p0", "--fuzz=0", "--no-backup-if-mismatch"], input=block.text, cwd=folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{block.place}: the patch no longer applies to the sources; update it\n{done.stdout}")
        changed += re.findall(r"^\+\+\+ (\S+)", block.text, re.MULTILINE)
    if not changed:
        sys.exit(f"{PAGE} has no patches")
    return changed


def included_by(name, seen):
    """Adds to `seen` the headers of the tree that a file includes, directly or not. Returns `seen`."""
    for each in INCLUDED.findall((ROOT / name).read_text()):
        found = next((path for path in (f"src/{each}", f"include/{each}", os.path.normpath(f"{os.path.dirname(name)}/{each}"))
                      if (ROOT / path).is_file()), None)
        if found and found not in seen:
            seen.add(found)
            included_by(found, seen)
    return seen


class Build:
    def __init__(self, folder, patched):
        self.folder, self.patched = folder, patched
        self.commands = {}
        for entry in json.loads((folder / "compile_commands.json").read_text()):
            compiled = pathlib.Path(entry["directory"], entry["file"])
            # A unity source (SCORCHC_UNITY) includes several sources.
            together = compiled.parent.name == "Unity"
            for path in map(pathlib.Path, INCLUDED.findall(compiled.read_text())) if together else [compiled]:
                if path.is_relative_to(ROOT / "src") or path.is_relative_to(ROOT / "tools"):
                    self.commands.setdefault(str(path.relative_to(ROOT)), entry["command"].replace(str(compiled), str(path)))

    def users_of(self, headers):
        """The sources that include one of these headers, directly or not."""
        return {source for source in self.commands if headers & included_by(source, set())}

    def sources_to_compile(self, changed):
        headers = {name for name in changed if name.endswith(".h")} - ADDITIVE
        sources = {name for name in changed if name.endswith(".cpp")} | self.users_of(headers)
        return sorted(sources | {name for name in self.commands if MATCHES_OVER_THEM.search((ROOT / name).read_text())})

    def command_for(self, source, to):
        """The command of the build; for a new source, the command of a source in the same folder."""
        like = source if source in self.commands else next(name for name in self.commands
                                                           if os.path.dirname(name) == os.path.dirname(source))
        words = []
        for word in shlex.split(self.commands[like]):
            word = str(to) if words and words[-1] == "-o" else word
            words.append(word.replace(str(ROOT / like), str(ROOT / source)).replace(str(ROOT / "src"), str(self.patched / "src"))
                         .replace(str(ROOT / "tools"), str(self.patched / "tools")))
        return words

    def compile(self, sources, jobs):
        objects = {source: self.patched / f"{source.replace('/', '_')}.o" for source in sources}
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            list(pool.map(lambda source: run(self.command_for(source, objects[source]), cwd=self.folder), sources))
        return list(objects.values())

    def link(self, objects):
        lines = run(["ninja", "-C", self.folder, "-t", "commands", "bin/scorchc"]).splitlines()
        line = next(line for line in lines if " -o bin/scorchc " in line)
        words = shlex.split(line.split("&&")[1])
        words[words.index("-o") + 1] = str(self.patched / "bin" / "scorchc")
        (self.patched / "bin").mkdir()
        first = next(at for at, word in enumerate(words) if word.endswith(".a"))
        # Objects of unity sources contain definitions of sources that are compiled again.
        run(words[:first] + ["-Wl,--allow-multiple-definition"] + [str(each) for each in objects] + words[first:], cwd=self.folder)
        # scorchc looks for its Clang plugin next to the program.
        (self.patched / "lib").symlink_to(self.folder / "lib")
        return self.patched / "bin" / "scorchc"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--prefix", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    build_folder = arguments.build.resolve()
    if not (build_folder / "build.ninja").exists() or not shutil.which("patch"):
        print("skipped: this needs a Ninja build and the program `patch`")
        return SKIPPED
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="scorchc-recipes-") as folder:
        patched = pathlib.Path(folder)
        for name in ("src", "tools", "docs"):
            shutil.copytree(ROOT / name, patched / name)
        changed = patch(patched)
        build = Build(build_folder, patched)
        sources = build.sources_to_compile(changed)
        scorchc = build.link(build.compile(sources, 2))
        print(f"{len(changed)} files patched, {len(sources)} sources compiled in {time.monotonic() - begin:.0f} s")
        settings = session.Settings(scorchc, arguments.prefix.resolve(), None, "" if check_docs.has_plugin(scorchc) else "c++")
        done, problems, _ = check_docs.check_page(PAGE, settings)
    for problem in problems:
        print(f"FAILED: {problem}")
    print(", ".join(f"{count} {what}" for what, count in sorted(done.items())))
    return 1 if problems or not done["executed"] else 0


if __name__ == "__main__":
    sys.exit(main())
