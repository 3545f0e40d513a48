#!/usr/bin/env python3
"""Checks the text of every tracked file: no path of a private machine, no marker of unfinished work, no test name that ctest
would list but not run. Also checks that CMakeLists.txt announces the tags of test cases, or ctest would not run them."""
import re
import sys

from tracked import ROOT, tracked

# Split, so that this file does not match.
FORBIDDEN = {
    "a path of a private machine": re.compile("/wo" + "rk/|/tmp/bu" + "ild|/home/[a-z]|/Us" + "ers/"),
    "a marker of unfinished work": re.compile(r"\b(TO" + "DO|FIX" + "ME|XX" + r"X)\b"),
    # ctest passes a case's name to Catch2 as a pattern, through a CMake list: `-o` would be an option, `*` a wildcard, and
    # a semicolon would split it. Catch2 v2 exits with success if nothing matches.
    "a test name that does not select its test": re.compile(r'TEST_' + r'CASE\("([-~*]|exclude:|[^"]*[];[\\]|[^"]*\*")'),
}

ANNOUNCED = re.compile(r"scorchc_tests\((\w+)(?: ALL_TAGGED)?(?: PROGRAM (\w+))?(?: TAG \w+)?(?: TAGS ([\w ]+?))? SOURCES([^)]*?)LINK", re.DOTALL)
TAGGED = re.compile(r'^TEST_CASE\(".*", "([^"]+)"', re.MULTILINE)


def unannounced_tags():
    """Differences between the tags of cases and those that CMakeLists.txt announces: ctest selects cases by announced tags."""
    for lists in sorted((ROOT / "test").glob("*/CMakeLists.txt")):
        for name, program, announced, sources in ANNOUNCED.findall(lists.read_text()):
            if program:
                continue
            text = "".join((lists.parent / source).read_text() for source in sources.split() if source.endswith(".cpp"))
            used = {tag for tags in TAGGED.findall(text) for tag in re.findall(r"\[(\w+)\]", tags)} & {"compiler", "deep"}
            if used != set(announced.split()):
                yield f"{lists.relative_to(ROOT)}: scorchc_tests({name}) announces the tags `{announced}`, its cases have `{' '.join(sorted(used))}`"


def main():
    problems, seen = list(unannounced_tags()), 0
    for name in tracked():
        seen += 1
        for number, line in enumerate((ROOT / name).read_bytes().decode("utf-8", "replace").split("\n"), 1):
            for what, pattern in FORBIDDEN.items():
                if pattern.search(line):
                    problems.append(f"{name}:{number}: {what}: {line.strip()[:100]}")
    print("\n".join(problems) if problems else f"{seen} files are clean")
    return 1 if problems or seen == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
