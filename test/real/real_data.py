#!/usr/bin/env python3
"""Compares kernels on real matrices and tensors with SciPy: an independent computation on independent data.

    test/real/real_data.py SCORCHC [COUNT]

The data folder is SCORCHC_DATA, or ../shared/data next to the source tree. Its tables matrices.tsv and tensors.tsv list the
files. Tests COUNT matrices (default 6) and all tensors of order 3, with f64 values. Skipped (exit code 77) without the folder,
NumPy or SciPy.
"""
import gzip
import os
import pathlib
import subprocess
import sys
import tempfile

SKIPPED = 77
try:
    import numpy as np
    import scipy.io
    import scipy.sparse as sparse
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(SKIPPED)

scorchc = os.path.abspath(sys.argv[1])
count = int(sys.argv[2]) if len(sys.argv) > 2 else 6
beside = pathlib.Path(__file__).resolve().parents[3] / "shared" / "data"
data = pathlib.Path(os.environ.get("SCORCHC_DATA", beside))
if not (data / "matrices.tsv").exists():
    print(f"skipped: no data in {data}; set SCORCHC_DATA to the data folder")
    sys.exit(SKIPPED)

random = np.random.default_rng(1)
tally = {}


def run(expression, formats, inputs, output):
    command = [scorchc, "run", expression, "-o", output]
    for each in formats:
        command += ["--fmt", each]
    for each in inputs:
        command += ["--data", each]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        print(f"{expression} on {inputs}: exit {done.returncode}\n{done.stderr}")
    return done.returncode == 0


def record(kernel, agrees, what):
    good, all_of_them = tally.get(kernel, (0, 0))
    tally[kernel] = (good + bool(agrees), all_of_them + 1)
    if not agrees:
        print(f"WRONG: {kernel} on {what}")


def same(got, expected):
    scale = max(1.0, float(abs(expected).max())) if expected.size else 1.0
    return got.shape == expected.shape and np.allclose(got, expected, rtol=1e-9, atol=1e-9 * scale)


def same_sparse(path, expected):
    difference = abs(sparse.csr_matrix(scipy.io.mmread(path)) - expected)
    scale = max(1.0, float(abs(expected).max())) if expected.nnz else 1.0
    return difference.nnz == 0 or difference.max() <= 1e-9 * scale


def eighths(*shape):
    return random.integers(-8, 9, shape) / 8.0


def try_matrix(path):
    opened = gzip.open(path) if path.suffix == ".gz" else open(path, "rb")
    with opened as file:
        a = sparse.csr_matrix(scipy.io.mmread(file)).astype(np.float64)
    rows, columns = a.shape
    x, dense, left = eighths(columns), eighths(columns, 8), eighths(rows, 8)
    np.save("x.npy", x)
    np.save("X.npy", dense)
    np.save("U.npy", left)
    np.save("V.npy", np.ascontiguousarray(dense.T))
    for layout in ("csr", "csc", "coo", "dcsr"):
        ok = run("y(i)=A(i,j)*x(j)", [f"A={layout}:f64", "x=dense:f64", "y=dense:f64"], [f"A={path}", "x=x.npy"], "y=y.npy")
        record(f"SpMV {layout}", ok and same(np.load("y.npy"), a @ x), path)
    ok = run("C(i,k)=A(i,j)*X(j,k)", ["A=csr:f64", "X=dense:f64", "C=dense:f64"], [f"A={path}", "X=X.npy"], "C=C.npy")
    record("SpMM", ok and same(np.load("C.npy"), a @ dense), path)
    ok = run("D(i,j)=A(i,j)*U(i,k)*V(k,j)", ["A=csr:f64", "U=dense:f64", "V=dense:f64"],
             [f"A={path}", "U=U.npy", "V=V.npy"], "D=D.mtx")
    c = a.tocoo()
    sampled = sparse.csr_matrix((c.data * np.einsum("ek,ek->e", left[c.row], dense[c.col]), (c.row, c.col)), shape=a.shape)
    record("SDDMM", ok and same_sparse("D.mtx", sampled), path)
    ok = run("C(i,j)=A(i,j)+B(i,j)", ["A=csr:f64", "B=dcsr:f64"], [f"A={path}", f"B={path}"], "C=S.mtx")
    record("sparse addition", ok and same_sparse("S.mtx", 2 * a), path)


def try_tensor(path):
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else open(path)
    with opened as file:
        lines = [line.split() for line in file if line.strip() and not line.startswith("#")]
    if any(len(line) != 4 for line in lines):
        return  # another header
    table = np.array(lines, dtype=float)
    i, j, k = (table[:, m].astype(int) - 1 for m in range(3))
    if max(i.max(), j.max(), k.max()) > 10**6:
        return
    values, extents = table[:, 3], (i.max() + 1, j.max() + 1, k.max() + 1)
    b, c, x = eighths(extents[1], 8), eighths(extents[2], 8), eighths(extents[2])
    np.save("B.npy", b)
    np.save("C.npy", c)
    np.save("x.npy", x)
    expected = np.zeros((extents[0], 8))
    np.add.at(expected, i, values[:, None] * b[j] * c[k])
    for layout in ("csf", "coo"):
        ok = run("M(i,r)=T(i,j,k)*B(j,r)*C(k,r)", [f"T={layout}:f64", "B=dense:f64", "C=dense:f64", "M=dense:f64"],
                 [f"T={path}", "B=B.npy", "C=C.npy"], "M=M.npy")
        record(f"MTTKRP {layout}", ok and same(np.load("M.npy"), expected), path)
    ok = run("Y(i,j)=T(i,j,k)*x(k)", ["T=csf:f64", "x=dense:f64"], [f"T={path}", "x=x.npy"], "Y=Y.mtx")
    record("TTV", ok and same_sparse("Y.mtx", sparse.csr_matrix((values * x[k], (i, j)), shape=extents[:2])), path)


def table(name):
    lines = (data / name).read_text().splitlines()
    keys = lines[0].split("\t")
    return [dict(zip(keys, line.split("\t"))) for line in lines[1:]]


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    usable = [m for m in table("matrices.tsv") if "complex" not in m["header"] and "array" not in m["header"]
              and int(m["rows"]) > 0 and int(m["cols"]) > 0 and 0 < int(m["nnz_expanded"]) < 600000]
    for matrix in usable[:count]:
        try_matrix(data / matrix["file"])
    for tensor in table("tensors.tsv"):
        if tensor["order"] == "3":
            try_tensor(data / tensor["file"])

for kernel, (good, tried) in tally.items():
    print(f"{kernel}: {good} of {tried} agree with SciPy")
sys.exit(0 if tally and all(good == tried for good, tried in tally.values()) else 1)
