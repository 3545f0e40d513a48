#!/usr/bin/env python3
"""Reports regret, from a run of bench/regret/run or from stored results.

  bench/regret/report.py [--run RUN.json] [--results RESULTS.json] [--page PAGE.md]

--run names what the program `regret` wrote with -o: its rows replace those of the results file, if --results is given.
Without --run the stored results are read. The summary goes between the marks of the page; without --page, the summary
and all rows go to standard output, as Markdown."""
import argparse
import pathlib
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "bench"))
import pages  # noqa: E402

SCRIPT = "bench/regret/report.py"
WITHOUT_HINTS, WITH_DATA = "regret", "regret_with_data"
WITHIN = (1.1, 1.2, 1.5)
WORST = 10  # rows of the table of the worst
ABOUT = (
    "Regret of the scheduler's choices: the time of the chosen plan over the time of the fastest plan. "
    "bench/results/README.md describes the fields."
)
# Facts of a run that the results keep.
FACTS = (
    "compiler",
    "machine",
    "threads",
    "rounds",
    "runs",
    "most",
    "slowest",
    "cases",
    "too_slow",
    "too_large",
    "different",
    "left_out",
    "refused",
    "refused_cases",
)


def row_of(row):
    """A row of the results: commands instead of the numbers of plans, and no plan's cost or time."""
    result = {"case": row["case"], "data": row["data"]}
    if "skipped" in row:
        return {**result, "skipped": row["skipped"]}
    commands = [plan["commands"] for plan in row["plans"]]
    choice, with_data, best = row["choice"], row["choice_with_data"], row["best"]
    result |= {
        "plans": row["timed"],
        "regret": round(row["regret"], 3),
        "place": row["place"],
        "regret_with_data": round(row["regret_with_data"], 3),
        "place_with_data": row["place_with_data"],
    }
    for name in ("correlation", "cost_ratio"):
        if row.get(name) is not None:
            result[name] = round(row[name], 3)
    result["chosen"] = commands[choice]
    if with_data != choice:
        result["chosen_with_data"] = commands[with_data]
    if best not in (choice, with_data):
        result["fastest"] = commands[best]
    if any(row["plans"][plan]["ending"] != "ok" for plan in (choice, with_data)):
        result["lower_bound"] = True  # a choice was ended early
    if not all(plan["agrees"] for plan in row["plans"]):
        result["differs"] = True
    return result


def results_of(run):
    """What is stored of a run."""
    facts = {name: run[name] for name in FACTS if name in run}
    return {"about": ABOUT, **pages.provenance(), **facts, "rows": [row_of(row) for row in run["rows"]]}


def measured_rows(results):
    return [row for row in results["rows"] if "skipped" not in row]


def rows_with_choice(results):
    """Rows with two plans or more that have a time."""
    return [row for row in measured_rows(results) if row["plans"] > 1]


def count_within(rows, choice, limit):
    return sum(row[choice] <= limit for row in rows)


def mean(rows, choice):
    return statistics.geometric_mean(row[choice] for row in rows)


def worst(rows, choice):
    return max(row[choice] for row in rows)


def summary(rows):
    def of(count):
        return f"{count} of {len(rows)}, {count / len(rows):.1%}"

    choices = (WITHOUT_HINTS, WITH_DATA)
    lines = [
        [f"within {limit:g} of the fastest", *(of(count_within(rows, each, limit)) for each in choices)]
        for limit in WITHIN
    ]
    lines += [
        ["fastest plan chosen", *(of(sum(row[place] == 1 for row in rows)) for place in ("place", "place_with_data"))],
        ["geometric mean of the regret", *(f"{mean(rows, each):.2f}" for each in choices)],
        ["worst regret", *(f"{worst(rows, each):.2f}" for each in choices)],
    ]
    return pages.table(["", "without hints", "with data"], lines)


def group(rows, key):
    """The rows by key, in the order of each key's first row."""
    groups = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups


def group_table(name, groups):
    return pages.table(
        [
            name,
            "rows",
            "within 1.1: without hints",
            "within 1.1: with data",
            "worst: without hints",
            "worst: with data",
        ],
        [
            [title, str(len(rows))]
            + [str(count_within(rows, choice, 1.1)) for choice in (WITHOUT_HINTS, WITH_DATA)]
            + [f"{worst(rows, choice):.2f}" for choice in (WITHOUT_HINTS, WITH_DATA)]
            for title, rows in groups.items()
        ],
    )


def expressions(rows):
    """The expressions that have a row beyond 1.1, and how many have none."""
    groups = group(rows, expression_of)
    beyond = {
        title: members
        for title, members in groups.items()
        if any(count_within(members, choice, 1.1) < len(members) for choice in (WITHOUT_HINTS, WITH_DATA))
    }
    parts = [group_table("expression", beyond)] if beyond else []
    others = sum(len(members) for title, members in groups.items() if title not in beyond)
    if others:
        parts.append(f"All {others} rows of the other {len(groups) - len(beyond)} expressions are within 1.1.")
    return parts


def expression_of(row):
    """`C(i,k) = A(i,j) * B(j,k)` of `C(i,k) = A(i,j) * B(j,k), A csr, k 32`."""
    return "`" + row["case"].split(", ")[0] + "`"


