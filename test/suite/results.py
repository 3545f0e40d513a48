"""Collects the results of a test run: stages and tests with their times, and failures."""
import re
import xml.etree.ElementTree

# Catch2, --durations yes: "0.123 s: the name of a case".
CASE = re.compile(r"^(\d+\.\d+) s: (.+)$", re.MULTILINE)
ALL_PASSED = re.compile(r"^All tests passed \(.*?(?:in )?(\d+) test cases?\)", re.MULTILINE)
SOME_FAILED = re.compile(r"^test cases:\s*(\d+)(.*)$", re.MULTILINE)


class Results:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0
        self.stages = []  # (name, seconds)
        self.tests = []  # (seconds, name), one per Catch2 case
        self.failures = []  # names of failures, each with the command that repeats it

    def note_pass(self, seconds, name):
        self.passed += 1
        self.tests.append((seconds, name))

    def note_failure(self, name, command, cases=1):
        self.failed += cases
        self.failures.append(f"{name}\n    rerun: {command}")

    def read_junit(self, path, repeat):
        """Adds the report of one run of ctest. `repeat(name)` is the command that repeats a test."""
        for test in xml.etree.ElementTree.parse(path).getroot().iter("testcase"):
            name, status, seconds = test.get("name"), test.get("status"), float(test.get("time"))
            output = test.findtext("system-out") or ""
            if status == "disabled" or test.find("skipped") is not None:
                self.skipped += 1
                continue
            cases = CASE.findall(output)
            self.tests += [(float(each), f"{name}: {case}") for each, case in cases] or [(seconds, name)]
            failed = status != "run"
            count, wrong = counts(output)
            if failed:
                self.note_failure(name, repeat(name), max(wrong, 1))
                self.passed += max(count - wrong, 0)
            else:
                self.passed += max(count, 1)

    def slowest(self, count=10):
        return sorted(self.tests, reverse=True)[:count]


def counts(output):
    """The number of Catch2 cases that ran, and the number of those that failed."""
    found = ALL_PASSED.search(output)
    if found:
        return int(found.group(1)), 0
    found = SOME_FAILED.search(output)
    if found:
        failed = re.search(r"(\d+) failed", found.group(2))
        return int(found.group(1)), int(failed.group(1)) if failed else 0
    return 0, 0
