#!/usr/bin/env python3
"""Checks which folders of src/ include which: the dependency rule of docs/architecture.md.

    support <- ir <- levels <- phases <- driver <- tools

A phase never includes another phase. A folder without a row in the table is an error: add the row with the folder. The sub-folders
of a phase have an order, too (SUBFOLDERS).
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The folders that a folder may include in addition to itself.
ALLOWED = {
    "support": set(),
    "ir": {"support"},
    "levels": {"support", "ir"},
    "embed": {"support", "ir"},  # the text of src/runtime
    # The phases, in the order in which data passes through them.
    "front": {"support", "ir", "levels"},
    "infer": {"support", "ir", "levels"},
    "schedule": {"support", "ir", "levels"},
    "lower": {"support", "ir", "levels"},
    "passes": {"support", "ir"},
    "emit": {"support", "ir", "embed"},  # uses types, arrays and statuses, but no levels
    "draw": {"support", "ir"},  # pictures of CIN
    "clang": {"support"},
    "interpret": {"support", "ir"},
    "data": {"support", "ir", "levels"},
    "oracle": set(),  # shares no code with the compiler, so that it does not share its errors
}
ALLOWED["driver"] = set(ALLOWED)
ALLOWED["runtime"] = set()  # text of emitted files: scorchc includes none of it

# The sub-folders of a phase, in their order: a file includes only its own sub-folder and those before it. Files of the phase's folder
# itself come last. They drive the phase, and no file of a sub-folder includes them.
SUBFOLDERS = {
    "schedule": ["legality", "transform", "estimate", "search", "explain", "choose", "variants"],
}

# IRs that a phase must not include although it may include their folder: header name -> phases.
HIDDEN = {
    "ir/loop": {"front", "infer", "schedule", "draw"},  # no phase before `lower` depends on how levels are walked
    "ir/cin": {"front", "infer", "emit"},
    "ir/kernel": {"emit"},
    "ir/schedule": {"infer", "emit"},
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
LLVM = re.compile(r"^(clang|clang-c|llvm|llvm-c|lld)/")


def sub_folder(parts):
    """The sub-folder of a path such as ("schedule", "search", "plans.h"); empty for a file of the phase's folder itself."""
    return parts[1] if len(parts) > 2 else ""


def wrong_order(own, parts):
    """What is wrong with the include of a header from a sub-folder of the same phase; empty if nothing is."""
    order = SUBFOLDERS[parts[0]]
    target = sub_folder(parts)
    if own == "" or own == target or (target in order and order.index(target) < order.index(own)):
        return ""
    header = "/".join(parts)
    where = f"src/{parts[0]}/{own}"
    if target == "":
        return f"{where} must not include {header}: files of src/{parts[0]} itself drive the phase"
    may = ", ".join(order[: order.index(own)])
    return f"{where} must not include {header}: " + (f"it may include only {may}" if may else "it includes no other sub-folder")


def problems_of(folder, own, quote, header):
    """Yields what is wrong with one include of a file in src/FOLDER, or in its sub-folder OWN."""
    # "clang/plugin.h" exists in src/, so it is a header of scorchc; <clang/...> and "clang/Basic/..." are LLVM's.
    ours = quote == '"' and (ROOT / "src" / header).is_file()
    if not ours:
        if LLVM.match(header) and folder != "clang":
            yield f"only src/clang includes headers of Clang and LLVM: {header}"
        elif quote == '"':
            yield f'"{header}" is not in src/; write it with its folder, and system headers in <>'
        return
    target = header.split("/")[0]
    if target != folder and target not in ALLOWED[folder]:
        yield f"src/{folder} must not include src/{target} ({header})"
    if target == folder and folder in SUBFOLDERS and (problem := wrong_order(own, tuple(header.split("/")))):
        yield problem
    for hidden, folders in HIDDEN.items():
        if folder in folders and re.match(re.escape(hidden) + r"(_\w+)?\.h$", header):
            yield f"src/{folder} must not include {header}"


def main():
    problems, seen = [], 0
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix not in {".h", ".hpp", ".cpp", ".def"} or not path.is_file():
            continue
        parts = path.relative_to(ROOT / "src").parts
        folder, own = parts[0], sub_folder(parts)
        where = path.relative_to(ROOT)
        if folder not in ALLOWED:
            problems.append(f"{where}: the folder {folder} has no row in test/check_layers.py")
            continue
        if own and folder in SUBFOLDERS and own not in SUBFOLDERS[folder]:
            problems.append(f"{where}: the sub-folder {own} has no place in SUBFOLDERS of test/check_layers.py")
            continue
        text = path.read_text(encoding="utf-8")
        for match in INCLUDE.finditer(text):
            seen += 1
            line = text.count("\n", 0, match.start(2)) + 1
            problems += [f"{where}:{line}: {problem}" for problem in problems_of(folder, own, *match.groups())]
    if seen == 0:
        problems.append("found no include in src/: this check is broken")
    print("\n".join(problems) if problems else f"{seen} includes follow the dependency rule")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
