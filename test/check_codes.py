#!/usr/bin/env python3
"""Checks that every row of src/support/diagnostic_codes.def has exactly one section in docs/errors.md and is named by a test,
and that docs/errors.md has no section for a code without a row."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = "src/support/diagnostic_codes.def"


def read(path):
    return path.read_text(encoding="utf-8", errors="replace")


def main():
    rows = re.findall(r"^SCORCHC_(?:DEFECT_)?CODE\((\d{4}), (\w+),", read(ROOT / TABLE), re.MULTILINE)
    codes = {f"SC{number}": name for number, name in rows}
    problems = []
    if len(codes) != len(rows):
        problems.append(f"{TABLE}: two rows have the same number")
    if [number for number, _ in rows] != sorted(number for number, _ in rows):
        problems.append(f"{TABLE}: rows are not in ascending order")

    docs = ROOT / "docs" / "errors.md"
    sections = re.findall(r"^#+ .*?\b(SC\d{4})\b", read(docs) if docs.is_file() else "", re.MULTILINE)
    tests = "".join(
        path.name + "\n" + read(path)
        for path in sorted((ROOT / "test").rglob("*"))
        if path.is_file() and path.suffix not in {".md", ".py"}
    )
    tested = set(re.findall(r"\bSC\d{4}\b", tests))
    tested |= {code for code, name in codes.items() if re.search(rf"\bCode::{name}\b", tests)}

    for code, name in codes.items():
        if code not in sections:
            problems.append(f"docs/errors.md: no section for {code} ({name})")
        if code not in tested:
            problems.append(f"test: no test names {code} or Code::{name}")
    for code in sorted(set(sections) - set(codes)):
        problems.append(f"docs/errors.md: {code} has no row in {TABLE}")
    for code in sorted({code for code in sections if sections.count(code) > 1}):
        problems.append(f"docs/errors.md: {code} has two sections")

    print("\n".join(problems) if problems else f"{len(codes)} codes are documented and tested")
    return 1 if problems or not codes else 0


if __name__ == "__main__":
    sys.exit(main())
