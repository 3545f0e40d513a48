#!/usr/bin/env python3
"""Checks that every test named in docs/trust.md exists, that each failure in its table names a test, and that the table names
every test of test/field and every section of test/field/field.cases."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEST = ROOT / "test"
PAGE = "docs/trust.md"
# Prefixes of ctest names that differ from the folder's name.
FOLDERS = {"interpreted": "run"}


def text_of(paths):
    return "".join(path.read_text(encoding="utf-8") for path in paths)


def exists(prefix, name):
    folder = TEST / FOLDERS.get(prefix, prefix)
    if f'TEST_CASE("{name}"' in text_of(sorted(folder.glob("*.cpp"))):
        return True
    cmake = folder / "CMakeLists.txt"
    return cmake.is_file() and any(f'"{each}"' in text_of([cmake]) for each in (name, f"{prefix}: {name}"))


def tests_in(text):
    """Tests written as `field: a name`, as pairs of prefix and name. Other text in backticks is ignored."""
    return [tuple(found) for found in re.findall(r"`([a-z]+): ([^`]+)`", text)]


def main():
    page = text_of([ROOT / PAGE])
    problems = []
    for prefix, name in tests_in(page):
        if not exists(prefix, name):
            problems.append(f"{PAGE}: there is no test `{prefix}: {name}`")

    table = page.partition("## Failures in the field")[2]
    rows = [line for line in table.splitlines() if line.startswith("| ") and not line.startswith("| failure |")]
    for row in rows:
        cells = row.strip("| ").split(" | ")
        if len(cells) != 3:
            problems.append(f"{PAGE}: a row has {len(cells)} cells: {row}")
        elif not tests_in(cells[2]):
            problems.append(f"{PAGE}: no test for: {cells[0]}")

    named = {name for prefix, name in tests_in(table) if prefix == "field"}
    cases = set(re.findall(r'TEST_CASE\("([^"]+)"', text_of(sorted((TEST / "field").glob("*.cpp")))))
    sections = set(re.findall(r"^\[(.+)\]$", text_of([TEST / "field" / "field.cases"]), re.MULTILINE))
    problems += [f"{PAGE}: the table does not name `field: {name}`" for name in sorted(cases - named)]
    problems += [f"test/field/field.cases: [{name}] has no test" for name in sorted(sections - cases)]

    print("\n".join(problems) if problems else f"{len(rows)} failures have tests")
    return 1 if problems or not rows or not sections else 0


if __name__ == "__main__":
    sys.exit(main())
