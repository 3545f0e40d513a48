"""Starts programs and ends them with their children."""
import os
import signal
import subprocess


def run(command, **options):
    """Runs a command and returns its exit status. If interrupted, ends the command and all its children."""
    with subprocess.Popen(command, start_new_session=True, **options) as process:
        try:
            return process.wait()
        except BaseException:
            end(process)
            raise


def end(process):
    for sent in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, sent)
            process.wait(timeout=10)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            pass
