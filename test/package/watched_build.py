"""Watches what a build runs and compiles: a wrapper logs the runs of scorchc, and the times of objects show what was compiled."""
import os
import shlex
import subprocess
import sys

# File times are coarse on some systems, so an edit must be later than the build by more than a clock tick.
TICK_NS = 20_000_000


def run(command, **options):
    """Runs a command and returns the output of both streams. Ends the test if the command fails."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(map(str, command))} failed ({done.returncode}):\n{done.stdout}")
    return done.stdout


def expect(condition, what):
    if not condition:
        sys.exit(f"FAILED: {what}")


def edit(path, text):
    before = path.stat().st_mtime_ns
    while True:
        path.write_text(text)
        if path.stat().st_mtime_ns > before + TICK_NS:
            return


class Wrapper:
    """A program named scorchc, in its own folder, that logs its first argument and runs `program`."""

    def __init__(self, folder, program):
        folder.mkdir()
        self.path, self.log = folder / "scorchc", folder / "runs.log"
        self.path.write_text(f'#!/bin/sh\necho "$1" >> {shlex.quote(str(self.log))}\nexec {shlex.quote(str(program))} "$@"\n')
        self.path.chmod(0o755)
        self.forget()

    def forget(self):
        self.log.write_text("")

    def runs(self):
        """The logged runs that generate kernels. `scorchc outputs` only lists names."""
        return [line for line in self.log.read_text().splitlines() if line != "outputs"]

    def environment(self):
        return dict(os.environ, PATH=f"{self.path.parent}{os.pathsep}{os.environ['PATH']}")


class WatchedBuild:
    """A build with `command`, whose objects are in `folder`."""

    def __init__(self, name, command, folder, wrapper):
        self.name, self.command, self.folder, self.wrapper = name, command, folder, wrapper

    def objects(self):
        return {path: path.stat().st_mtime_ns for path in self.folder.rglob("*.o")}

    def runs(self, _said):
        return self.wrapper.runs()

    def after(self, what, generated, compiled):
        """Builds, and checks the number of generator runs and of compiled objects. Returns the names of these objects."""
        before = self.objects()
        if self.wrapper:
            self.wrapper.forget()
        said = run(self.command, cwd=self.folder, env=self.wrapper.environment() if self.wrapper else None)
        runs = self.runs(said)
        made = [path for path, time in self.objects().items() if before.get(path) != time]
        if len(runs) != generated or len(made) != compiled:
            sys.exit(f"{self.name}, {what}: {len(runs)} runs of the generator ({generated} expected), "
                     f"{len(made)} objects ({compiled} expected):\n" + "\n".join(runs + [str(path) for path in made]) + "\n" + said)
        print(f"{self.name}, {what}: {len(runs)} runs, {len(made)} objects")
        return sorted(path.name for path in made)
