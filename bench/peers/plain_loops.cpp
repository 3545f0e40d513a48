// Hand-written loops in the style of the C that TACO prints, whose results are the reference. A row of the result is
// accumulated in memory. Sparse results grow by doubling, and one thread assembles them.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>

#include "peers.h"

namespace peers {
namespace {

/// Whether to use threads: not for a few rows.
template <class T>
bool uses_threads(const Problem<T>& p) {
  return p.threads > 1 && p.A.rows + p.X.dimension[0] > 64;
}

template <class T>
void spmv(const Problem<T>& p, T* y) {
  const std::int32_t* pos = p.A.pos.data();
  const std::int32_t* crd = p.A.crd.data();
  const T* vals = p.A.vals.data();
  const T* x = p.right.data();
#pragma omp parallel for schedule(dynamic, 32) num_threads(p.threads) if (uses_threads(p))
  for (std::int64_t i = 0; i < p.A.rows; ++i) {
    T sum = 0;
    for (std::int32_t n = pos[i]; n < pos[i + 1]; ++n) sum += vals[n] * x[crd[n]];
    y[i] = sum;
  }
}

template <class T>
void spmm(const Problem<T>& p, T* c) {
  const std::int32_t* pos = p.A.pos.data();
  const std::int32_t* crd = p.A.crd.data();
  const T* vals = p.A.vals.data();
  const T* b = p.right.data();
  const std::int64_t width = p.k;
  const bool is_fused = p.kind == Kind::spmm_relu;
#pragma omp parallel for schedule(dynamic, 32) num_threads(p.threads) if (uses_threads(p))
  for (std::int64_t i = 0; i < p.A.rows; ++i) {
    T* row = c + i * width;
    for (std::int64_t k = 0; k < width; ++k) row[k] = is_fused ? p.bias[static_cast<std::size_t>(k)] : 0;
    for (std::int32_t n = pos[i]; n < pos[i + 1]; ++n) {
      const T* from = b + crd[n] * width;
      for (std::int64_t k = 0; k < width; ++k) row[k] += vals[n] * from[k];
    }
    if (!is_fused) continue;
    for (std::int64_t k = 0; k < width; ++k) row[k] = std::max(row[k], T{0});
  }
}

/// C(i,l) = A(i,j) * X(i,k) * Y(j,k) * B(j,l)
template <class T>
void sddmm_spmm(const Problem<T>& p, T* c) {
  const Csr<T>& A = p.A;
  const std::int64_t width = p.k;
#pragma omp parallel for schedule(dynamic, 32) num_threads(p.threads) if (uses_threads(p))
  for (std::int64_t i = 0; i < A.rows; ++i) {
    T* row = c + i * width;
    const T* x = p.left.data() + i * width;
    std::fill_n(row, width, T{0});
    for (std::int32_t n = A.pos[static_cast<std::size_t>(i)]; n < A.pos[static_cast<std::size_t>(i) + 1]; ++n) {
      const std::int64_t from = A.crd[static_cast<std::size_t>(n)] * width;
      const T *y = p.right.data() + from, *b = p.last.data() + from;
      T sum = 0;
      for (std::int64_t k = 0; k < width; ++k) sum += x[k] * y[k];
      sum *= A.vals[static_cast<std::size_t>(n)];
      for (std::int64_t l = 0; l < width; ++l) row[l] += sum * b[l];
    }
  }
}

/// A(i,r) = X(i,j,k) * B(j,r) * C(k,r)
template <class T>
void mttkrp(const Problem<T>& p, T* a) {
  const Csf<T>& x = p.X;
  const std::int64_t width = p.k;
  std::fill_n(a, x.dimension[0] * width, T{0});
#pragma omp parallel for schedule(dynamic, 32) num_threads(p.threads) if (uses_threads(p))
  for (std::size_t i = 0; i < x.crd[0].size(); ++i) {
    T* row = a + x.crd[0][i] * width;
    for (auto j = static_cast<std::size_t>(x.pos[1][i]); j < static_cast<std::size_t>(x.pos[1][i + 1]); ++j) {
      const T* b = p.left.data() + x.crd[1][j] * width;
      for (auto k = static_cast<std::size_t>(x.pos[2][j]); k < static_cast<std::size_t>(x.pos[2][j + 1]); ++k) {
        const T* c = p.right.data() + x.crd[2][k] * width;
        const T value = x.vals[k];
        for (std::int64_t r = 0; r < width; ++r) row[r] += value * b[r] * c[r];
      }
    }
  }
}

/// An array that grows by doubling, new in each call. `malloc` does not initialise it, so nothing is written twice.
template <class T>
struct Grown {
  explicit Grown(std::int64_t count) : capacity(std::max<std::int64_t>(count, 1)), data(allocate(capacity)) {}
  ~Grown() { std::free(data); }
  Grown(const Grown&) = delete;
  Grown& operator=(const Grown&) = delete;
  static T* allocate(std::int64_t count) {
    return static_cast<T*>(std::malloc(static_cast<std::size_t>(count) * sizeof(T)));
  }
  void make_room(std::int64_t at) {
    if (at < capacity) return;
    capacity *= 2;
    data = static_cast<T*>(std::realloc(data, static_cast<std::size_t>(capacity) * sizeof(T)));
  }
  std::int64_t capacity;
  T* data;
};

template <class T>
struct Sparse {
  Sparse(std::int64_t rows, std::int64_t capacity) : pos(rows + 1), crd(capacity), vals(capacity) { pos.data[0] = 0; }
  void append(std::int32_t j, T value) {
    crd.make_room(count);
    vals.make_room(count);
    crd.data[count] = j;
    vals.data[count++] = value;
  }
  void copy(std::int64_t rows, Result<T>* out) const {
    if (!out) return;
    out->pos.assign(pos.data, pos.data + rows + 1);
    out->crd.assign(crd.data, crd.data + count);
    out->vals.assign(vals.data, vals.data + count);
  }
  Grown<std::int32_t> pos, crd;
  Grown<T> vals;
  std::int32_t count = 0;
};

constexpr std::int64_t first_capacity = 1 << 18;  // entries; a megabyte of coordinates

/// C(i,j) = X(i,j,k) * b(k), or C(i,j,r) = X(i,j,k) * B(k,r). Copies the upper levels by appending.
template <class T>
void multiply_last_mode(const Problem<T>& p, Result<T>* out) {
  const Csf<T>& x = p.X;
  const std::int64_t width = p.k;
  const auto fibres = static_cast<std::int64_t>(x.crd[1].size());
  Grown<std::int32_t> crd[2]{Grown<std::int32_t>(first_capacity), Grown<std::int32_t>(first_capacity)};
  Grown<std::int32_t> pos(first_capacity);
  Grown<T> vals(fibres * width);
  pos.data[0] = 0;
  for (std::size_t i = 0; i < x.crd[0].size(); ++i) {
    for (std::int64_t j = x.pos[1][i]; j < x.pos[1][i + 1]; ++j) {
      crd[1].make_room(j);
      crd[1].data[j] = x.crd[1][static_cast<std::size_t>(j)];
    }
    crd[0].make_room(static_cast<std::int64_t>(i));
    crd[0].data[i] = x.crd[0][i];
    pos.make_room(static_cast<std::int64_t>(i) + 1);
    pos.data[i + 1] = x.pos[1][i + 1];
  }
#pragma omp parallel for schedule(dynamic, 32) num_threads(p.threads) if (uses_threads(p))
  for (std::int64_t j = 0; j < fibres; ++j) {
    const auto begin = static_cast<std::size_t>(x.pos[2][static_cast<std::size_t>(j)]),
               end = static_cast<std::size_t>(x.pos[2][static_cast<std::size_t>(j) + 1]);
    if (width == 1) {
      T sum = 0;
      for (std::size_t n = begin; n < end; ++n) sum += x.vals[n] * p.right[static_cast<std::size_t>(x.crd[2][n])];
      vals.data[j] = sum;
      continue;
    }
    T* row = vals.data + j * width;
    std::fill_n(row, width, T{0});
    for (std::size_t n = begin; n < end; ++n) {
      const T* from = p.right.data() + x.crd[2][n] * width;
      for (std::int64_t r = 0; r < width; ++r) row[r] += x.vals[n] * from[r];
    }
  }
  if (!out) return;
  const auto slices = static_cast<std::int64_t>(x.crd[0].size());
  out->pos = x.pos[0];
  out->pos.insert(out->pos.end(), pos.data, pos.data + slices + 1);
  out->crd.assign(crd[0].data, crd[0].data + slices);
  out->crd.insert(out->crd.end(), crd[1].data, crd[1].data + fibres);
  out->vals.assign(vals.data, vals.data + fibres * width);
}

/// Gustavson's algorithm, with a dense workspace and a sorted list of its coordinates. First inserts a third matrix, if
/// there is one.
template <class T>
void spgemm(const Problem<T>& p, Result<T>* out) {
  const Csr<T>&A = p.A, &B = p.B;
  const bool adds = p.kind == Kind::spgemm_add;
  Sparse<T> c(A.rows, first_capacity);
  std::vector<T> workspace(static_cast<std::size_t>(B.columns));
  std::vector<char> is_set(static_cast<std::size_t>(B.columns));
  std::vector<std::int32_t> list;
  for (std::size_t i = 0; i < static_cast<std::size_t>(A.rows); ++i) {
    list.clear();
    for (std::int32_t n = adds ? p.C.pos[i] : 0; adds && n < p.C.pos[i + 1]; ++n) {
      const std::int32_t j = p.C.crd[static_cast<std::size_t>(n)];
      is_set[static_cast<std::size_t>(j)] = 1;
      workspace[static_cast<std::size_t>(j)] = p.C.vals[static_cast<std::size_t>(n)];
      list.push_back(j);
    }
    for (auto n = static_cast<std::size_t>(A.pos[i]); n < static_cast<std::size_t>(A.pos[i + 1]); ++n) {
      const auto k = static_cast<std::size_t>(A.crd[n]);
      for (auto m = static_cast<std::size_t>(B.pos[k]); m < static_cast<std::size_t>(B.pos[k + 1]); ++m) {
        const auto j = static_cast<std::size_t>(B.crd[m]);
        if (!is_set[j]) {
          is_set[j] = 1;
          workspace[j] = 0;
          list.push_back(B.crd[m]);
        }
        workspace[j] += A.vals[n] * B.vals[m];
      }
    }
    std::sort(list.begin(), list.end());
    for (const std::int32_t j : list) {
      c.append(j, workspace[static_cast<std::size_t>(j)]);
      is_set[static_cast<std::size_t>(j)] = 0;
    }
    c.pos.data[i + 1] = c.count;
  }
  c.copy(A.rows, out);
}

template <class T>
void add(const Problem<T>& p, Result<T>* out) {
  const Csr<T>&A = p.A, &B = p.B;
  Sparse<T> c(A.rows, first_capacity);
  for (std::size_t i = 0; i < static_cast<std::size_t>(A.rows); ++i) {
    auto a = static_cast<std::size_t>(A.pos[i]), b = static_cast<std::size_t>(B.pos[i]);
    const auto a_end = static_cast<std::size_t>(A.pos[i + 1]), b_end = static_cast<std::size_t>(B.pos[i + 1]);
    while (a < a_end && b < b_end) {
      const std::int32_t in_a = A.crd[a], in_b = B.crd[b], j = std::min(in_a, in_b);
      if (in_a == j && in_b == j)
        c.append(j, A.vals[a] + B.vals[b]);
      else
        c.append(j, in_a == j ? A.vals[a] : B.vals[b]);
      a += in_a == j;
      b += in_b == j;
    }
    for (; a < a_end; ++a) c.append(A.crd[a], A.vals[a]);
    for (; b < b_end; ++b) c.append(B.crd[b], B.vals[b]);
    c.pos.data[i + 1] = c.count;
  }
  c.copy(A.rows, out);
}

template <class T>
void add_three(const Problem<T>& p, Result<T>* out) {
  const Csr<T>* operands[3] = {&p.A, &p.B, &p.C};
  constexpr std::int32_t none = std::numeric_limits<std::int32_t>::max();
  Sparse<T> c(p.A.rows, first_capacity);
  for (std::size_t i = 0; i < static_cast<std::size_t>(p.A.rows); ++i) {
    std::size_t at[3], end[3];
    for (int n = 0; n < 3; ++n) {
      at[n] = static_cast<std::size_t>(operands[n]->pos[i]);
      end[n] = static_cast<std::size_t>(operands[n]->pos[i + 1]);
    }
    while (true) {
      std::int32_t column[3];
      for (int n = 0; n < 3; ++n) column[n] = at[n] < end[n] ? operands[n]->crd[at[n]] : none;
      const std::int32_t j = std::min({column[0], column[1], column[2]});
      if (j == none) break;
      T sum = 0;
      for (int n = 0; n < 3; ++n)
        if (column[n] == j) sum += operands[n]->vals[at[n]++];
      c.append(j, sum);
    }
    c.pos.data[i + 1] = c.count;
  }
  c.copy(p.A.rows, out);
}

/// C(i,j) = A(i,j) * X(i,k) * Y(j,k)
template <class T>
void sddmm(const Problem<T>& p, Result<T>* out) {
  const Csr<T>& A = p.A;
  Sparse<T> c(A.rows, A.stored());
  const std::int64_t width = p.k;
  std::memcpy(c.pos.data, A.pos.data(), A.pos.size() * sizeof(std::int32_t));
  std::memcpy(c.crd.data, A.crd.data(), A.crd.size() * sizeof(std::int32_t));
#pragma omp parallel for schedule(dynamic, 32) num_threads(p.threads) if (uses_threads(p))
  for (std::int64_t i = 0; i < A.rows; ++i) {
    const T* x = p.left.data() + i * width;
    for (auto n = static_cast<std::size_t>(c.pos.data[i]); n < static_cast<std::size_t>(c.pos.data[i + 1]); ++n) {
      const T* y = p.right.data() + A.crd[n] * width;
      T sum = 0;
      for (std::int64_t k = 0; k < width; ++k) sum += x[k] * y[k];
      c.vals.data[n] = A.vals[n] * sum;
    }
  }
  c.count = c.pos.data[A.rows];
  c.copy(A.rows, out);
}

/// A kernel with a dense result, in memory that lasts between calls.
template <class T>
Call<T> into_dense(const Problem<T>& p, void (*kernel)(const Problem<T>&, T*)) {
  const std::int64_t rows = p.kind == Kind::mttkrp ? p.X.dimension[0] : p.A.rows;
  const auto result = std::make_shared<std::vector<T>>(static_cast<std::size_t>(rows * p.k));
  return [&p, result, kernel](Result<T>* out) {
    kernel(p, result->data());
    if (out) out->vals = *result;
  };
}

}  // namespace

template <class T>
Call<T> plain_loops(const Problem<T>& p) {
  switch (p.kind) {
    case Kind::spmv:
      return into_dense<T>(p, spmv<T>);
    case Kind::spmm:
    case Kind::spmm_relu:
      return into_dense<T>(p, spmm<T>);
    case Kind::sddmm_spmm:
      return into_dense<T>(p, sddmm_spmm<T>);
    case Kind::mttkrp:
      return into_dense<T>(p, mttkrp<T>);
    case Kind::ttv:
    case Kind::ttm:
      return [&p](Result<T>* out) { multiply_last_mode(p, out); };
    case Kind::sddmm:
      return [&p](Result<T>* out) { sddmm(p, out); };
    case Kind::spgemm:
    case Kind::spgemm_add:
      return [&p](Result<T>* out) { spgemm(p, out); };
    case Kind::add:
      return [&p](Result<T>* out) { add(p, out); };
    case Kind::add3:
      return [&p](Result<T>* out) { add_three(p, out); };
  }
  return {};
}

template Call<float> plain_loops(const Problem<float>&);
template Call<double> plain_loops(const Problem<double>&);

}  // namespace peers
