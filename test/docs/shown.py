"""Compares what a page shows with the output of its commands."""
import difflib
import re

# 1.91 ms, 0.804 %, 120 GB/s, 1,841,532, 1e7. The widths of spaces and rules in tables depend on numbers, too.
NUMBER = re.compile(r"[<>~]?\s*\b\d[\d.,]*(e[+-]?\d+)?(\s?(ns|us|ms|s|%|[kKMGT]?i?B(/s)?|[MGT]?FLOP/s)(?![\w]))?")
OMITTED = "..."


# Results of measurements: the chosen plan, in a table and in a lock file.
DECIDED = re.compile(r"\bchosen,?|(?<=^schedule: ).*")


def without_numbers(text):
    return [re.sub(r"\s+", " ", NUMBER.sub(" # ", DECIDED.sub("", line))).strip() for line in text.splitlines()]


def lines_of(text, kind):
    return without_numbers(text) if kind == "measured" else [line.rstrip() for line in text.splitlines()]


def differs(shown, printed, kind):
    """The difference; empty if there is none. Excerpts are compared by words. A line `...` matches any lines."""
    if kind == "excerpt":
        wanted, given = " ".join(shown.split()), " ".join(printed.split())
        parts = [part.strip() for part in wanted.split(f" {OMITTED} ")]
        at = 0
        for part in parts:
            at = given.find(part, at)
            if at < 0:
                return f"the output lacks `{part}`:\n" + "\n".join(printed.splitlines()[:40])
            at += len(part)
        return ""
    wanted, given = lines_of(shown, kind), lines_of(printed, kind)
    pattern = "".join("(?:.*\n)*?" if line.strip() == OMITTED else re.escape(line) + "\n" for line in wanted)
    if re.fullmatch(pattern, "".join(line + "\n" for line in given)):
        return ""
    return "\n".join(difflib.unified_diff(wanted, given, "page", "output", lineterm="", n=2))
