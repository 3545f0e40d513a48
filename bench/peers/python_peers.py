#!/usr/bin/env python3
"""Runs the kernels of bench/peers with SciPy and PyTorch.

  bench/peers/python_peers.py LIBRARY [OPTION...]    bench/peers/python_peers.py --which

LIBRARY is what bench/peers/run compiled from the C++ files here. It runs in this process, times these peers alternately
with the others, and compares results. Packages that are not installed are skipped. --which prints the installed ones;
it exits with 1 if there are none."""
import ctypes
import sys
import traceback
import warnings

try:
    import numpy as np
except ImportError:
    np = None
try:
    import scipy.sparse as sparse
except ImportError:
    sparse = None
try:
    import torch
except ImportError:
    torch = None


class Array(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("count", ctypes.c_int64)]

    def view(self, kind):
        memory = (kind * self.count).from_address(self.data) if self.count else (kind * 0)()
        return np.ctypeslib.as_array(memory)


class Operand(ctypes.Structure):
    _fields_ = [("dimension", ctypes.c_int64 * 3), ("pos", Array * 3), ("crd", Array * 3), ("vals", Array)]


class RawProblem(ctypes.Structure):
    _fields_ = [
        ("kind", ctypes.c_char_p),
        *((name, ctypes.c_int64) for name in ("value_bytes", "k", "threads")),
        *((name, Operand) for name in "ABCX"),
        *((name, Array) for name in ("left", "right", "bias", "last")),
    ]


class RawResult(ctypes.Structure):
    _fields_ = [("pos", Array), ("crd", Array), ("vals", Array)]


Prepare = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(RawProblem))
Call = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.POINTER(RawResult))
Release = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)


class Problem:
    """A problem of the C++ program: numpy views of its arrays, without copies."""

    def __init__(self, raw):
        self.kind, self.k, self.threads = raw.kind.decode(), raw.k, raw.threads
        self.value = ctypes.c_float if raw.value_bytes == 4 else ctypes.c_double
        for name in "ABCX":
            setattr(self, name, self.operand(getattr(raw, name)))
        for name in ("left", "right", "last"):
            setattr(self, name, getattr(raw, name).view(self.value).reshape(-1, self.k))
        self.bias = raw.bias.view(self.value)

    def operand(self, raw):
        """Extents, positions and coordinates of three levels, and values."""
        levels = [[level.view(ctypes.c_int32) for level in levels] for levels in (raw.pos, raw.crd)]
        return tuple(raw.dimension), *levels, raw.vals.view(self.value)

    def csr(self, name):
        dimension, pos, crd, vals = getattr(self, name)
        return pos[2], crd[2], vals, tuple(dimension[:2])

    def fibres(self):
        """The last level of the tensor as a csr matrix with one row per fibre."""
        dimension, pos, crd, vals = self.X
        return pos[2], crd[2], vals, (len(crd[1]), dimension[2])

    def slices(self):
        """Positions of the fibres of each slice, coordinates of slices and of fibres, and the extent of the first mode."""
        dimension, pos, crd, _ = self.X
        return pos[1], crd[0], crd[1], dimension[0]

    def below_fibres(self, vals):
        """A result with the upper levels of the tensor and these values."""
        _, pos, crd, _ = self.X
        return np.concatenate(pos[:2]), np.concatenate(crd[:2]), vals


def rows_of(pos):
    return np.repeat(np.arange(len(pos) - 1, dtype=np.int64), np.diff(pos))


# A peer is a function from a problem to None or to two functions. The first is timed; the second turns its result into
# (pos, crd, vals).


