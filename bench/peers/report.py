#!/usr/bin/env python3
"""bench/peers/report.py PAGE.md FILE.tsv... [--native FILE.tsv]: puts tables of what bench/peers/run has measured between
the two marks of the page, and a plot (SVG) beside it. Files may be of several numbers of threads; the native one is a run with
-O3 -march=native. Ratios are time of the peer over time of the emitted kernel: above 1 ours is faster."""
import argparse
import csv
import math
import pathlib
import statistics

PEERS = {
    "TACO": "#56b4e9",
    "plain loops": "#888888",
    "Eigen": "#0072b2",
    "GraphBLAS": "#d55e00",
    "librsb": "#009e73",
    "SciPy": "#cc79a7",
    "torch": "#e69f00",
}
LIMIT = "limit"  # what the machine could do
SMALL = 1000  # data of so many entries, or fewer, are in no mean
TINY = ["tiny 1", "tiny 10", "tiny 100", "tiny 1000"]  # these have a table of their own
START, END = "<!-- measured: written by bench/peers/report.py -->", "<!-- end of what was measured -->"


def floor(kernel, peer):
    """What the emitted kernel has to reach on every matrix: a bit below 1 where nothing more is asked for."""
    wide = kernel.startswith("SpMM, k = ") and int(kernel.split()[-1]) >= 16
    if wide and peer in ("Eigen", "torch"):
        return 1.2 if peer == "Eigen" else 1.5
    if kernel.startswith("MTTKRP") or (peer == "TACO" and kernel.startswith(("TTV", "TTM"))):
        return 1.3
    return 0.95


def goals(kernel):
    """What the geometric means over all data are to reach, by peer."""
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


class Measured:
    """Ratios by kernel, type, peer and data, all with one number of threads."""

    def __init__(self, threads):
        self.threads, self.kernels, self.data, self.ratios = threads, [], {}, {}

    def add(self, kernel, kind, data, stored, peer, ratio):
        if kernel not in self.kernels:
            self.kernels.append(kernel)
        self.data[data] = int(stored)
        self.ratios.setdefault((kernel, kind, peer), {})[data] = float(ratio)

    def peers(self):
        met = {peer for _, _, peer in self.ratios}
        return [peer for peer in PEERS if peer in met]

    def large(self, kernel, kind, peer):
        rows = self.ratios.get((kernel, kind, peer), {})
        return {data: ratio for data, ratio in rows.items() if self.data[data] > SMALL}


def read(paths):
    """A value for each number of threads, the least first."""
    found = {}
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            for kernel, kind, threads, *rest in csv.reader(lines, delimiter="\t"):
                found.setdefault(int(threads), Measured(int(threads))).add(kernel, kind, *rest)
    return [found[threads] for threads in sorted(found)]


def number(ratio):
    return f"{ratio:.2f}" if ratio < 9.95 else f"{ratio:.0f}"


def cell(ratios):
    if not ratios:
        return "–"
    worst = min(ratios, key=ratios.get)
    mean = statistics.geometric_mean(ratios.values())
    return f"**{number(mean)}**, {number(statistics.median(ratios.values()))}, {number(ratios[worst])} {worst}"


def share_cell(ratios):
    """Of the machine's limit: the mean, and the data that are furthest from it."""
    if not ratios:
        return "–"
    worst = min(ratios, key=ratios.get)
    return f"**{statistics.geometric_mean(ratios.values()):.0%}**, {ratios[worst]:.0%} {worst}"


