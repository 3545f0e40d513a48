"""Measures time in units: the time that g++ -O2 takes to compile bench/unit.cc. In seconds, machines differ by a factor of
three; in units they hardly differ."""
import json
import os
import subprocess
import time

import tree

TAKEN = tree.ROOT / "bench" / "results" / "tests.json"
LOUD = 1.5


def measure(runs=5):
    """Seconds per unit: the fastest of several runs, because other load on the machine only adds time."""
    times = []
    for _ in range(runs):
        begin = time.monotonic()
        subprocess.run(["g++", "-O2", "-c", tree.ROOT / "bench" / "unit.cc", "-o", os.devnull], check=True)
        times.append(time.monotonic() - begin)
    return min(times)


def taken(what):
    """The units that bench/results has for `what`; None if there are none."""
    if not TAKEN.exists():
        return None
    return json.loads(TAKEN.read_text()).get(what, {}).get("units")


def verdict(what, seconds, unit):
    """A text with the time of `what`, and a warning if that is much more than expected."""
    text = f"{what}: {seconds:.0f} s = {seconds / unit:.0f} units of {unit:.2f} s"
    expected = taken(what)
    if expected is None:
        return text
    text += f" ({expected:.0f} in {TAKEN.relative_to(tree.ROOT)})"
    if seconds / unit > LOUD * expected:
        text += f"\nSLOW: {what} took {seconds / unit / expected:.1f} times the units that {TAKEN.relative_to(tree.ROOT)} has for it"
    return text
