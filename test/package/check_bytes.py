#!/usr/bin/env python3
"""The same input gives the same bytes: whoever compiles it, wherever, in whatever language, with or without the Clang plugin.

Each golden case is compiled, with all texts that need no compiler, in plain surroundings and in others. What is compared is
the files' bytes, and what is said on both streams.
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

# Kinds that no kernel refuses, and those that are refused where the kernel does not suit them.
EMITS = ["h,cpp,cin,schedule,decisions,loops,dot,svg,html,json", "hpp", "main", "test", "ctypes"]
PLAIN = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC", "HOME": "/", "USER": "root"}


def other_locale(root):
    """Settings of a locale with other decimal points and other capitals, where the C library's sources of locales are
    there; else of its own UTF-8."""
    folder = root / "locales"
    folder.mkdir()
    name = "tr_TR.UTF-8"
    if shutil.which("localedef"):
        subprocess.run(["localedef", "-i", "tr_TR", "-f", "UTF-8", str(folder / name)], capture_output=True, check=False)
    if (folder / name).exists():
        return {"LC_ALL": name, "LANG": name, "LOCPATH": str(folder)}
    return {"LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}


def surroundings(root, program):
    """What is said of each: how the program is called (the program, what stands before it, its environment, its umask),
    and how specs are written."""
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
    # The Clang plugin of a build folder is only its owner's, so another user has none.
    if os.geteuid() == 0 and shutil.which("setpriv"):
        made["another user, without the Clang plugin"] = {"before": as_nobody, "program": alone}
    return made


def together(parts):
    """All of them at once."""
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
    """A digest of all that the compilation of the case gives, and how many files."""
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
    """Programs are called from other folders."""
    return pathlib.Path(text).resolve()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scorchc", required=True, type=whole_path)
    parser.add_argument("--cases", required=True, type=pathlib.Path)
    parser.add_argument("--apart", action="store_true", help="each of the surroundings on its own")
    parser.add_argument("--other", action="append", default=[], type=whole_path, help="another build of scorchc")
    arguments = parser.parse_args()
    cases = sorted(arguments.cases.glob("*.scorch"))
    if not cases:
        sys.exit("there are no cases")
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        root.chmod(0o755)
        plain = compile_cases(cases, root / "plain", program=arguments.scorchc)
        # Some cases are there to be refused.
        if sum(files > 0 for _, files in plain) < len(cases) // 2:
            sys.exit("few cases are compiled at all")
        made = surroundings(root, arguments.scorchc)
        if not arguments.apart:
            made = {", ".join(made): together(made.values())}
        for other in arguments.other:
            made[str(other)] = {"program": other}
        for number, (what, how) in enumerate(made.items()):
            # The folder is another one, and has a name of another length.
            got = compile_cases(cases, root / f"another folder {number}", **{"program": arguments.scorchc, **how})
            different = [case.name for case, one, two in zip(cases, plain, got) if one != two]
            if different:
                sys.exit(f"{what}: {len(different)} of {len(cases)} cases have other bytes: {', '.join(different[:5])}")
            print(f"{len(cases)} cases have the same bytes: {what}")


main()