def table(head, rows):
    lines = ["| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows]]
    return "\n".join(lines)


def summary(measured, kind):
    peers = measured.peers()
    rows = [
        [
            kernel,
            *(cell(measured.large(kernel, kind, peer)) for peer in peers),
            share_cell(measured.large(kernel, kind, LIMIT)),
        ]
        for kernel in measured.kernels
    ]
    return table([kind, *peers, "of the limit"], rows)


def summaries(measured):
    kinds = sorted({kind for _, kind, _ in measured.ratios})
    return [summary(measured, kind) for kind in kinds]


def under_other_flags(run):
    names = ", ".join(data for data, stored in run.data.items() if stored > SMALL)
    return f"With `-O3 -march=native` for all of them alike, on {names}:"


def tiny(measured):
    def each(kernel, peer):
        found = measured.ratios.get((kernel, "f32", peer), {})
        return ", ".join(number(found[data]) if data in found else "–" for data in TINY) if found else "–"

    peers = measured.peers()
    return table(["f32", *peers], [[kernel, *(each(kernel, peer) for peer in peers)] for kernel in measured.kernels])


def below(runs):
    """`runs` are pairs of what a run is called and what was measured."""
    rows = []
    for name, measured in runs:
        for kernel, kind, peer in measured.ratios:
            if peer == LIMIT:
                continue
            ratios = measured.large(kernel, kind, peer)
            least = floor(kernel, peer)
            under = sorted((ratio, data) for data, ratio in ratios.items() if ratio < least)
            if under:
                named = ", ".join(f"{data} {number(ratio)}" for ratio, data in under[:3])
                more = f" and {len(under) - 3} more" if len(under) > 3 else ""
                rows.append([kernel, kind, name, peer, number(least), f"{len(under)} of {len(ratios)}", named + more])
    return table(["kernel", "type", "run", "peer", "floor", "below it", "which"], rows)


def missed(runs):
    """Kernels and peers for which some mean is below the goal: all their means."""
    columns = [(f"{kind}, {name}", kind, measured) for name, measured in runs for kind in sorted({kind for _, kind, _ in measured.ratios})]
    rows = []
    for kernel in runs[0][1].kernels:
        for peer, goal in goals(kernel).items():
            ratios = [measured.large(kernel, kind, peer) for _, kind, measured in columns]
            means = [statistics.geometric_mean(each.values()) if each else math.inf for each in ratios]
            if min(means) < goal:
                rows.append([kernel, peer, f"{goal:g}", *("–" if math.isinf(mean) else f"**{number(mean)}**" if mean < goal else number(mean) for mean in means)])
    return table(["kernel", "peer", "goal", *(head for head, _, _ in columns)], rows)


def threads(measured):
    return "One thread:" if measured.threads == 1 else f"{measured.threads} threads, by the clock:"


def plot(measured):
    """A line a kernel, a dot a matrix: f32 filled, f64 hollow; the ratio on a logarithmic scale."""
    peers = measured.peers()
    left, line, width = 190, 5 * len(peers) + 8, 1000
    low, high = 0.125, 32
    top, bottom = 60, 60 + line * len(measured.kernels)

    def x(ratio):
        share = math.log(min(max(ratio, low), high) / low) / math.log(high / low)
        return left + share * (width - left - 30)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {bottom + 45}" font-family="sans-serif" font-size="13">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for place, peer in enumerate(peers):
        at = 20 + 95 * place
        out.append(f'<circle cx="{at}" cy="20" r="5" fill="{PEERS[peer]}"/><text x="{at + 10}" y="24">{peer}</text>')
    out.append(f'<text x="{20 + 95 * len(peers)}" y="24">a dot a data set; f32 filled, f64 hollow</text>')
    for ratio in (0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32):
        colour, thick = ("#000000", 1.5) if ratio == 1 else ("#dddddd", 1)
        out.append(f'<path d="M{x(ratio):.1f} {top - 12}V{bottom}" stroke="{colour}" stroke-width="{thick}"/>')
        out.append(f'<text x="{x(ratio):.1f}" y="{bottom + 16}" text-anchor="middle">{ratio:g}</text>')
    out.append(f'<text x="{(left + width) / 2}" y="{bottom + 36}" text-anchor="middle">time of the peer / time of the emitted kernel</text>')
    for row, kernel in enumerate(measured.kernels):
        middle = top + line * row
        out.append(f'<text x="{left - 12}" y="{middle + 4}" text-anchor="end">{kernel}</text>')
        for place, peer in enumerate(peers):
            colour = PEERS[peer]
            for kind, fill in (("f32", colour), ("f64", "none")):
                for ratio in measured.large(kernel, kind, peer).values():
                    y = middle + 5 * (place - (len(peers) - 1) / 2)
                    out.append(f'<circle cx="{x(ratio):.1f}" cy="{y:.1f}" r="2.5" fill="{fill}" stroke="{colour}"/>')
    return "\n".join([*out, "</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("measured", nargs="+")
    parser.add_argument("--native", action="append", default=[])
    arguments = parser.parse_args()
    page, picture = arguments.page, arguments.page.with_suffix(".svg")
    first, *more = read(arguments.measured)
    native = read(arguments.native)
    runs = [("1 thread" if run.threads == 1 else f"{run.threads} threads", run) for run in (first, *more)]
    runs += [("native", run) for run in native]
    names = ", ".join(f"{data} ({stored:,})" for data, stored in first.data.items())
    parts = [
        START,
        f"Data, with entries: {names}.",
        f"![Ratios of all kernels and peers, a dot a data set]({picture.name})",
        "Geometric mean in bold, median, and the least ratio with the data that it is of; data of 1000 entries or fewer are not among them. The last column is "
        "the [limit's](bench.md#the-limit) share of the emitted kernel's time: geometric mean, and the least.",
        *(part for run in (first, *more) for part in (threads(run), *summaries(run))),
        "Of 1, 10, 100 and 1000 entries:",
        tiny(first),
        *(part for run in native for part in (under_other_flags(run), *summaries(run))),
        "Below the floor:",
        below(runs),
        "Geometric means below the goal, in bold:",
        missed(runs),
        END,
    ]
    text = page.read_text(encoding="utf-8")
    before, after = text.split(START)[0], text.split(END)[1]
    page.write_text(before + "\n\n".join(parts) + after, encoding="utf-8")
    picture.write_text(plot(first), encoding="utf-8")


if __name__ == "__main__":
    main()
