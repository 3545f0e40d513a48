// Calls kernels on the buffers of other libraries, in place. Libraries that are not installed are skipped.
#include <filesystem>

#include "calling/kernels.h"
#include "calling/python.h"
#include "catch.h"

namespace {

constexpr const char* eigen_program = R"(
#include "sum2.eigen.hpp"
#include "names.eigen.hpp"
#include "update.eigen.hpp"
#include <cstdio>
#define EXPECT(what) do { if (!(what)) { std::printf("line %d: %s\n", __LINE__, #what); return 1; } } while (false)
int main() {
  namespace k = scorch::my_lib_sum2;
  typedef Eigen::SparseMatrix<double, Eigen::RowMajor, int32_t> Rows;
  typedef Eigen::SparseMatrix<double, Eigen::ColMajor, int32_t> Columns;
  Rows A(3, 4);
  A.insert(0, 1) = 2;
  A.insert(2, 3) = 5;
  Columns B(3, 4);
  B.insert(2, 3) = 7;
  B.insert(1, 0) = 1;
  my_lib_sum2_A a;
  my_lib_sum2_B b;
  my_lib_sum2_C c = {};
  EXPECT(k::from_eigen(A, &a) == SCORCH_SHAPE_MISMATCH);  // not compressed
  A.makeCompressed();
  B.makeCompressed();
  EXPECT(k::from_eigen(A, &a) == SCORCH_OK && k::from_eigen(B, &b) == SCORCH_OK);
  EXPECT(a.A2_pos == A.outerIndexPtr() && a.A2_crd == A.innerIndexPtr() && a.A_vals == A.valuePtr());
  EXPECT(b.B2_pos == B.outerIndexPtr() && b.B2_crd == B.innerIndexPtr() && b.B_vals == B.valuePtr());
  EXPECT(my_lib_sum2(&a, &b, &c, nullptr) == SCORCH_OK);
  const auto C = k::to_eigen(c);
  EXPECT(C.valuePtr() == c.C_vals && C.nonZeros() == 3 && C.rows() == 3 && C.cols() == 4);
  EXPECT((C.toDense() - A.toDense() - B.toDense()).cwiseAbs().maxCoeff() == 0);
  const Eigen::Map<const Rows> mapped(3, 4, c.C2_count, c.C2_pos, c.C2_crd, c.C_vals);
  EXPECT(k::from_eigen(mapped, &a) == SCORCH_OK && a.A_vals == c.C_vals);
  EXPECT(k::from_eigen(A.middleRows(1, 2), &a) == SCORCH_SHAPE_MISMATCH);  // its positions do not begin at 0
  my_lib_sum2_free(&c, nullptr);

  // Dense operands: a column-major matrix and vectors; the result is written in place.
  namespace n = scorch::my_lib_names;
  Eigen::MatrixXf M = Eigen::MatrixXf::Random(5, 4);
  Eigen::VectorXf x = Eigen::VectorXf::Random(4), y(5);
  my_lib_names_print m = {};
  my_lib_names_tensor v = {};
  my_lib_names_status_2 r = {};
  EXPECT(n::from_eigen(M, &m) == SCORCH_OK && n::from_eigen(x, &v) == SCORCH_OK && n::from_eigen(y, &r) == SCORCH_OK);
  EXPECT(m.print_vals == M.data() && v.tensor_vals == x.data() && r.status_vals == y.data());
  EXPECT(my_lib_names(&m, &v, &r, nullptr) == SCORCH_OK && (y - M * x).cwiseAbs().maxCoeff() < 1e-5F);
  const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> by_rows = M;
  EXPECT(n::from_eigen(by_rows, &m) == SCORCH_SHAPE_MISMATCH);
  EXPECT(n::from_eigen(M.topRows(3), &m) == SCORCH_SHAPE_MISMATCH && n::from_eigen(M.leftCols(2), &m) == SCORCH_OK);
  EXPECT(n::from_eigen(M.row(0), &v) == SCORCH_SHAPE_MISMATCH && n::from_eigen(M.col(1), &v) == SCORCH_OK);
  return 0;
}
)";

constexpr const char* python_program = R"py(
import gc, sys
import numpy as np
import scipy.sparse as sp
import spmv, sum2, coo, blocks, csf, number, names, sum_blocks, sum_list

