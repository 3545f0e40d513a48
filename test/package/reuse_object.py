#!/usr/bin/env python3
"""A compiler launcher: `reuse_object.py BUILD COMPILER ARGUMENTS...` takes the object over that the build in BUILD made of
the same source, or the same sources together, by the same command, so that a project that brings scorchc along does not compile all of it once more.

Beside the compiler and the names of files, commands may differ in what leaves code as it is: warnings, and headers that are
precompiled. One that differs in more is an error; one that names the build's folder, and each source that BUILD does not have,
is compiled.
"""
import json
import os
import pathlib
import shlex
import shutil
import sys


def parts(arguments):
    """The source, the object, and the other arguments that decide on the code."""
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
        elif not word.startswith(("-W", "-M")):
            others.append(word)
    return source, target, others


def is_same(source, of_build, build):
    """Sources that are compiled together are included by a generated one, which each build has for itself."""
    if not of_build.is_relative_to(build):
        return source == str(of_build)
    return source.endswith(f"/{of_build.relative_to(build)}") and pathlib.Path(source).read_text() == of_build.read_text()


def compiled_in(build, source, target):
    """The object that the build compiled of `source` for the same target, and the arguments; nothing if it did not."""
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
                sys.exit(f"{source} is compiled by another command than in {build}:\n  {shlex.join(here)}\n  {shlex.join(there)}")
            if made[0].exists():
                shutil.copyfile(made[0], target)
                if "-MF" in command:
                    # Ninja wants to know what was read: no header of ours is edited while the test runs.
                    depfile = pathlib.Path(command[command.index("-MF") + 1])
                    depfile.write_text(f"{target.replace(' ', chr(92) + ' ')}: {source}\n")
                print("taken over", target)
                return
    os.execvp(command[0], command)


main()
