#!/usr/bin/env python3
"""Runs the tests: all stages of the gate (tools/test), the parts of --deep, or the edit loop (tools/check).

    tools/test                  the gate: what continuous integration runs
    tools/test --stage STAGE    one stage of the gate
    tools/test --deep           the parts of the deep tests that have not passed on this commit
    tools/test --deep PART      one part
    tools/test --deep list      lists the parts, and the commit on which each passed last
    tools/check [PATTERN]       the edit loop: unit tests, goldens and error cases with PATTERN in their folder or name
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import processes
import results
import stages
import tree
import units

USAGE = 2


class Run:
    """One test run: the interface that stages use."""

    def __init__(self, repeat):
        self.results = results.Results()
        self.repeat = repeat  # the command that repeats a stage
        self.jobs = str(os.cpu_count())
        # All temporary files of the tests are in one folder, which is deleted at the end of the run.
        self.folder = tempfile.TemporaryDirectory(prefix="scorchc-tests-")
        self.environment = dict(os.environ, TMPDIR=self.folder.name, SCORCHC_TEST_TURN=str(tree.turn()))

    def stage(self, stage):
        print(f"== {stage.name}: {stage.summary}", flush=True)
        begin, failed = time.monotonic(), self.results.failed
        try:
            stage.function(self)
        except BuildFailed:
            pass
        seconds = time.monotonic() - begin
        self.results.stages.append((stage.name, seconds))
        print(f"== {stage.name}: {seconds:.0f} s", flush=True)
        if self.results.failed > failed:
            print(f"FAILED: the stage {stage.name}; rerun: {self.repeat(stage)}", flush=True)
        return self.results.failed == failed

    def build(self, preset, folder, *targets):
        if not tree.build(preset, folder, *targets):
            self.results.note_failure(f"the build of {folder}", f"cmake --preset {preset} && ninja -C {folder}")
            raise BuildFailed

    def tests(self, folder, label):
        """The tests with a label, each with all its labels."""
        listed = subprocess.run(["ctest", "--test-dir", tree.ROOT / folder, "-L", label, "--show-only=json-v1"], capture_output=True,
                                text=True, check=True).stdout
        found = {}
        for test in json.loads(listed)["tests"]:
            found[test["name"]] = next((each["value"] for each in test["properties"] if each["name"] == "LABELS"), [])
        return found

    def ctest(self, folder, *options, environment=None, stack_kib=None):
        report = pathlib.Path(self.folder.name, "report.xml")
        report.unlink(missing_ok=True)
        command = ["ctest", "--test-dir", str(tree.ROOT / folder), "--output-on-failure", "--no-tests=error", "--parallel", self.jobs,
                   "--test-output-size-passed", "10000000", "--test-output-size-failed", "10000000", "--output-junit", str(report),
                   *options]
        if stack_kib:
            command = ["bash", "-c", f'ulimit -s {stack_kib} || echo "the stack stays at $(ulimit -s) KiB"; exec "$@"', "bash", *command]
        processes.run(command, env=dict(self.environment, **(environment or {})))
        given = "".join(f"{name}={value} " for name, value in (environment or {}).items())
        if not report.exists():
            self.results.note_failure(f"ctest of {folder} did not finish", given + " ".join(command))
            return
        self.results.read_junit(report, lambda name: f"{given}ctest --test-dir {folder} --output-on-failure -R '{stages.named([name])[1]}'")

    def check(self, name, function):
        """Runs a check that is not a ctest test. `function` returns whether it passes."""
        begin = time.monotonic()
        if function():
            self.results.note_pass(time.monotonic() - begin, name)
        else:
            self.results.note_failure(name, name)

    def fresh_seed(self):
        return int(time.time()) * 10

    def end(self, what=None, unit=None):
        """Prints times, failures and the last line. Returns the exit status."""
        found = self.results
        print("== slowest tests")
        for seconds, name in found.slowest():
            print(f"{seconds:8.1f} s  {name}")
        print("== stages")
        for name, seconds in found.stages:
            print(f"{seconds:8.0f} s  {name}" + (f"  {seconds / unit:.0f} units" if unit else ""))
        if what and unit:
            print(units.verdict(what, sum(seconds for _, seconds in found.stages), unit))
        for failure in found.failures:
            print(f"FAILED: {failure}")
        print(f"{found.passed} passed, {found.failed} failed" + (f", {found.skipped} skipped" if found.skipped else ""), flush=True)
        return 0 if found.passed and not found.failed else 1


class BuildFailed(Exception):
    """Ends a stage whose build failed."""


def usage(problem, choices):
    print(f"{problem}; available:\n{choices}", file=sys.stderr)
    return USAGE


def listed(all_stages):
    width = max(len(each.name) for each in all_stages)
    return "\n".join(f"  {each.name:{width}}  {each.summary}" for each in all_stages)


def find(name, all_stages):
    return next((each for each in all_stages if each.name == name), None)


def gate(only=None):
    chosen = stages.GATE
    if only is not None:
        if not find(only, stages.GATE):
            return usage(f"tools/test has no stage `{only}`", listed(stages.GATE))
        # Every stage needs the build.
        chosen = [stages.GATE[0]] + [each for each in stages.GATE[1:] if each.name == only]
    unit = units.measure()
    run = Run(lambda stage: f"tools/test --stage {stage.name}")
    for stage in chosen:
        if not run.stage(stage) and stage is stages.GATE[0]:
            break
    return run.end(None if only else "tools/test", unit)


class Record:
    """Records the commit on which each part of the deep tests last passed."""
    PATH = tree.ROOT / stages.BUILD / "deep.json"

    def __init__(self):
        self.parts = json.loads(self.PATH.read_text()) if self.PATH.exists() else {}

    def note(self, part, commit, seconds, unit):
        self.parts[part] = {"commit": commit, "seconds": round(seconds), "units": round(seconds / unit)}
        self.PATH.parent.mkdir(exist_ok=True)
        # Replaces the file atomically: an interrupted run leaves the old one.
        new = self.PATH.with_suffix(".new")
        new.write_text(json.dumps(self.parts, indent=1) + "\n")
        new.replace(self.PATH)

    def text(self, part):
        passed = self.parts.get(part)
        return f"passed on {passed['commit']} in {passed['seconds']} s = {passed['units']} units" if passed else "has not passed here"


def deep(part=None):
    record = Record()
    if part == "list":
        width = max(len(each.name) for each in stages.DEEP)
        for each in stages.DEEP:
            print(f"{each.name:{width}}  {each.summary}\n{'':{width}}  {record.text(each.name)}")
        return 0
    chosen = stages.DEEP
    if part is not None:
        chosen = [find(part, stages.DEEP)]
        if chosen == [None]:
            return usage(f"tools/test --deep has no part `{part}`", listed(stages.DEEP))
    commit, unit = tree.commit(), units.measure()
    run = Run(lambda stage: f"tools/test --deep {stage.name}")
    for stage in chosen:
        if part is None and commit and record.parts.get(stage.name, {}).get("commit") == commit:
            print(f"== {stage.name}: {record.text(stage.name)}")
            run.results.passed += 1
            continue
        if run.stage(stage):
            record.note(stage.name, commit or "a changed tree", run.results.stages[-1][1], unit)
    return run.end("tools/test --deep" if len(run.results.stages) == len(stages.DEEP) else None, unit)


def check(pattern=None):
    run = Run(lambda stage: "tools/check" + (f" {pattern}" if pattern else ""))
    begin = time.monotonic()
    try:
        run.build("test", stages.BUILD, "test_unit", "test_runtime_g++", "scorchc_misfit_plugin")
    except BuildFailed:
        return run.end()
    print(f"== built in {time.monotonic() - begin:.0f} s", flush=True)
    if pattern is None:
        stage = stages.Stage("check", "unit tests, goldens, error cases", stages.unit)
    else:
        others = [name for name in run.tests(stages.BUILD, "^check$") if not name.startswith("unit: ")]
        selected, matching = select(pattern), [name for name in others if pattern.lower() in name.lower()]
        if not selected and not matching:
            folders = " ".join(sorted(name.removeprefix("unit: ") for name in run.tests(stages.BUILD, "^check$") if name.startswith("unit: ")))
            return usage(f"no folder, test case, golden or other test matches `{pattern}`",
                         f"  folders: {folders}\n  test cases: build/bin/test_unit --list-tests\n  goldens: test/golden/cases/*.scorch\n"
                         f"  other tests: {', '.join(sorted(others))}")
        stage = stages.Stage("check", pattern, lambda _: run_selected(run, selected, matching))
    run.stage(stage)
    return run.end()


def select(pattern):
    """The command of test_unit that runs the tests a pattern selects. Empty if it selects none."""
    program = str(tree.ROOT / stages.BUILD / "bin" / "test_unit")
    tags = subprocess.run([program, "--list-tags"], capture_output=True, text=True, check=False).stdout
    if (tree.ROOT / "test" / pattern).is_dir() and f"[{pattern}]" in tags.split():
        return [program, f"[{pattern}]~[deep]~[.]"]
    if (tree.ROOT / "test" / "golden" / "cases" / f"{pattern}.scorch").is_file():
        return [program, "golden cases", "-c", pattern]
    names = subprocess.run([program, "--list-test-names-only"], capture_output=True, text=True, check=False).stdout.splitlines()
    return [program, f"*{pattern}*"] if any(pattern.lower() in name.lower() for name in names) and not set(pattern) & set('[],*"\\') else []


def run_selected(run, command, others):
    """Runs a command of test_unit, unless it is empty, and tests that are programs of their own."""
    if others:
        run.ctest(stages.BUILD, *stages.named(others))
    if not command:
        return
    done = subprocess.run([*command, "--durations", "yes"], env=run.environment, stdout=subprocess.PIPE, text=True, check=False)
    print(done.stdout, end="", flush=True)
    count, failed = results.counts(done.stdout)
    run.results.tests += [(float(seconds), name) for seconds, name in results.CASE.findall(done.stdout)]
    run.results.passed += count - failed
    if done.returncode != 0:
        run.results.note_failure(command[1], " ".join(f"'{word}'" for word in command), max(failed, 1))


def main(words):
    # Turns signals into exits, so that temporary files are removed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.signal(signal.SIGHUP, lambda *_: sys.exit(129))
    try:
        match words:
            case ["test"]:
                return gate()
            case ["test", "--stage", stage]:
                return gate(stage)
            case ["test", "--deep"]:
                return deep()
            case ["test", "--deep", part]:
                return deep(part)
            case ["check"]:
                return check()
            case ["check", pattern] if not pattern.startswith("-"):
                return check(pattern)
    except KeyboardInterrupt:
        return 130
    print(__doc__.split("\n\n")[1], file=sys.stderr)
    return USAGE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