def refuses(error, call, *arguments, **named):
    try:
        call(*arguments, **named)
    except error:
        return True
    return False

def random(kind, dtype, seed=1):
    return sp.random(20, 30, 0.2, kind, dtype=dtype, random_state=seed)

# Matrices and vectors of the right types are used in place.
k = spmv.load("./libspmv.so")
A, x = random("csr", "f4"), np.arange(30, dtype="f4")
struct = spmv._operand_A(A)
assert struct.A2_pos == A.indptr.ctypes.data and struct.A2_crd == A.indices.ctypes.data and struct.A_vals == A.data.ctypes.data
assert spmv._operand_x(x).x_vals == x.ctypes.data
assert np.allclose(k(A, x), A @ x)
out = np.empty(20, "f4")
assert k(A, x, out=out, threads=1) is out and np.allclose(out, A @ x)
assert refuses(TypeError, k, A.astype("f8"), x) and refuses(TypeError, k, A, x.astype("f8")) and refuses(TypeError, k, A, list(x))
assert refuses(TypeError, k, A.tocsc(), x) and refuses(ValueError, k, A, np.arange(60, dtype="f4")[::2])
assert refuses(spmv.Status, k, A, np.arange(29, dtype="f4")) and refuses(ValueError, k, A, x, out=np.empty(21, "f4"))
short = spmv.Tensor(A.shape, A2_pos=A.indptr[:20].copy(), A2_crd=A.indices, A_vals=A.data)
assert refuses(ValueError, k, short, x)
read_only = np.empty(20, "f4"); read_only.flags.writeable = False
assert refuses(ValueError, k, A, x, out=read_only)
# A result must not overlap an operand's array, not even in part.
memory = np.arange(60, dtype="f4")
assert refuses(ValueError, k, A, memory[:30], out=memory[:20]) and refuses(ValueError, k, A, memory[:30], out=memory[29:49])
assert np.allclose(k(A, memory[:30], out=memory[30:50]), A @ memory[:30])
square = sp.random(20, 20, 0.9, "csr", dtype="f4", random_state=3)
assert refuses(ValueError, k, square, np.ones(20, "f4"), out=square.data[7:27])
assert refuses(ValueError, k, square, np.ones(20, "f4"), out=square.indices[:20].view("f4"))

# A sparse result is memory of the kernel, which stays allocated as long as the last array over it.
k = sum2.load("./libsum2.so")
A, B = random("csr", "f8"), random("csc", "f8", 2)
C = k(A, B)
assert sp.isspmatrix_csr(C) and abs(C - (A + B)).max() == 0
base = C.data.base.obj if hasattr(C.data.base, "obj") else C.data.base
assert base.owner._struct.C_vals == C.data.ctypes.data and base.owner._struct.C2_crd == C.indices.ctypes.data
data, expected = C.data, C.data.copy()
del C, base; gc.collect()
assert (data == expected).all()
assert k(sp.csr_matrix((20, 30)), sp.csc_matrix((20, 30))).nnz == 0

k = coo.load("./libcoo.so")
A = random("csr", "f8"); A.data = np.arange(A.nnz) + 1.0
A, x = A.astype("i4").tocoo(), np.arange(30, dtype="i4")
y = k(A, x)
dense = np.zeros(20, "i4"); dense[y["y1_crd"]] = y["y_vals"]
assert y.shape == (20,) and (dense == A @ x).all() and coo._operand_A(A).A1_crd == A.row.ctypes.data
assert refuses(ValueError, k, sp.coo_matrix((A.data[::-1].copy(), (A.row[::-1].copy(), A.col[::-1].copy())), shape=A.shape), x)

# Results in coo and in blocks; SciPy supports only whole blocks.
k = sum_list.load("./libsum_list.so")
A, B = random("csr", "f4").tocoo(), random("csr", "f4", 2)
C = k(A, B)
assert sp.isspmatrix_coo(C) and C.has_canonical_format and abs(C - (A + B)).max() == 0
assert C.row.base is not None and k(sp.coo_matrix((20, 30), dtype="f4"), sp.csr_matrix((20, 30), dtype="f4")).nnz == 0
k = sum_blocks.load("./libsum_blocks.so")
A, B = random("csr", "f8").tobsr((2, 3)), random("csr", "f8", 2).tobsr((2, 3))
C = k(A, B, np.ones(30))
assert sp.isspmatrix_bsr(C) and C.blocksize == (2, 3) and abs(C - (A + B)).max() == 0
assert k(sp.bsr_matrix((20, 30), blocksize=(2, 3)), B, np.ones(30)).nnz == B.nnz
part = lambda: sum_blocks.Tensor((3, 4), A2_pos=np.array([0, 1, 1], "i4"), A2_crd=np.array([0], "i4"), A_vals=np.eye(2, 3).reshape(-1))
whole = sum_blocks.Tensor((3, 4), B2_pos=np.array([0, 1, 1], "i4"), B2_crd=np.array([0], "i4"), B_vals=np.zeros(6))
C = k(part(), whole, np.ones(4))
assert C.shape == (3, 4) and C["C_vals"].tolist() == [1, 0, 0, 0, 1, 0]

