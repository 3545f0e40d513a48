#!/usr/bin/env python3
"""Reports what bench/peers/run measured, from its TSV files or from stored results.

  bench/peers/report.py [FILE.tsv...] [--native FILE.tsv] [--machine TEXT] [--rounds N]
                        --results RESULTS.json [--page PAGE.md]

TSV files, of any numbers of threads, replace the rows of the results file; --native names those of a run with -O3
-march=native. Without TSV files the stored results are read. The tables go between the marks of the page, and a plot
(SVG) into a file next to it; without --page, the tables go to standard output, as Markdown. A ratio is the time of the
peer over the time of the emitted kernel: above 1 the emitted kernel is faster."""
import argparse
import csv
import math
import os
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "bench"))
import pages  # noqa: E402

SCRIPT = "bench/peers/report.py"
PEERS = {
    "TACO": "#56b4e9",
    "plain loops": "#888888",
    "Eigen": "#0072b2",
    "GraphBLAS": "#d55e00",
    "librsb": "#009e73",
    "SciPy": "#cc79a7",
    "torch": "#e69f00",
}
LIMIT = "limit"  # the peer that represents the machine
SMALL = 1000  # means exclude data sets with at most this many entries
NATIVE = "native"
ABOUT = (
    "Emitted kernels compared with other libraries. A ratio is the time of the peer over the time of the emitted "
    "kernel. bench/results/README.md describes the fields."
)
FLOORS = (
    "The floor is 0.95; for SpMM with k of 16 or more it is 1.2 against Eigen and 1.5 against torch; for MTTKRP, and "
    "for TTV and TTM against TACO, it is 1.3."
)


def floor(kernel, peer):
    """The least ratio that is acceptable on a single data set."""
    wide = kernel.startswith("SpMM, k = ") and int(kernel.split()[-1]) >= 16
    if wide and peer in ("Eigen", "torch"):
        return 1.2 if peer == "Eigen" else 1.5
    if kernel.startswith("MTTKRP") or (peer == "TACO" and kernel.startswith(("TTV", "TTM"))):
        return 1.3
    return 0.95


def goals(kernel):
    """The least geometric mean over all data sets that is acceptable, by peer."""
    if kernel.startswith("SpMM, k = "):
        return {"TACO": 2.05, "Eigen": 1.8, "GraphBLAS": 2, "torch": 2} if int(kernel.split()[-1]) >= 16 else {}
    if kernel.startswith("SDDMM, k = "):
        return {"TACO": 1.9, "GraphBLAS": 10}
    if kernel.startswith(("MTTKRP", "TTV", "TTM")):
        return {"TACO": 2.3}
    return {
        "SpMV": {"TACO": 1.3, "Eigen": 1.3, "GraphBLAS": 1.7},
        "SpGEMM": {"TACO": 3.3, "Eigen": 3.5, "GraphBLAS": 3.3, "SciPy": 2, "torch": 2.5},
        "A + B": {"TACO": 2, "Eigen": 2, "SciPy": 2},
        "A + B, one pattern": {"TACO": 4, "Eigen": 4, "SciPy": 4},
    }.get(kernel, {})


def run_name(threads):
    return "1 thread" if threads == 1 else f"{threads} threads"


def read_rows(path, data, runs, native):
    """The rows of a TSV file. Adds its data sets to `data` and its runs to `runs`."""
    with open(path, encoding="utf-8") as lines:
        for kernel, kind, threads, name, entries, peer, ratio in csv.reader(lines, delimiter="\t"):
            run = NATIVE if native else run_name(int(threads))
            flags = "-O3 -march=native" if native else os.environ.get("CXXFLAGS", "-O2")
            data.setdefault(name, {"data": name, "entries": int(entries)})
            runs.setdefault(run, {"run": run, "threads": int(threads), "flags": flags})
            yield {"run": run, "kernel": kernel, "type": kind, "data": name, "peer": peer, "ratio": float(ratio)}


def means_of(rows, data):
    """Geometric mean, median and least ratio over all data sets but small ones, by run, kernel, type and peer."""
    entries = {each["data"]: each["entries"] for each in data}
    groups = {}
    for row in rows:
        if entries[row["data"]] > SMALL:
            key = tuple(row[name] for name in ("run", "kernel", "type", "peer"))
            groups.setdefault(key, {})[row["data"]] = row["ratio"]
    means = []
    for (run, kernel, kind, peer), ratios in groups.items():
        least = min(ratios, key=ratios.get)
        mean = {"run": run, "kernel": kernel, "type": kind, "peer": peer}
        mean |= {
            "geometric_mean": round(statistics.geometric_mean(ratios.values()), 4),
            "median": round(statistics.median(ratios.values()), 4),
            "least": ratios[least],
            "least_data": least,
            "data_sets": len(ratios),
        }
        if peer != LIMIT:
            mean["below_floor"] = sum(ratio < floor(kernel, peer) for ratio in ratios.values())
        if statistics.geometric_mean(ratios.values()) < goals(kernel).get(peer, 0):
            mean["below_goal"] = True
        means.append(mean)
    return means


