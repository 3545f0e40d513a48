// Runs the kernels with GraphBLAS. Without its header, this peer solves no problem.
//
// C++ headers that GraphBLAS.h includes come first, outside of `extern "C"`, which version 7 lacks.
#include <math.h>
#include <stdlib.h>

#include <cmath>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <type_traits>

#include "peers.h"

#if __has_include(<suitesparse/GraphBLAS.h>)
#define HAS_GRAPHBLAS
extern "C" {
#include <suitesparse/GraphBLAS.h>
}
#elif __has_include(<GraphBLAS.h>)
#define HAS_GRAPHBLAS
extern "C" {
#include <GraphBLAS.h>
}
#endif

#ifdef HAS_GRAPHBLAS
namespace peers {
namespace {

void check(GrB_Info status) {
  if (status != GrB_SUCCESS) give_up("GraphBLAS failed with status " + std::to_string(status));
}

/// Initialises the library, once per process.
void start() {
  static const GrB_Info status = GrB_init(GrB_NONBLOCKING);
  check(status);
}

template <class T>
constexpr bool is_float = std::is_same_v<T, float>;
template <class T>
GrB_Type type() {
  return is_float<T> ? GrB_FP32 : GrB_FP64;
}
template <class T>
GrB_Semiring plus_times() {
  return is_float<T> ? GrB_PLUS_TIMES_SEMIRING_FP32 : GrB_PLUS_TIMES_SEMIRING_FP64;
}
template <class T>
GrB_BinaryOp plus() {
  return is_float<T> ? GrB_PLUS_FP32 : GrB_PLUS_FP64;
}
template <class T>
GrB_BinaryOp times() {
  return is_float<T> ? GrB_TIMES_FP32 : GrB_TIMES_FP64;
}

/// Owns a matrix of GraphBLAS.
struct Matrix {
  Matrix() = default;
  ~Matrix() { GrB_Matrix_free(&handle); }
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;
  GrB_Matrix handle = nullptr;
};
/// Owns a vector of GraphBLAS.
struct Vector {
  Vector() = default;
  ~Vector() { GrB_Vector_free(&handle); }
  Vector(const Vector&) = delete;
  Vector& operator=(const Vector&) = delete;
  GrB_Vector handle = nullptr;
};

template <class T>
void make_new(Matrix& matrix, std::int64_t rows, std::int64_t columns) {
  check(GrB_Matrix_new(&matrix.handle, type<T>(), static_cast<GrB_Index>(rows), static_cast<GrB_Index>(columns)));
}

template <class T>
void read(Matrix& matrix, const Csr<T>& a) {
  const std::vector<GrB_Index> pos(a.pos.begin(), a.pos.end()), crd(a.crd.begin(), a.crd.end());
  const auto rows = static_cast<GrB_Index>(a.rows), columns = static_cast<GrB_Index>(a.columns);
  if constexpr (is_float<T>)
    check(GrB_Matrix_import_FP32(&matrix.handle, GrB_FP32, rows, columns, pos.data(), crd.data(), a.vals.data(),
                                 pos.size(), crd.size(), a.vals.size(), GrB_CSR_FORMAT));
  else
    check(GrB_Matrix_import_FP64(&matrix.handle, GrB_FP64, rows, columns, pos.data(), crd.data(), a.vals.data(),
                                 pos.size(), crd.size(), a.vals.size(), GrB_CSR_FORMAT));
}

/// A copy in memory from `malloc`, which GraphBLAS takes over.
template <class T>
void* copy_of(const std::vector<T>& values) {
  void* memory = std::malloc(values.size() * sizeof(T));
  std::memcpy(memory, values.data(), values.size() * sizeof(T));
  return memory;
}

/// Reads a full row-major matrix, as the fast path of C += A * B requires.
template <class T>
void read(Matrix& matrix, const std::vector<T>& values, std::int64_t rows, std::int64_t columns) {
  make_new<T>(matrix, rows, columns);
  void* memory = copy_of(values);
  check(GxB_Matrix_pack_FullR(matrix.handle, &memory, values.size() * sizeof(T), false, nullptr));
}
template <class T>
void read(Vector& vector, const std::vector<T>& values) {
  check(GrB_Vector_new(&vector.handle, type<T>(), values.size()));
  void* memory = copy_of(values);
  check(GxB_Vector_pack_Full(vector.handle, &memory, values.size() * sizeof(T), false, nullptr));
}

template <class T>
void copy_full(const Matrix& c, std::size_t count, Result<T>* out) {
  void* memory = nullptr;
  GrB_Index bytes = 0;
  bool is_iso = false;
  check(GxB_Matrix_unpack_FullR(c.handle, &memory, &bytes, &is_iso, nullptr));
  const T* values = static_cast<const T*>(memory);
  if (is_iso)
    out->vals.assign(count, values[0]);
  else
    out->vals.assign(values, values + count);
  check(GxB_Matrix_pack_FullR(c.handle, &memory, bytes, is_iso, nullptr));
}

template <class T>
void copy_sparse(const Matrix& c, std::int64_t rows, Result<T>* out) {
  if (!out) return;
  GrB_Index count = 0;
  check(GrB_Matrix_nvals(&count, c.handle));
  std::vector<GrB_Index> i(count), j(count);
  out->vals.resize(count);
  if constexpr (is_float<T>)
    check(GrB_Matrix_extractTuples_FP32(i.data(), j.data(), out->vals.data(), &count, c.handle));
  else
    check(GrB_Matrix_extractTuples_FP64(i.data(), j.data(), out->vals.data(), &count, c.handle));
  out->crd.assign(j.begin(), j.end());
  out->pos.assign(static_cast<std::size_t>(rows + 1), 0);
  for (const GrB_Index row : i) ++out->pos[row + 1];
  for (std::size_t row = 1; row < out->pos.size(); ++row) out->pos[row] += out->pos[row - 1];
}

/// C += A * B. The time excludes clearing C, in favour of GraphBLAS.
template <class T>
Call<T> spmm(const Problem<T>& p) {
  struct State {
    Matrix A, B, C;
  };
  const auto s = std::make_shared<State>();
  const std::vector<T> zeros(static_cast<std::size_t>(p.A.rows * p.k));
  read(s->A, p.A);
  read(s->B, p.right, p.A.columns, p.k);
  read(s->C, zeros, p.A.rows, p.k);
  return [s, count = zeros.size()](Result<T>* out) {
    check(GrB_mxm(s->C.handle, nullptr, plus<T>(), plus_times<T>(), s->A.handle, s->B.handle, nullptr));
    if (out) copy_full(s->C, count, out);  // only in the first call, when C was zero
  };
}

template <class T>
Call<T> spmv(const Problem<T>& p) {
  struct State {
    Matrix A;
    Vector x, y;
  };
  const auto s = std::make_shared<State>();
  const std::vector<T> zeros(static_cast<std::size_t>(p.A.rows));
  read(s->A, p.A);
  read(s->x, p.right);
  read(s->y, zeros);
  return [s](Result<T>* out) {
    check(GrB_mxv(s->y.handle, nullptr, plus<T>(), plus_times<T>(), s->A.handle, s->x.handle, nullptr));
    if (!out) return;
    void* memory = nullptr;
    GrB_Index bytes = 0;
    bool is_iso = false;
    GrB_Index count = 0;
    check(GrB_Vector_size(&count, s->y.handle));
    check(GxB_Vector_unpack_Full(s->y.handle, &memory, &bytes, &is_iso, nullptr));
    const T* values = static_cast<const T*>(memory);
    for (GrB_Index n = 0; n < count; ++n) out->vals.push_back(values[is_iso ? 0 : n]);
    check(GxB_Vector_pack_Full(s->y.handle, &memory, bytes, is_iso, nullptr));
  };
}

/// X * Y' masked by the pattern of A, times A elementwise.
template <class T>
Call<T> sddmm(const Problem<T>& p) {
  struct State {
    Matrix A, X, Y;
  };
  const auto s = std::make_shared<State>();
  read(s->A, p.A);
  read(s->X, p.left, p.A.rows, p.k);
  read(s->Y, p.right, p.A.columns, p.k);
  return [s, &p](Result<T>* out) {
    Matrix products, C;
    make_new<T>(products, p.A.rows, p.A.columns);
    make_new<T>(C, p.A.rows, p.A.columns);
    check(GrB_mxm(products.handle, s->A.handle, nullptr, plus_times<T>(), s->X.handle, s->Y.handle, GrB_DESC_ST1));
    check(GrB_Matrix_eWiseMult_BinaryOp(C.handle, nullptr, nullptr, times<T>(), products.handle, s->A.handle, nullptr));
    check(GrB_Matrix_wait(C.handle, GrB_MATERIALIZE));
    copy_sparse(C, p.A.rows, out);
  };
}

/// A * B or A + B in a new sorted matrix, plus a third matrix for some kernels.
template <class T>
Call<T> into_sparse(const Problem<T>& p) {
  struct State {
    Matrix A, B, third;
  };
  const auto s = std::make_shared<State>();
  const bool multiplies = p.kind == Kind::spgemm || p.kind == Kind::spgemm_add;
  const bool has_third = p.kind == Kind::spgemm_add || p.kind == Kind::add3;
  read(s->A, p.A);
  read(s->B, p.B);
  if (has_third) read(s->third, p.C);
  return [s, multiplies, has_third, &p](Result<T>* out) {
    Matrix C;
    make_new<T>(C, p.A.rows, p.B.columns);
    if (multiplies)
      check(GrB_mxm(C.handle, nullptr, nullptr, plus_times<T>(), s->A.handle, s->B.handle, nullptr));
    else
      check(GrB_Matrix_eWiseAdd_BinaryOp(C.handle, nullptr, nullptr, plus<T>(), s->A.handle, s->B.handle, nullptr));
    if (has_third)
      check(GrB_Matrix_eWiseAdd_BinaryOp(C.handle, nullptr, nullptr, plus<T>(), C.handle, s->third.handle, nullptr));
    check(GrB_Matrix_wait(C.handle, GrB_MATERIALIZE));
    copy_sparse(C, p.A.rows, out);
  };
}

}  // namespace

template <class T>
Call<T> graphblas(const Problem<T>& p) {
  start();
  check(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, p.threads));
  switch (p.kind) {
    case Kind::spmv:
      return spmv(p);
    case Kind::spmm:
      return spmm(p);
    case Kind::sddmm:
      return sddmm(p);
    case Kind::spgemm:
    case Kind::spgemm_add:
    case Kind::add:
    case Kind::add3:
      return into_sparse(p);
    case Kind::spmm_relu:
    case Kind::sddmm_spmm:
    case Kind::mttkrp:
    case Kind::ttv:
    case Kind::ttm:
      return {};
  }
  return {};
}

}  // namespace peers
#else
namespace peers {
template <class T>
Call<T> graphblas(const Problem<T>&) {
  return {};
}
}  // namespace peers
#endif

template peers::Call<float> peers::graphblas(const Problem<float>&);
template peers::Call<double> peers::graphblas(const Problem<double>&);
