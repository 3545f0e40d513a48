"""The source tree under test: its root, its commit, and its builds."""
import pathlib
import subprocess

import processes

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def commit():
    """The current commit, or None if files differ from it: results are recorded per commit."""
    try:
        changed = subprocess.run(["git", "-C", ROOT, "status", "--porcelain"], capture_output=True, text=True, check=True).stdout
        head = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    return None if changed else head.strip()


def turn():
    """The number in test/rotation, which selects the tested member of each group and the seeds."""
    return int((ROOT / "test" / "rotation").read_text().split("\n", maxsplit=1)[0])


def build(preset, folder, *targets):
    """Builds targets with a CMake preset. Returns whether that succeeds."""
    script = '. "$0/tools/build.sh"; build "$@"'
    return processes.run(["bash", "-c", script, ROOT, preset, folder, *targets]) == 0
