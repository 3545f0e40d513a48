#!/usr/bin/env python3
"""Checks that the same input gives the same bytes for every user, folder and locale, with or without the Clang plugin.

Compiles each golden case in a plain environment and in others, with all outputs that need no C++ compiler. Compares the bytes of
the files and of both output streams.
"""
import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

# Outputs that every kernel has; then outputs that some kernels lack.
EMITS = ["h,cpp,cin,schedule,decisions,loops,dot,svg,html,json", "hpp", "main", "test", "ctypes"]
PLAIN = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC", "HOME": "/", "USER": "root"}


def other_locale(root):
    """Environment of a locale with other decimal points and capitals, if the sources of locales are installed; else of
    C.UTF-8."""
    folder = root / "locales"
    folder.mkdir()
    name = "tr_TR.UTF-8"
    if shutil.which("localedef"):
        subprocess.run(["localedef", "-i", "tr_TR", "-f", "UTF-8", str(folder / name)], capture_output=True, check=False)
    if (folder / name).exists():
        return {"LC_ALL": name, "LANG": name, "LOCPATH": str(folder)}
    return {"LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}


def surroundings(root, program):
    """Environments by name: the program, a command in front of it, environment variables, umask, and line ends of specs."""
    locale = other_locale(root)
    alone = root / "alone" / "scorchc"
    alone.parent.mkdir()
    shutil.copy(program, alone)
    as_nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    fixed_addresses = ["setarch", "-R"]
    made = {
        f"locale {locale['LANG']}": {"environment": locale},
        "time zone": {"environment": {"TZ": "Pacific/Kiritimati"}},
        "home, user, terminal": {"environment": {"HOME": "/nonexistent", "USER": "somebody", "LOGNAME": "somebody", "TERM": "xterm",
                                                 "COLUMNS": "40", "XDG_CACHE_HOME": "/nonexistent"}},
        "no environment": {"environment": None},
        "umask": {"umask": 0o077},
        "threads, memory": {"environment": {"OMP_NUM_THREADS": "3", "MALLOC_PERTURB_": "85", "MALLOC_ARENA_MAX": "1"}},
        "lines that end in CR LF": {"newline": b"\r\n"},
        "a copy of the program elsewhere": {"program": alone},
    }
    if shutil.which("setarch") and subprocess.run([*fixed_addresses, "true"], check=False).returncode == 0:
        made["fixed addresses"] = {"before": fixed_addresses}
    # Only the owner of a build folder can load its Clang plugin, so another user has none.
    if os.geteuid() == 0 and shutil.which("setpriv"):
        made["another user, without the Clang plugin"] = {"before": as_nobody, "program": alone}
    return made


def together(parts):
    """All environments combined."""
    whole = {"environment": {}, "before": []}
    for part in parts:
        for key, value in part.items():
            if key == "environment":
                whole[key].update(value or {})
            elif key == "before":
                whole[key] += value
            else:
                whole[key] = value
    return whole


def compiled(case, folder, program, before=(), environment=(), umask=0o022, newline=b"\n"):
    """A digest of all outputs of the case, and the number of files."""
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    spec = folder / case.name
    spec.write_bytes(case.read_bytes().replace(b"\n", newline))
    spec.chmod(0o644)
    digest = hashlib.sha256()
    for emit in EMITS:
        done = subprocess.run([*before, str(program), case.name, "-o", "out/", f"--emit={emit}"], cwd=folder, umask=umask,
                              env={} if environment is None else {**PLAIN, **dict(environment)}, capture_output=True, check=False)
        digest.update(done.stdout + done.stderr + str(done.returncode).encode())
    files = sorted((folder / "out").glob("*"))
    for path in files:
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest(), len(files)


def compile_cases(cases, root, **how):
    with concurrent.futures.ThreadPoolExecutor(max_workers=min(2, os.cpu_count() or 1)) as pool:
        return list(pool.map(lambda case: compiled(case, root / case.stem, **how), cases))


def whole_path(text):
    """The absolute path: programs are called from other folders."""
    return pathlib.Path(text).resolve()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scorchc", required=True, type=whole_path)
    parser.add_argument("--cases", required=True, type=pathlib.Path)
    parser.add_argument("--apart", action="store_true", help="test each environment separately")
    parser.add_argument("--other", action="append", default=[], type=whole_path, help="another build of scorchc")
    arguments = parser.parse_args()
    cases = sorted(arguments.cases.glob("*.scorch"))
    if not cases:
        sys.exit(f"no cases in {arguments.cases}")
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        root.chmod(0o755)
        plain = compile_cases(cases, root / "plain", program=arguments.scorchc)
        # Some cases test refusals.
        if sum(files > 0 for _, files in plain) < len(cases) // 2:
            sys.exit("most cases do not compile")
        made = surroundings(root, arguments.scorchc)
        if not arguments.apart:
            made = {", ".join(made): together(made.values())}
        for other in arguments.other:
            made[str(other)] = {"program": other}
        for number, (what, how) in enumerate(made.items()):
            # Another folder, whose name has another length.
            got = compile_cases(cases, root / f"another folder {number}", **{"program": arguments.scorchc, **how})
            different = [case.name for case, one, two in zip(cases, plain, got) if one != two]
            if different:
                sys.exit(f"{what}: {len(different)} of {len(cases)} cases have other bytes: {', '.join(different[:5])}")
            print(f"{len(cases)} cases have the same bytes: {what}")


main()