def first_line(command):
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""
    return answer.splitlines()[0] if answer else ""


def measured(arguments, stored):
    """New results. Keeps the stored tables that bench/peers/run does not measure."""
    data, runs, rows = {}, {}, []
    for path in arguments.measured:
        rows += read_rows(path, data, runs, native=False)
    for path in arguments.native:
        rows += read_rows(path, data, runs, native=True)
    results = {
        "about": ABOUT,
        **pages.provenance(),
        "compiler": first_line([*os.environ.get("CXX", "c++").split(), "--version"]),
        "machine": arguments.machine,
        "rounds": arguments.rounds,
        "data": list(data.values()),
        "runs": sorted(runs.values(), key=lambda run: (run["run"] == NATIVE, run["threads"])),
        "rows": rows,
        "means": means_of(rows, data.values()),
    }
    return results | {name: stored[name] for name in ("thread_scaling", "sizes") if name in stored}


class Means:
    """The means of stored results, by run, kernel, type and peer."""

    def __init__(self, results):
        self.by_key = {(row["run"], row["kernel"], row["type"], row["peer"]): row for row in results["means"]}
        self.kernels = list(dict.fromkeys(row["kernel"] for row in results["means"]))
        met = {row["peer"] for row in results["means"]}
        self.peers = [peer for peer in PEERS if peer in met]
        pairs = dict.fromkeys((row["run"], row["type"]) for row in results["means"])
        order = [run["run"] for run in results["runs"]]
        self.columns = sorted(pairs, key=lambda pair: (order.index(pair[0]), pair[1]))

    def get(self, column, kernel, peer):
        run, kind = column
        return self.by_key.get((run, kernel, kind, peer))


def number(ratio):
    return f"{ratio:.2f}" if ratio < 9.95 else f"{ratio:.0f}"


def mean_text(row):
    """The geometric mean, in bold below its goal; a dash where nothing was measured."""
    if row is None:
        return "–"
    text = number(row["geometric_mean"])
    return f"**{text}**" if row.get("below_goal") else text


def with_goal(text, kernel, peer):
    return f"{text}, goal {goals(kernel)[peer]:g}" if "**" in text else text


def column_name(column):
    return f"{column[1]}, {column[0]}"


def first_table(means):
    """Geometric mean and least ratio of the first column."""
    column = means.columns[0]

    def cell(kernel, peer):
        row = means.get(column, kernel, peer)
        if row is None:
            return "–"
        return with_goal(f"{mean_text(row)} ({number(row['least'])})", kernel, peer)

    def limit(kernel):
        row = means.get(column, kernel, LIMIT)
        return f"{row['geometric_mean']:.0%} ({row['least']:.0%})" if row else "–"

    return pages.table(
        [column_name(column), *means.peers, "of the limit"],
        [[kernel, *(cell(kernel, peer) for peer in means.peers), limit(kernel)] for kernel in means.kernels],
    )


def other_table(means):
    """Geometric means of the other columns, separated by slashes."""

    def cell(kernel, peer):
        texts = [mean_text(means.get(column, kernel, peer)) for column in means.columns[1:]]
        return "–" if set(texts) == {"–"} else with_goal(" / ".join(texts), kernel, peer)

    rows = [[kernel, *(cell(kernel, peer) for peer in means.peers)] for kernel in means.kernels]
    return pages.table(["", *means.peers], rows)


def floor_table(means):
    """Peers with a ratio below the floor on some data set: the least ratio, and the number of such data sets."""

    def cell(column, kernel):
        rows = [(peer, means.get(column, kernel, peer)) for peer in means.peers]
        below = [(peer, row) for peer, row in rows if row and row.get("below_floor")]
        return ", ".join(f"{peer} {number(row['least'])} ({row['below_floor']})" for peer, row in below)

    cells = [[kernel, *(cell(column, kernel) for column in means.columns)] for kernel in means.kernels]
    return pages.table(["", *(column_name(column) for column in means.columns)], [row for row in cells if any(row[1:])])


def scaling(results):
    speedups = [row for row in results["rows"] if row["data"] == "geometric mean"]
    named = "; ".join(f"{row['kernel']}: {number(row['speedup'])}" for row in speedups)
    return [pages.prose(f"{results['about']}. {named}.")]


def sizes(results):
    columns = {"lines": "lines", "code_gcc": "bytes, g++", "code_clang": "bytes, clang"}
    rows = [[title, *(f"{row[name]:,}" for row in results["rows"])] for name, title in columns.items()]
    head = ["", *(row["kernel"] for row in results["rows"])]
    return ["## Size of emitted files", pages.prose(f"{results['about']}."), pages.table(head, rows)]


