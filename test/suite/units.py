"""The unit of time: what g++ -O2 takes here for bench/unit.cc. Machines differ by a factor of three; in units they hardly do."""
import json
import os
import subprocess
import time

import tree

TAKEN = tree.ROOT / "bench" / "results" / "tests.json"
LOUD = 1.5


def measure(runs=5):
    """Seconds, the fastest of some runs: what else the machine does only adds to them."""
    times = []
    for _ in range(runs):
        begin = time.monotonic()
        subprocess.run(["g++", "-O2", "-c", tree.ROOT / "bench" / "unit.cc", "-o", os.devnull], check=True)
        times.append(time.monotonic() - begin)
    return min(times)


def taken(what):
    """The units that bench/results has for `what`; None where it has none."""
    if not TAKEN.exists():
        return None
    return json.loads(TAKEN.read_text()).get(what, {}).get("units")


def verdict(what, seconds, unit):
    """How long `what` took, and whether that is much more than is expected."""
    text = f"{what}: {seconds:.0f} s = {seconds / unit:.0f} units of {unit:.2f} s"
    expected = taken(what)
    if expected is None:
        return text
    text += f" ({expected:.0f} in {TAKEN.relative_to(tree.ROOT)})"
    if seconds / unit > LOUD * expected:
        text += f"\nSLOW: {what} took {seconds / unit / expected:.1f} times the units that {TAKEN.relative_to(tree.ROOT)} has for it"
    return text
