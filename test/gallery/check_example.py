#!/usr/bin/env python3
"""Builds an example against the installed package and runs it: on generated data, on a broken file, and on real data if there
are any (in the folder SCORCHC_DATA, or ../shared/data next to the source tree)."""
import argparse
import gzip
import os
import pathlib
import subprocess
import sys
import tempfile

BESIDE = pathlib.Path(__file__).resolve().parents[3] / "shared" / "data"
DATA = {
    "cg": ["matrices/gr_900_900_crg.mtx.gz", "matrices/nos5.mtx"],
    "gnn": ["gnn/cora_adj.mtx", "gnn/citeseer_adj.mtx"],
    "als": ["matrices/494_bus.mtx", "matrices/USPowerGrid.mtx"],
    "cp": ["tensors/comet_rank3.tns", "tensors/email_Enron_time.tns.gz"],
}


def run(*command, expected=0):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if (done.returncode == 0) != (expected == 0):
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def plain_file(path, folder):
    """The file itself, or its decompressed copy."""
    if path.suffix != ".gz":
        return path
    plain = folder / path.stem
    plain.write_bytes(gzip.decompress(path.read_bytes()))
    return plain


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cmake", required=True)
    parser.add_argument("--prefix", required=True, type=pathlib.Path)
    parser.add_argument("example", type=pathlib.Path)
    arguments = parser.parse_args()
    name = arguments.example.name
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        flags = "-O1 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
        run(arguments.cmake, "-S", arguments.example, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={arguments.prefix.resolve()}",
            "-DCMAKE_BUILD_TYPE=None", f"-DCMAKE_CXX_FLAGS={flags}")
        run(arguments.cmake, "--build", folder / "build", "--parallel", "2")
        program = folder / "build" / name
        print("generated data:", run(program), end="")
        broken = folder / "broken.mtx"
        broken.write_text("%%MatrixMarket matrix coordinate real general\n3 3 2\n1 1 1\n")
        run(program, broken, expected=1)
        data = pathlib.Path(os.environ.get("SCORCHC_DATA", BESIDE))
        for file in DATA[name]:
            if (data / file).exists():
                print(f"{file}:", run(program, plain_file(data / file, folder)), end="")
            else:
                print(f"{file}: not found")


if __name__ == "__main__":
    main()
