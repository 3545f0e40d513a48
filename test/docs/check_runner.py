#!/usr/bin/env python3
"""Checks that the test of pages fails for wrong pages. Does not run scorchc."""
import pathlib
import sys
import tempfile

import blocks
import links
import session
import shown

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FENCE = "```"
wrong = []


def expect(condition, what):
    if not condition:
        wrong.append(what)


def page(*parts):
    return "".join(f"{FENCE}{info}\n{text}{FENCE}\n\n" for info, text in parts)


def verdicts(text, name="docs/made-up.md"):
    """For each block, and for the end of the page: None, or the problem."""
    result = []
    with tempfile.TemporaryDirectory() as folder:
        settings = session.Settings(pathlib.Path("/bin/false"), pathlib.Path(folder), None, "")
        place = session.Session(name, pathlib.Path(folder), ROOT, settings)
        for block in blocks.blocks_of(name, text):
            try:
                place.check(block)
                result.append(None)
            except session.Problem as problem:
                result.append(str(problem))
        try:
            place.end()
            result.append(None)
        except session.Problem as problem:
            result.append(str(problem))
    return result


def passes(*parts):
    return all(verdict is None for verdict in verdicts(page(*parts)))


# Finding blocks, with their lines and info strings.
found = blocks.blocks_of("p", f"a\n\n    indented\n\n    more\n\n{FENCE}sh exit=6\nfalse\n{FENCE}\nb\n    no block\n")
expect([(block.language, block.line, block.text) for block in found] == [(None, 3, "indented\n\nmore\n"), ("sh", 7, "false\n")], "blocks")
expect(found[1].word("exit") == "6" and found[0].before == "a" and found[1].before == "a", "words")

# Comparing what a page shows with the output.
expect(not shown.differs("a\nb\n", "a\nb\n", "output") and shown.differs("a\n", "a\nb\n", "output"), "whole outputs")
expect(not shown.differs("a\n...\nz\n", "a\nb\nc\nz\n", "output") and shown.differs("a\n...\nz\n", "b\nz\n", "output"), "omitted lines")
expect(not shown.differs("x  1.5 ms of 20 %\n", "x 88 us of 3 %\n", "measured"), "numbers are measured")
expect(shown.differs("x 1 y\n", "x 1 z\n", "measured"), "words are compared")
expect(not shown.differs("  b\n c\n", "a b c d", "excerpt") and shown.differs("b d\n", "a b c d", "excerpt"), "excerpts")

# Wrong blocks fail.
expect(passes(("sh", "echo a\n"), ("text output", "a\n")), "a right page")
expect(not passes(("sh", "false\n")) and passes(("sh exit=1", "false\n")) and not passes(("sh exit=1", "true\n")), "exit codes")
expect(not passes(("sh", "false\ntrue\n")) and not passes(("sh", "false | true\n")), "each command must succeed")
expect(not passes(("sh", "echo a\n"), ("text output", "b\n")), "another output")
expect(not passes(("text output", "b\n")), "output without a command")
expect(not passes(("", "a\n")) and not passes(("cobol", "a\n")) and not passes(("text", "a\n")), "blocks of an unknown kind")
expect(verdicts("a\n\n    indented\n")[0] is not None, "indented blocks")
expect(passes(("cpp", "use(1);\n")) and not passes(("cpp", "use(undeclared);\n")), "fragments are compiled")
expect(not passes(("cpp a.cpp", "int f(long a);\nint f(long a) { return a; }\n")), "strictly")
expect(passes(("text f.txt", "a\n"), ("sh", "cat f.txt\n"), ("text output", "a\n")), "files")
expect(passes(("make from=examples/spmv/Makefile", "touch $@\n")) and not passes(("make from=examples/spmv/Makefile", "touch it\n")) and
       not passes(("make from=no/such/file", "a\n")), "parts of files")
expect(not passes(("json", "{\n")) and not passes(("python", "def\n")), "parsers")
expect(passes(("ebnf", 'a := "b" number\n')) and not passes(("ebnf", "a := b\n")), "grammars")
expect(passes(("sh needs=no-such-program", "no-such-program\n"), ("text output", "a\n")), "commands that need a missing program do not run")

# Links.
expect(links.anchors("# A `b`, c: d_e\n") == {"a-b-c-d_e"}, "anchors")
with tempfile.TemporaryDirectory() as made:
    root = pathlib.Path(made)
    (root / "a.md").write_text("# One\n[x](b.md#two) [y](#one) `[z](none)`\n")
    (root / "b.md").write_text("## Two\n[x](c.md) [y](a.md#two)\n")
    expect(not list(links.broken_links("a.md", root)) and len(list(links.broken_links("b.md", root))) == 2, "links")

print("\n".join(f"FAILED: {what}" for what in wrong) if wrong else "the test of pages finds wrong pages")
sys.exit(1 if wrong else 0)