def with_data(row):
    return row.get("chosen_with_data", row["chosen"])


def fastest(row):
    """The commands of the fastest plan: those of a choice in the first place, if no other plan is named."""
    if "fastest" in row:
        return row["fastest"]
    return with_data(row) if row["place_with_data"] == 1 else row["chosen"]


def worst_rows(rows):
    chosen = sorted((row for row in rows if fastest(row) != with_data(row)), key=lambda row: -row[WITH_DATA])[:WORST]
    return pages.table(
        ["case", "data", "regret", "cost ratio", "chosen", "fastest"],
        [
            [
                row["case"],
                row["data"],
                f"{row[WITH_DATA]:.2f}",
                f"{row['cost_ratio']:.2f}" if "cost_ratio" in row else "",
                f"`{with_data(row)}`",
                f"`{fastest(row)}`",
            ]
            for row in chosen
        ],
    )


def setting(results):
    threads, with_choice = results["threads"], len(rows_with_choice(results))
    counted = "all threads" if threads == 0 else "one thread" if threads == 1 else f"{threads} threads"
    text = (
        f"{results['cases']} cases, {len(results['rows'])} rows; {with_choice} rows have two plans or more and are "
        f"counted here. Compiled by {results['compiler']} with -O2, run on {counted}. Times are medians of "
        f"{results['rounds']} rounds, or of three times as many for plans near the fastest."
    )
    if results["runs"] > 1:
        text += f" Each time is the geometric mean of {results['runs']} runs."
    if results.get("machine"):
        text += f" Machine: {results['machine']}."
    when = [results[name] for name in ("date", "commit") if results.get(name)]
    return text + (f" Recorded: {', '.join(when)}." if when else "")


def counts(results):
    correlations = sorted(row["correlation"] for row in measured_rows(results) if "correlation" in row)
    median = f"{correlations[len(correlations) // 2]:.2f}" if correlations else "none"
    slow = f"plans more than {results['slowest']:g} times as slow as another plan, not timed again"
    return pages.table(
        ["", "all cases"],
        [
            [f"rank correlation of estimated cost (with data) and time, median of {len(correlations)} rows", median],
            ["rows not measured", str(len(results["rows"]) - len(measured_rows(results)))],
            ["plans whose result differs", str(results["different"])],
            [slow, str(results["too_slow"])],
            ["plans beyond the memory limit", str(results["too_large"])],
            [f"alternatives beyond the limit of {results['most']} per case, not compiled", str(results["left_out"])],
            ["schedules refused, or not lowered yet", str(results["refused"])],
        ],
    )


def summary_parts(results):
    rows = rows_with_choice(results)
    parts = [summary(rows)] if rows else []
    parts.append(pages.prose(setting(results)))
    parts += [pages.prose(f"Refused: {case}") for case in results.get("refused_cases", [])]
    if rows:
        parts += ["## Worst rows, with data", worst_rows(rows)]
        parts += ["## Regret by data set", group_table("data", group(rows, lambda row: row["data"]))]
        parts += ["## Regret by expression", *expressions(rows)]
    return [*parts, "## Counts", counts(results)]


def row_cells(row):
    if "skipped" in row:
        return [row["data"], "", "", "", "", row["skipped"]]
    plans = f"`{row['chosen']}`"
    if "chosen_with_data" in row:
        plans += f"; with data `{row['chosen_with_data']}`"
    if "fastest" in row:
        plans += f"; fastest `{row['fastest']}`"
    plans += "; lower bound" if row.get("lower_bound") else ""
    plans += "; RESULTS DIFFER" if row.get("differs") else ""
    return [
        row["data"],
        str(row["plans"]),
        f"{row['regret']:.2f} ({row['place']})",
        f"{row['regret_with_data']:.2f} ({row['place_with_data']})",
        f"{row['correlation']:.2f}" if "correlation" in row else "",
        plans,
    ]


def all_rows(results):
    """A table per case: plans with a time, regret and place of each choice, rank correlation, commands."""
    cases = {}
    for row in results["rows"]:
        cases.setdefault(row["case"], []).append(row_cells(row))
    head = ["data", "plans", "without hints", "with data", "correlation", "chosen"]
    return ["## All rows"] + [part for case, rows in cases.items() for part in (f"### {case}", pages.table(head, rows))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=pathlib.Path, help="what `regret -o` wrote")
    parser.add_argument("--results", type=pathlib.Path, help="the results file")
    parser.add_argument("--page", type=pathlib.Path, help="the page, with its two marks")
    arguments = parser.parse_args()
    if not arguments.run and not arguments.results:
        parser.error("--run or --results is needed")
    results = results_of(pages.read_results(arguments.run)) if arguments.run else pages.read_results(arguments.results)
    if arguments.run and arguments.results:
        pages.write_results(arguments.results, results)
    parts = summary_parts(results)
    if arguments.page:
        pages.replace_measured(arguments.page, SCRIPT, parts)
    else:
        print("\n\n".join(["# Regret", *parts, *all_rows(results)]))


if __name__ == "__main__":
    main()
