#!/usr/bin/env python3
"""Executes every code block of README.md, docs/*.md, docs/internals/*.md and bench/README.md, or compares it with the output.

    test/docs/check_docs.py --scorchc PROGRAM --prefix INSTALLED [--fuzz PROGRAM] [--jobs N] [--update] [PAGE...]

A page is one session: its blocks run in order, in one scratch folder. The info string of a fence gives the kind of the block
(test/docs/README.md). A block without a kind, or with an unknown kind, is a failure. With --update, blocks that differ from the
output are rewritten, except excerpts and blocks with `...`. Differences are reported in any case.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import blocks
import links
import session

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# test/help/error_pages_test.cpp runs its examples below `Fails:` and `Works:`.
ERRORS = "docs/errors.md"


# Its commands need its patches: test/recipes/replay.py builds them, then runs the commands.
RECIPES = "docs/recipes.md"


def pages():
    documents = [path for folder in ("docs", "docs/internals") for path in (ROOT / folder).glob("*.md")]
    return ["README.md", "bench/README.md"] + sorted(str(path.relative_to(ROOT)) for path in documents
                                                     if str(path.relative_to(ROOT)) != RECIPES)


def has_plugin(scorchc):
    """Whether this scorchc finds its Clang plugin."""
    return subprocess.run([scorchc, "y = x", "--emit=asm"], capture_output=True, check=False).returncode == 0


def check_page(page, settings):
    """Checks a page. Returns counts of what was done with its blocks, the problems, and its commands that are tested elsewhere."""
    done, problems = collections.Counter(), []
    with tempfile.TemporaryDirectory(prefix="scorchc-docs-") as folder:
        place = session.Session(page, pathlib.Path(folder), ROOT, settings)
        for block in blocks.blocks_of(page, (ROOT / page).read_text()):
            if page == ERRORS and block.language is None and block.before in ("Fails:", "Works:"):
                done["run by the tests of error pages"] += 1
                continue
            try:
                done[place.check(block)] += 1
            except session.Problem as problem:
                problems.append(f"{block.place}: {problem}")
        try:
            place.end()
        except session.Problem as problem:
            problems.append(f"{page}: {problem}")
    if settings.update and place.now:
        update_blocks(ROOT / page, place.now)
    return done, problems, place.elsewhere


def update_blocks(path, now):
    """Replaces the text of the blocks that begin at these lines."""
    lines = path.read_text().splitlines()
    for begin in sorted(now, reverse=True):
        fence = lines[begin - 1]
        indent, mark = re.match(r"( *)(`+)", fence).groups()
        end = next(at for at in range(begin, len(lines)) if lines[at].strip() == mark)
        lines[begin:end] = [indent + line if line else line for line in now[begin].splitlines()]
    path.write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scorchc", required=True, type=pathlib.Path)
    parser.add_argument("--prefix", required=True, type=pathlib.Path)
    parser.add_argument("--fuzz", type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("pages", nargs="*")
    arguments = parser.parse_args()
    settings = session.Settings(arguments.scorchc.resolve(), arguments.prefix.resolve(),
                                arguments.fuzz.resolve() if arguments.fuzz else None,
                                "" if has_plugin(arguments.scorchc.resolve()) else "c++", arguments.update)
    names = arguments.pages or pages()
    # The longest pages start first.
    names.sort(key=lambda page: -len((ROOT / page).read_text().split("```sh")))
    total, failed, used = collections.Counter(), [], set()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for page, (done, problems, elsewhere) in zip(names, pool.map(lambda page: check_page(page, settings), names)):
            total += done
            used |= elsewhere
            failed += problems
            if done:
                print(f"{page}: " + ", ".join(f"{count} {what}" for what, count in sorted(done.items())))
    if not arguments.pages:
        failed += [f"no page uses the command `{command}`; remove it from session.ELSEWHERE" for command in session.ELSEWHERE if command not in used]
    failed += [f"{page}: {problem}" for page in names + [RECIPES] for problem in links.broken_links(page, ROOT)]
    for problem in failed:
        print(f"\nFAILED: {problem}")
    print(f"{sum(total.values())} blocks: " + ", ".join(f"{count} {what}" for what, count in sorted(total.items())))
    print("not run here: " + "; ".join(f"`{command}` ({session.ELSEWHERE[command]})" for command in sorted(used)))
    return 1 if failed or not total else 0


if __name__ == "__main__":
    sys.exit(main())
