#!/usr/bin/env python3
"""Injects one fault at a time into a copy of the tree and reports which tests find it.

    tools/mutate [--set SET] [--fault NAME]... [--list] [-o FILE]

Each fault (a row of faults.json or, with `--set passes`, of passes.json) is a small edit: a bound, a sign, a comparison, a dropped statement. The copy is build-mutate/tree and is
built incrementally; the tree itself is never changed. Goldens are excluded, because different bytes do not show an error. Three
layers of tests run separately, each until its first failure or for three minutes:

    unit          unit tests that start no C++ compiler, and those of the support library (src/runtime)
    interpreted   kernels whose loop IR is interpreted, and the modules of the cases of passes
    compiled      kernels that are compiled and run, and unit tests that start a C++ compiler

If the gate (tools/test) misses a fault in a layer, the layer's deep tests (tools/test --deep) run, again for three minutes. The
interpreted layer skips faults in src/emit, because the interpreter runs loop IR. The faults in passes are for the interpreted layer
alone: loop IR after the last pass is the kernel, so the interpreter has to find them. The report has one row of JSON per fault. Exit
status 6: no layer of the gate finds some fault.
"""
import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TREE = ROOT / "build-mutate" / "tree"
HERE = pathlib.Path(__file__).parent
LIMIT = 180
JOBS = str(os.cpu_count())

# Programs of a layer, in the gate and in the deep tests. Cases that compare bytes are excluded.
NO_GOLDENS = "~[golden]~[limits]"
LAYERS = {
    "unit": {
        "gate": [["test_unit", f"{NO_GOLDENS}~[compiler]~[deep]~[.]", "--abort"], ["test_runtime_g++"]],
    },
    "interpreted": {
        "gate": [["test_interpreted", "[passes]", "--abort"], ["test_interpreted", "~[passes]", "--abort"],
                 ["fuzz_interpreted", "--seed", "1..800", "--jobs", JOBS, "--reduce", "0"]],
        "deep": [["fuzz_interpreted", "--seed", "801..6000", "--jobs", JOBS, "--reduce", "0"]],
    },
    "compiled": {
        "gate": [["test_kernels", "[gate]", "--abort"], ["fuzz", "--engine", "compiled", "--seed", "1..24", "--jobs", JOBS, "--reduce", "0"],
                 ["test_unit", f"{NO_GOLDENS}[compiler]~[deep]", "--abort"]],
        "deep": [["test_kernels", "[widths]", "--abort"], ["test_kernels", "[sets]~[gate]", "--abort"],
                 ["test_unit", f"{NO_GOLDENS}[deep]", "--abort"],
                 ["fuzz", "--engine", "compiled", "--seed", "25..300", "--jobs", JOBS, "--reduce", "0"]],
    },
}

# The sets of faults: a file, and the layers that have to find them.
SETS = {"all": ("faults.json", list(LAYERS)), "passes": ("passes.json", ["interpreted"])}


def copy_tree():
    """Copies the files of the tree that differ from the copy, so that builds stay incremental."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], capture_output=True,
                            check=True).stdout.decode().split("\0")
    names = {name for name in listed if name and (ROOT / name).is_file()}
    for name in names:
        if not (TREE / name).exists() or (TREE / name).read_bytes() != (ROOT / name).read_bytes():
            (TREE / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, TREE / name)
    for path in TREE.rglob("*"):
        relative = path.relative_to(TREE)
        if not relative.parts[0].startswith("build") and path.is_file() and str(relative) not in names:
            path.unlink()


def build(layers):
    """Builds the programs of the layers in the copy. Returns whether that succeeds, the seconds, and the output."""
    programs = {command[0] for layer in layers for commands in LAYERS[layer].values() for command in commands}
    begin = time.monotonic()
    done = subprocess.run(["bash", "-c", '. "$0/tools/build.sh"; build test build "$@"', TREE, "scorchc", *sorted(programs)], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode == 0, time.monotonic() - begin, done.stdout


def run(command, seconds):
    """Runs a command. Returns "passes", "fails", or "no end" after the time limit, which counts as not found."""
    command = [str(TREE / "build" / "bin" / command[0]), *command[1:]]
    environment = dict(os.environ, TMPDIR=str(TREE.parent / "tmp"))
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment, start_new_session=True) as process:
        try:
            return "passes" if process.wait(timeout=max(seconds, 1)) == 0 else "fails"
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return "no end"


def run_layer(commands):
    """Runs the programs of a layer. Returns the first result other than "passes", and the seconds."""
    tmp = TREE.parent / "tmp"
    shutil.rmtree(tmp, ignore_errors=True)
    tmp.mkdir()
    begin = time.monotonic()
    found = "passes"
    for command in commands:
        found = run(command, LIMIT - (time.monotonic() - begin))
        if found != "passes":
            break
    return found, round(time.monotonic() - begin)


def judge(fault, layers):
    row = {"fault": fault["name"], "file": fault["file"], "kind": fault["kind"]}
    is_built, seconds, said = build(layers)
    row["built in"] = round(seconds)
    if not is_built:
        sys.exit(f"{fault['name']} does not compile\n{said[-3000:]}")
    for layer in layers:
        depths = LAYERS[layer]
        if layer == "interpreted" and fault["file"].startswith("src/emit/"):
            row[layer] = {"gate": "cannot see it"}
            continue
        found, seconds = run_layer(depths["gate"])
        row[layer] = {"gate": found, "seconds": seconds}
        if found != "fails" and "deep" in depths:
            row[layer]["deep"], row[layer]["deep seconds"] = run_layer(depths["deep"])
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=SETS, default="all")
    parser.add_argument("--fault", action="append")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("-o", dest="output", type=pathlib.Path)
    arguments = parser.parse_args()
    file, layers = SETS[arguments.set]
    faults = json.loads((HERE / file).read_text())
    if arguments.list:
        for fault in faults:
            print(f"{fault['name']:20} {fault['file']}: {fault['kind']}")
        return 0
    unknown = set(arguments.fault or []) - {fault["name"] for fault in faults}
    if unknown:
        print(f"unknown fault: {', '.join(sorted(unknown))}; --list prints all faults", file=sys.stderr)
        return 2
    if arguments.fault:
        faults = [fault for fault in faults if fault["name"] in arguments.fault]
    rows = []
    copy_tree()
    for fault in faults:
        source = TREE / fault["file"]
        text = source.read_text()
        if text.count(fault["before"]) != 1:
            sys.exit(f"{fault['name']}: {fault['file']} contains its text {text.count(fault['before'])} times, not once; fix test/mutate/{file}")
        try:
            source.write_text(text.replace(fault["before"], fault["after"]))
            rows.append(judge(fault, layers))
        finally:
            source.write_text(text)
        print(json.dumps(rows[-1]), flush=True)
        if arguments.output:
            arguments.output.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
    for layer in layers:
        caught = sum(row[layer]["gate"] == "fails" for row in rows)
        deeper = sum(row[layer].get("deep", "passes") == "fails" for row in rows)
        print(f"{layer}: the gate finds {caught} of {len(rows)}, the deep tests {deeper} more")
    missed = [row["fault"] for row in rows if all(row[layer]["gate"] != "fails" for layer in layers)]
    if missed:
        print(f"not found by the gate: {', '.join(missed)}")
    return 6 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