def setting(results):
    when = ", ".join(results[name] for name in ("date", "commit") if results.get(name))
    large = [each["entries"] for each in results["data"] if each["entries"] > SMALL]
    return (
        f"Recorded: {when}. Compiler: {results['compiler']}. Machine: {results['machine']}. Data: {len(large)} sets of "
        f"{min(large):,} to {max(large):,} entries."
    )


def report_parts(results, picture):
    means = Means(results)
    parts = [
        pages.prose(
            "Geometric mean over all data sets (least ratio). Bold: below the goal. Last column: the "
            "[machine's limit](bench.md#the-limit) over the time of the emitted kernel."
        ),
        first_table(means),
    ]
    if len(means.columns) > 1:
        others = " / ".join(column_name(column) for column in means.columns[1:])
        parts += [pages.prose(f"Geometric means of the other runs: {others}."), other_table(means)]
    parts += [
        "## Ratios below the floor",
        pages.prose(f"The least ratio of a peer, and in brackets the number of data sets below the floor. {FLOORS}"),
        floor_table(means),
    ]
    if picture:
        parts.append(f"![Ratios of all kernels and peers, one dot per data set]({picture})")
    parts.append(pages.prose(setting(results)))
    for name, parts_of in (("thread_scaling", scaling), ("sizes", sizes)):
        if name in results:
            parts += parts_of(results[name])
    return parts


def plot(results, means):
    """One line per kernel, one dot per data set of the first run: f32 filled, f64 hollow; a logarithmic scale."""
    entries = {each["data"]: each["entries"] for each in results["data"]}
    ratios = {}
    for row in results["rows"]:
        if row["run"] == means.columns[0][0] and entries[row["data"]] > SMALL:
            ratios.setdefault((row["kernel"], row["type"], row["peer"]), []).append(row["ratio"])
    peers = means.peers
    left, line, width = 190, 5 * len(peers) + 8, 1000
    low, high = 0.125, 32
    top, bottom = 60, 60 + line * len(means.kernels)

    def x(ratio):
        share = math.log(min(max(ratio, low), high) / low) / math.log(high / low)
        return left + share * (width - left - 30)

    def text(at, y, words, anchor=""):
        return f'<text x="{at}" y="{y}"{anchor}>{words}</text>'

    middle_anchor, end_anchor = ' text-anchor="middle"', ' text-anchor="end"'
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {bottom + 45}" font-family="sans-serif" '
        'font-size="13">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for place, peer in enumerate(peers):
        at = 20 + 95 * place
        out.append(f'<circle cx="{at}" cy="20" r="5" fill="{PEERS[peer]}"/>' + text(at + 10, 24, peer))
    out.append(text(20 + 95 * len(peers), 24, "one dot per data set; f32 filled, f64 hollow"))
    for ratio in (0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32):
        colour, thick = ("#000000", 1.5) if ratio == 1 else ("#dddddd", 1)
        out.append(f'<path d="M{x(ratio):.1f} {top - 12}V{bottom}" stroke="{colour}" stroke-width="{thick}"/>')
        out.append(text(f"{x(ratio):.1f}", bottom + 16, f"{ratio:g}", middle_anchor))
    out.append(text((left + width) / 2, bottom + 36, "time of the peer / time of the emitted kernel", middle_anchor))
    for row, kernel in enumerate(means.kernels):
        middle = top + line * row
        out.append(text(left - 12, middle + 4, kernel, end_anchor))
        for place, peer in enumerate(peers):
            y = middle + 5 * (place - (len(peers) - 1) / 2)
            for kind, fill in (("f32", PEERS[peer]), ("f64", "none")):
                for ratio in ratios.get((kernel, kind, peer), []):
                    out.append(
                        f'<circle cx="{x(ratio):.1f}" cy="{y:.1f}" r="2.5" fill="{fill}" stroke="{PEERS[peer]}"/>'
                    )
    return "\n".join([*out, "</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measured", nargs="*", help="TSV files of bench/peers/run")
    parser.add_argument("--native", action="append", default=[], help="a TSV file of a run with -O3 -march=native")
    parser.add_argument("--machine", default="", help="description of the machine, for the results")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of timing, for the results")
    parser.add_argument("--results", type=pathlib.Path, required=True, help="the results file")
    parser.add_argument("--page", type=pathlib.Path, help="the page, with its two marks")
    arguments = parser.parse_args()
    results = pages.read_results(arguments.results) if arguments.results.exists() else {}
    if arguments.measured or arguments.native:
        results = measured(arguments, results)
        pages.write_results(arguments.results, results)
    if not arguments.page:
        print("\n\n".join(report_parts(results, None)))
        return
    picture = arguments.page.with_suffix(".svg")
    pages.replace_measured(arguments.page, SCRIPT, report_parts(results, picture.name))
    picture.write_text(plot(results, Means(results)), encoding="utf-8")


if __name__ == "__main__":
    main()
