"""Programs that the suite starts."""
import os
import signal
import subprocess


def run(command, **options):
    """The exit status. If this run is interrupted, the program ends with all that it has started."""
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
