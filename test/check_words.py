#!/usr/bin/env python3
"""Checks that retired identifiers and phrases do not return: words of early versions that readers of LLVM, Halide or TACO do not
know. docs/glossary.md has the terms. Words that also have an ordinary meaning are not listed."""
import re
import sys

from tracked import ROOT, tracked

IDENTIFIERS = """
    ask_first pass_over_rows passes_over LeftOver join_segments join_rows single_entries leap_in_segments flatten_fills idle_lists
    marks_in_bits leave_products find_share lower_in_parts say_partitions share_work meet_blocks MetBlock lower_met_rows lacks_nothing
    in_sequence sum_rows by_marks look_up_sums roll_sums stand_ins each_operand join_plans is_asked_for usual_plan rivals_ worst_case
    filling_variants extent_variants vector_copies matrix_product loop_products cpp_sums sum_in_turn are_long settle_tiles tiles_inside
    forget_tiles emit_apart TakeMarks TakeBit ListWords MarkBit HandOver place_sums clang_room find_room ClangRoom SplitStatement
    scorch_on_vectors scorch_turns scorch_pick scorch_each_row scorch_in_order scorch_sums scorch_take_marks scorch_list_words
    cpp_gathers cpp_rows arrange asked_for is_told told_share told_fills fills_apart begin_alike stored_beside walked_to_meet
    bow_room is_again has_places is_list_with_places is_looked_up looked_up_by worth_it most_said split_statement SCORCH_THREAD_WORTH rivals
""".split()

PHRASES = [
    r"asked for ahead", r"asks? (for [^.]* )?ahead", r"is worth it, for so much", r"[Cc]lang room", r"\bnouns?\b and rooms?", r"\bforetold\b",
    r"what is a part of a loop", r"is passed over", r"the command line is off", r"\bcomes? to (it|them) again\b", r"stands? beside",
    r"\bstands here\b", r"nobody is told", r"\bis dear\b", r"\bpulled out\b", r"\bBeside a kernel\b", r"\bNot there yet\b",
    r"\bWhat runs where\b",
]

RETIRED = re.compile(r"\b(" + "|".join(IDENTIFIERS) + r")\b|" + "|".join(PHRASES))

FOLDERS = ("src/", "tools/", "docs/", "include/", "test/golden/cases/", "test/emit/golden/", "README.md")
# Pages that name old spellings on purpose, and figures of earlier versions.
EXEMPT = ("docs/glossary.md",)
# Old spellings that are accepted or written until version 0.3, and where they may occur.
ALIASES = {
    "split_statement": ("src/ir/schedule_parse.cpp", "docs/scheduling.md"),
    "rivals": ("src/driver/explanation_json.cpp", "docs/schema/explain.json"),
    "SCORCH_THREAD_WORTH": ("src/runtime/", "test/golden/cases/", "test/emit/golden/"),
}


def main():
    problems, seen = [], 0
    for name in tracked():
        if not name.startswith(FOLDERS) or name in EXEMPT:
            continue
        seen += 1
        for number, line in enumerate((ROOT / name).read_text(errors="replace").split("\n"), 1):
            for found in RETIRED.finditer(line):
                if name.startswith(ALIASES.get(found[0], ())):
                    continue
                problems.append(f"{name}:{number}: `{found[0]}` is a retired word (docs/glossary.md): {line.strip()[:100]}")
    print("\n".join(problems) if problems else f"{seen} files have no retired word")
    return 1 if problems or seen == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