# A dense result to which values are added; 64-bit coordinates.
k = blocks.load("./libblocks.so")
A, x = random("csr", "f8").tobsr((2, 3)), np.arange(30, dtype="f8")
A.indices, A.indptr = A.indices.astype("i8"), A.indptr.astype("i8")
out = np.ones(20)
assert k(A, x, out) is out and np.allclose(out, A @ x + 1) and blocks._operand_A(A).A_vals == A.data.ctypes.data
assert refuses(ValueError, k, A, x, A.data.reshape(-1)[:20]) and refuses(TypeError, k, A, x, out.astype("f4")) and refuses(ValueError, k, A.tobsr((2, 5)), x, out)

# Formats that SciPy lacks are passed as arrays. A column-major matrix. A scalar.
k = csf.load("./libcsf.so")
i = lambda *numbers: np.array(numbers, "i4")
p = lambda *numbers: np.array(numbers, "i8")
A = csf.Tensor((2, 4, 4), A1_pos=p(0, 1), A1_crd=i(1), A2_pos=p(0, 1), A2_crd=i(2), A3_pos=p(0, 2),
               A3_crd=i(0, 3), A_vals=np.array([2, 5], "f4"))
B = np.arange(12, dtype="f4").reshape(4, 3)
C = k(A, B)
assert (C[0] == 0).all() and (C[1] == 2 * B[2] * B[0] + 5 * B[2] * B[3]).all() and refuses(csf.Status, k, A, B[:3].copy())
assert refuses(TypeError, k, B, B)
k = names.load("./libnames.so")
M = np.asfortranarray(np.arange(12, dtype="f4").reshape(3, 4))
assert names._operand_print(M).print_vals == M.ctypes.data
assert np.allclose(k(M, np.ones(4, "f4")), M.sum(1)) and refuses(ValueError, k, np.ascontiguousarray(M), np.ones(4, "f4"))
k = number.load("./libnumber.so")
A = number.Tensor((3, 4), A1_pos=i(0, 1), A1_crd=i(2), A2_pos=i(0, 2), A2_crd=i(0, 3), A_vals=np.array([10, 20], "i8"))
assert k(A, np.ones((3, 4), "i8")) == 15
)py";

}  // namespace

TEST_CASE("Eigen's buffers are used without a copy", "[compiler]") {
  if (!std::filesystem::exists("/usr/include/eigen3/Eigen/SparseCore")) {
    WARN("skipped: there is no Eigen");
    return;
  }
  const Workplace workplace;
  emit_kernels(workplace, "h,cpp,eigen");
  workplace.write("k/use.cpp", eigen_program);
  compile(workplace, "-std=c++17 -isystem /usr/include/eigen3 use.cpp sum2.cpp names.cpp -o use");
  run_program(workplace, "./use");
}

TEST_CASE("buffers of NumPy and SciPy are used without a copy", "[compiler]") {
  const std::string python = python_with("numpy, scipy.sparse");
  if (python.empty()) {
    WARN("skipped: there is no NumPy or no SciPy");
    return;
  }
  const Workplace workplace;
  emit_kernels(workplace, "h,cpp,ctypes");
  std::string build;
  for (const char* name : {"spmv", "sum2", "coo", "blocks", "csf", "number", "names", "sum_blocks", "sum_list"})
    build += std::string(build.empty() ? "" : " && ") + "g++ -std=c++17 -shared -fPIC " + name + ".cpp -o lib" + name +
             ".so";
  run_program(workplace, build);
  workplace.write("k/use.py", python_program);
  run_program(workplace, python + " -W error use.py");
}
