#!/usr/bin/env python3
"""Checks that clang-format 19 would not change C++ sources, and that pages are at most 100 columns wide, except table rows, code
blocks and lines with a single address."""
import re
import shutil
import subprocess
import sys

from tracked import ROOT, tracked

FOLDERS = ("src/", "include/", "tools/", "test/", "bench/", "examples/")
# Emitted files, which keep the layout that scorchc prints.
GOLDENS = ("test/golden/cases/", "test/emit/golden/")
PAGE_COLUMNS = 100
SKIPPED = 77  # exit code that ctest reports as skipped


def wide_lines(name):
    """Yields a message for each heading or line of prose that is too wide."""
    fence, is_list = None, False
    for number, line in enumerate((ROOT / name).read_text().split("\n"), 1):
        mark = re.match(r"\s*(```+)", line)
        if mark and (fence is None or line.strip() == fence):
            fence = mark[1] if fence is None else None
        if mark or fence is not None:
            continue
        if line and not line.startswith(" "):
            is_list = re.match(r"([-*+]|\d+[.)]) ", line) is not None
        is_code = line.startswith("    ") and not is_list
        if len(line) > PAGE_COLUMNS and not is_code and not re.match(r"\s*\||\s*<?https?://\S+>?$|\s*\[[^]]+\]: ", line):
            yield f"{name}:{number}: {len(line)} columns; the limit is {PAGE_COLUMNS}"


def badly_formatted(names, program):
    done = subprocess.run([program, "--dry-run", "-Werror", "--ferror-limit=1", *names], cwd=ROOT, capture_output=True, text=True, check=False)
    for line in done.stderr.splitlines():
        if ": error: " in line:
            yield line.split(": error: ")[0] + f": not formatted; run {program} -i on it"


def main():
    names = tracked()
    pages = [name for name in names if name.endswith(".md")]
    sources = [name for name in names if name.startswith(FOLDERS) and name.endswith((".cpp", ".h")) and not name.startswith(GOLDENS)]
    problems = [problem for page in pages for problem in wide_lines(page)]
    program = "clang-format-19"
    if shutil.which(program):
        problems += badly_formatted(sources, program)
    elif not problems:
        print(f"skipped: {program} is not installed (tools/install-packages test)")
        return SKIPPED
    print("\n".join(problems) if problems else f"{len(sources)} sources and {len(pages)} pages are well formatted")
    return 1 if problems or not sources or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
