#!/usr/bin/env python3
"""A compiler launcher: `reuse_object.py BUILD COMPILER ARGUMENTS...` copies the object that the build in BUILD made from the same
source (or unity source) with the same command, so that a project that includes scorchc does not compile it again.

Commands may differ in the compiler, names of files, warnings and precompiled headers, none of which affects the code, and in
what only builds with tests do (WITH_TESTS). Any other difference is an error. Sources that BUILD lacks, and sources whose command names the folder of BUILD, are compiled.
"""
import json
import os
import pathlib
import shlex
import shutil
import sys

WITH_TESTS = "-DSCORCHC_VERIFY_EACH_PASS"


def parts(arguments):
    """The source, the object, and the other arguments that affect the code."""
    source = target = None
    others = []
    words = iter(arguments)
    for word in words:
        if word == "-c":
            source = next(words)
        elif word == "-o":
            target = next(words)
        elif word in ("-include", "-MF", "-MT", "-MQ"):
            next(words)
        elif not word.startswith(("-W", "-M")) and word != WITH_TESTS:
            others.append(word)
    return source, target, others


def is_same(source, of_build, build):
    """Whether the sources are equal. Each build generates its own unity sources, whose contents are compared."""
    if not of_build.is_relative_to(build):
        return source == str(of_build)
    return source.endswith(f"/{of_build.relative_to(build)}") and pathlib.Path(source).read_text() == of_build.read_text()


def compiled_in(build, source, target):
    """The object that the build compiled from `source` for the same target, and the arguments; None if there is none."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        if not is_same(source, pathlib.Path(entry["file"]), build):
            continue
        words = shlex.split(entry["command"])
        first = next(number for number, word in enumerate(words) if word.startswith("-"))
        _, made, others = parts(words[first:])
        if target.endswith(made):
            return pathlib.Path(entry["directory"]) / made, others
    return None


def main():
    build, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
    source, target, others = parts(command[1:])
    made = compiled_in(build, source, target) if source and target else None
    if made:
        here = [word for word in others if not (word.startswith("-I") and os.getcwd() in word)]
        there = [word for word in made[1] if not (word.startswith("-I") and str(build) in word)]
        if not any(str(build) in word for word in there):
            if here != there:
                sys.exit(f"{source}: the command differs from the one in {build}:\n  {shlex.join(here)}\n  {shlex.join(there)}")
            if made[0].exists():
                shutil.copyfile(made[0], target)
                if "-MF" in command:
                    # Ninja requires a depfile. It needs no headers, because none is edited during the test.
                    depfile = pathlib.Path(command[command.index("-MF") + 1])
                    depfile.write_text(f"{target.replace(' ', chr(92) + ' ')}: {source}\n")
                print("reused", target)
                return
    os.execvp(command[0], command)


main()
