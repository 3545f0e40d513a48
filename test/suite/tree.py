"""The tree that is tested: its root, its commit, and how its parts are built."""
import pathlib
import subprocess

import processes

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def commit():
    """The commit, or nothing where files differ from it: what is noted of a run is noted of a commit."""
    try:
        changed = subprocess.run(["git", "-C", ROOT, "status", "--porcelain"], capture_output=True, text=True, check=True).stdout
        head = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    return None if changed else head.strip()


def turn():
    """The number in test/rotation: which representative of each group is tested, and with which seeds."""
    return int((ROOT / "test" / "rotation").read_text().split("\n", maxsplit=1)[0])


def build(preset, folder, *targets):
    """Whether it succeeds."""
    script = '. "$0/tools/build.sh"; build "$@"'
    return processes.run(["bash", "-c", script, ROOT, preset, folder, *targets]) == 0