def scipy_peer(p):
    def matrix(csr):
        pos, crd, vals, shape = csr
        return sparse.csr_matrix((vals, crd, pos), shape=shape)

    def as_dense(c):
        return (), (), np.ascontiguousarray(c).ravel()

    def as_csr(c):
        c.sort_indices()  # not timed, in favour of SciPy
        return c.indptr, c.indices, c.data

    if p.kind in ("spmv", "spmm", "spmm_relu"):
        a, b = matrix(p.csr("A")), p.right.ravel() if p.kind == "spmv" else p.right
        if p.kind == "spmm_relu":
            zero = a.dtype.type(0)
            return lambda: np.maximum(a @ b + p.bias, zero), as_dense
        return lambda: a @ b, as_dense
    if p.kind in ("sddmm", "sddmm_spmm"):
        a = matrix(p.csr("A"))
        rows = rows_of(a.indptr)

        def sampled():
            vals = np.einsum("nk,nk->n", p.left[rows], p.right[a.indices])
            return sparse.csr_matrix((vals * a.data, a.indices, a.indptr), shape=a.shape)

        return (sampled, as_csr) if p.kind == "sddmm" else (lambda: sampled() @ p.last, as_dense)
    if p.kind in ("spgemm", "add"):
        a, b = matrix(p.csr("A")), matrix(p.csr("B"))
        return lambda: a @ b if p.kind == "spgemm" else a + b, as_csr
    if p.kind in ("spgemm_add", "add3"):
        a, b, c = (matrix(p.csr(name)) for name in "ABC")
        return lambda: a @ b + c if p.kind == "spgemm_add" else a + b + c, as_csr
    x = matrix(p.fibres())
    if p.kind in ("ttv", "ttm"):
        b = p.right.ravel() if p.kind == "ttv" else p.right
        return lambda: x @ b, lambda y: p.below_fibres(y.ravel())
    pos, i, j, height = p.slices()
    rows = np.zeros(height + 1, np.int32)
    rows[i + 1] = np.diff(pos)
    fibres = np.arange(len(j), dtype=np.int32)
    summed = sparse.csr_matrix((np.ones(len(j), x.dtype), fibres, np.cumsum(rows, dtype=np.int32)), (height, len(j)))
    return lambda: summed @ ((x @ p.right) * p.left[j]), as_dense


def torch_peer(p):
    """Debian's torch has no MKL. Its csr matrices can be multiplied with dense matrices only; other products and sums
    use coo, or gathers and index_add_."""
    torch.set_num_threads(p.threads)
    tensor = torch.from_numpy

    def csr(name):
        pos, crd, vals, shape = p.csr(name)
        return torch.sparse_csr_tensor(tensor(pos), tensor(crd), tensor(vals), shape)

    def coo(name):
        pos, crd, vals, shape = p.csr(name)
        indices = np.stack([rows_of(pos), crd.astype(np.int64)])
        return torch.sparse_coo_tensor(tensor(indices), tensor(vals), shape).coalesce()

    def as_dense(c):
        return (), (), c.contiguous().numpy().ravel()

    def multiplied(a, b):
        """The product in sorted order. torch marks its result as coalesced, although its rows are not sorted."""
        c = torch.sparse.mm(a, b)
        return torch.sparse_coo_tensor(c._indices(), c._values(), c.shape).coalesce()

    def as_csr(c):
        rows, columns = c.indices().numpy()
        pos = np.searchsorted(rows, np.arange(c.shape[0] + 1))
        return pos, columns, c.values().numpy()

    if p.kind == "spmv":  # a product with a matrix of one column takes four times as long
        pos, crd, vals, _ = p.csr("A")
        rows, columns = tensor(rows_of(pos)), tensor(crd.astype(np.int64))
        stored, x = tensor(vals), tensor(p.right.ravel())
        y = torch.empty(len(pos) - 1, dtype=x.dtype)
        return lambda: y.zero_().index_add_(0, rows, stored * x[columns]), as_dense
    if p.kind in ("spmm", "spmm_relu"):
        a, b = csr("A"), tensor(p.right)
        if p.kind == "spmm_relu":
            bias = tensor(p.bias)
            return lambda: (a @ b).add_(bias).relu_(), as_dense
        return lambda: a @ b, as_dense
    if p.kind in ("sddmm", "sddmm_spmm"):
        pos, crd, vals, shape = p.csr("A")
        rows, columns, at = tensor(rows_of(pos)), tensor(crd.astype(np.int64)), (tensor(pos), tensor(crd))
        x, y, stored, last = tensor(p.left), tensor(p.right), tensor(vals), tensor(p.last)

        def sampled():
            return (x.index_select(0, rows) * y.index_select(0, columns)).sum(1) * stored

        if p.kind == "sddmm":
            return sampled, lambda c: (pos, crd, c.numpy())
        return lambda: torch.sparse_csr_tensor(*at, sampled(), shape) @ last, as_dense
    if p.kind in ("spgemm", "add"):
        a, b = coo("A"), coo("B")
        return lambda: multiplied(a, b) if p.kind == "spgemm" else (a + b).coalesce(), as_csr
    if p.kind in ("spgemm_add", "add3"):
        a, b, c = coo("A"), coo("B"), coo("C")
        first = multiplied if p.kind == "spgemm_add" else torch.add
        return lambda: (first(a, b) + c).coalesce(), as_csr
    x_pos, x_crd, x_vals, (fibres, _) = p.fibres()
    fibre, k = tensor(rows_of(x_pos)), tensor(x_crd.astype(np.int64))
    vals, b = tensor(x_vals).unsqueeze(1), tensor(p.right)
    if p.kind in ("ttv", "ttm"):
        y = torch.empty(fibres, p.k, dtype=b.dtype)
        return lambda: y.zero_().index_add_(0, fibre, vals * b.index_select(0, k)), (
            lambda y: p.below_fibres(y.numpy().ravel())
        )
    pos, slices, middle, height = p.slices()
    j = tensor(middle.astype(np.int64)).index_select(0, fibre)
    i = tensor(slices[rows_of(pos)].astype(np.int64)).index_select(0, fibre)
    left, a = tensor(p.left), torch.empty(height, p.k, dtype=b.dtype)
    return lambda: a.zero_().index_add_(0, i, vals * left.index_select(0, j) * b.index_select(0, k)), as_dense


