"""The files of the tree, for the checks in this folder."""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def tracked():
    """Names of the files that git tracks; without git (in an unpacked archive), of all files outside build folders. Sorted."""
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, check=False)
    if listed.returncode == 0 and listed.stdout:
        names = listed.stdout.decode().split("\0")
    else:
        names = [str(path.relative_to(ROOT)) for path in ROOT.rglob("*")]
        names = [name for name in names if not name.startswith(("build", ".git/", ".cache"))]
    return sorted(name for name in names if name and (ROOT / name).is_file())
