#!/usr/bin/env python3
"""bench/peers/report.py PAGE.md FILE.tsv [NATIVE.tsv]: puts tables of what bench/peers/run has measured between the two
marks of the page, and a plot (SVG) beside it; the second file is a run with -O3 -march=native. Ratios are time of the peer over time of the emitted kernel: above 1 ours is faster."""
import csv
import math
import pathlib
import statistics
import sys

PEERS = {"plain loops": "#888888", "Eigen": "#0072b2", "GraphBLAS": "#d55e00", "librsb": "#009e73"}
TINY = "tiny"
START, END = "<!-- measured: written by bench/peers/report.py -->", "<!-- end of what was measured -->"


def floor(kernel, peer):
    """What the emitted kernel has to reach on every matrix: a bit below 1 where nothing more is asked for."""
    wide = kernel.startswith("SpMM, k = ") and int(kernel.split()[-1]) >= 16
    if wide and peer == "Eigen":
        return 1.2
    if kernel.startswith("MTTKRP"):
        return 1.3
    return 0.95


class Measured:
    """Ratios by kernel, type, peer and data."""

    def __init__(self, path):
        self.kernels, self.data, self.ratios = [], {}, {}
        with open(path, encoding="utf-8") as lines:
            for kernel, kind, data, stored, peer, ratio in csv.reader(lines, delimiter="\t"):
                if kernel not in self.kernels:
                    self.kernels.append(kernel)
                self.data[data] = int(stored)
                self.ratios.setdefault((kernel, kind, peer), {})[data] = float(ratio)

    def large(self, kernel, kind, peer):
        rows = self.ratios.get((kernel, kind, peer), {})
        return {data: ratio for data, ratio in rows.items() if data != TINY}


def number(ratio):
    return f"{ratio:.2f}" if ratio < 9.95 else f"{ratio:.0f}"


def cell(ratios):
    if not ratios:
        return "–"
    worst = min(ratios, key=ratios.get)
    mean = statistics.geometric_mean(ratios.values())
    return f"**{number(mean)}**, {number(statistics.median(ratios.values()))}, {number(ratios[worst])} {worst}"


def table(head, rows):
    lines = ["| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows]]
    return "\n".join(lines)


def summary(measured, kind):
    rows = [[kernel, *(cell(measured.large(kernel, kind, peer)) for peer in PEERS)] for kernel in measured.kernels]
    return table([kind, *PEERS], rows)


def under_other_flags(run):
    names = ", ".join(data for data in run.data if data != TINY)
    return f"With `-O3 -march=native` for all of them alike, on {names}:"


def tiny(measured):
    def both(kernel, peer):
        found = [measured.ratios.get((kernel, kind, peer), {}).get(TINY) for kind in ("f32", "f64")]
        return ", ".join(number(ratio) for ratio in found if ratio is not None) or "–"

    return table(["f32, f64", *PEERS], [[kernel, *(both(kernel, peer) for peer in PEERS)] for kernel in measured.kernels])


def below(measured):
    rows = []
    for (kernel, kind, peer), _ in measured.ratios.items():
        ratios = measured.large(kernel, kind, peer)
        least = floor(kernel, peer)
        under = sorted((ratio, data) for data, ratio in ratios.items() if ratio < least)
        if under:
            named = ", ".join(f"{data} {number(ratio)}" for ratio, data in under[:3])
            more = f" and {len(under) - 3} more" if len(under) > 3 else ""
            rows.append([kernel, kind, peer, number(least), f"{len(under)} of {len(ratios)}", named + more])
    return table(["kernel", "type", "peer", "floor", "below it", "which"], rows)


def plot(measured):
    """A line a kernel, a dot a matrix: f32 filled, f64 hollow; the ratio on a logarithmic scale."""
    left, line, width = 190, 28, 1000
    low, high = 0.125, 32
    top, bottom = 50, 50 + line * len(measured.kernels)

    def x(ratio):
        share = math.log(min(max(ratio, low), high) / low) / math.log(high / low)
        return left + share * (width - left - 30)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {bottom + 45}" font-family="sans-serif" font-size="13">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for number_, (peer, colour) in enumerate(PEERS.items()):
        at = left + 130 * number_
        out.append(f'<circle cx="{at}" cy="20" r="5" fill="{colour}"/><text x="{at + 10}" y="24">{peer}</text>')
    out.append(f'<text x="{left + 130 * len(PEERS)}" y="24">a dot a matrix; f32 filled, f64 hollow</text>')
    for ratio in (0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32):
        colour, thick = ("#000000", 1.5) if ratio == 1 else ("#dddddd", 1)
        out.append(f'<path d="M{x(ratio):.1f} {top - 12}V{bottom}" stroke="{colour}" stroke-width="{thick}"/>')
        out.append(f'<text x="{x(ratio):.1f}" y="{bottom + 16}" text-anchor="middle">{ratio:g}</text>')
    out.append(f'<text x="{(left + width) / 2}" y="{bottom + 36}" text-anchor="middle">time of the peer / time of the emitted kernel</text>')
    for row, kernel in enumerate(measured.kernels):
        middle = top + line * row
        out.append(f'<text x="{left - 12}" y="{middle + 4}" text-anchor="end">{kernel}</text>')
        for place, (peer, colour) in enumerate(PEERS.items()):
            for kind, fill in (("f32", colour), ("f64", "none")):
                for ratio in measured.large(kernel, kind, peer).values():
                    y = middle + 5 * (place - 1.5)
                    out.append(f'<circle cx="{x(ratio):.1f}" cy="{y:.1f}" r="2.5" fill="{fill}" stroke="{colour}"/>')
    return "\n".join([*out, "</svg>", ""])


def main():
    page = pathlib.Path(sys.argv[1])
    measured, *native = [Measured(path) for path in sys.argv[2:]]
    picture = page.with_suffix(".svg")
    names = ", ".join(f"{data} ({stored:,})" for data, stored in measured.data.items())
    native_parts = [part for run in native for part in (under_other_flags(run), summary(run, "f32"))]
    parts = [
        START,
        f"Data, with entries: {names}.",
        f"![Ratios of all kernels and peers, a dot a matrix]({picture.name})",
        "Geometric mean in bold, median, and the least ratio with the matrix that it is of; `tiny` is not among them.",
        summary(measured, "f32"),
        summary(measured, "f64"),
        "`tiny`, less than 100 entries:",
        tiny(measured),
        "Below the floor:",
        below(measured),
        *native_parts,
        END,
    ]
    text = page.read_text(encoding="utf-8")
    before, after = text.split(START)[0], text.split(END)[1]
    page.write_text(before + "\n\n".join(parts) + after, encoding="utf-8")
    picture.write_text(plot(measured), encoding="utf-8")


if __name__ == "__main__":
    main()