class Bridge:
    """Offers a peer to the C++ program, with calls by number. Prints exceptions and returns 0, which ends the run there."""

    def __init__(self, peer):
        self.peer, self.calls, self.kept = peer, {}, ()
        self.functions = Prepare(self.guarded(self.prepare)), Call(self.guarded(self.call)), Release(self.release)
        self.last = 0

    @staticmethod
    def guarded(function):
        def run(*arguments):
            try:
                return function(*arguments)
            except Exception:
                traceback.print_exc()
                return 0

        return run

    def prepare(self, raw):
        problem = Problem(raw.contents)
        found = self.peer(problem)
        if found is None:
            return -1
        self.last += 1
        self.calls[self.last] = (*found, problem.value)
        return self.last

    def call(self, number, out):
        run, arrays, value = self.calls[number]
        result = run()
        if not out:
            return 1
        pos, crd, vals = arrays(result)
        self.kept = [np.ascontiguousarray(part, kind) for part, kind in ((pos, "i4"), (crd, "i4"), (vals, value))]
        for name, part in zip(("pos", "crd", "vals"), self.kept):
            setattr(out.contents, name, Array(part.ctypes.data, part.size))
        return 1

    def release(self, number):
        self.calls.pop(number, None)
        return 1


def check_blas():
    """Warns if torch lacks OpenBLAS: Debian's torch uses the installed libblas.so.3, which may be the slow reference BLAS."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        if "openblas" not in maps.read():
            print("peers: torch runs without OpenBLAS (Debian: apt install libopenblas0)", file=sys.stderr)


def main():
    warnings.filterwarnings("ignore", message="Sparse CSR")  # a warning about beta state
    installed = [("SciPy", sparse and scipy_peer), ("torch", np is not None and torch and torch_peer)]
    peers = [(name, peer) for name, peer in installed if peer]
    if sys.argv[1] == "--which":
        print(" ".join(name for name, _ in peers))
        return 0 if peers else 1
    library = ctypes.CDLL(sys.argv[1])
    if torch:
        check_blas()
    bridges = [(name, Bridge(peer)) for name, peer in peers]
    for name, bridge in bridges:
        library.peers_add(name.encode(), *bridge.functions)
    arguments = [word.encode() for word in ["peers", *sys.argv[2:]]]
    return library.peers_run(len(arguments), (ctypes.c_char_p * len(arguments))(*arguments))


if __name__ == "__main__":
    sys.exit(main())
