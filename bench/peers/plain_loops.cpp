// Plain loops by hand, in the style of the C that TACO prints: a result's row is accumulated in memory, sparse results
// grow by doubling and are assembled by one thread. Their results are the reference.
#include <algorithm>
#include <cstring>
#include <memory>

#include "peers.h"

namespace peers {
namespace {

/// A few rows are not worth a team of threads.
template <class T>
bool uses_threads(const Problem<T>& p) {
  return p.threads > 1 && p.A.rows > 64;
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

/// Arrays that the kernel makes anew in each call; `malloc`, so that nothing is written twice.
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

constexpr std::int64_t first_capacity = 1 << 18;  // entries: a megabyte of coordinates

/// Gustavson's, with a dense workspace and a sorted list of what it holds.
template <class T>
void spgemm(const Problem<T>& p, Result<T>* out) {
  const Csr<T>&A = p.A, &B = p.B;
  Sparse<T> c(A.rows, first_capacity);
  std::vector<T> workspace(static_cast<std::size_t>(B.columns));
  std::vector<char> is_set(static_cast<std::size_t>(B.columns));
  std::vector<std::int32_t> list;
  for (std::size_t i = 0; i < static_cast<std::size_t>(A.rows); ++i) {
    list.clear();
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

/// With a dense result, whose memory the caller keeps.
template <class T>
Call<T> into_dense(const Problem<T>& p, void (*kernel)(const Problem<T>&, T*)) {
  const auto result = std::make_shared<std::vector<T>>(static_cast<std::size_t>(p.A.rows * p.k));
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
    case Kind::mttkrp:
      return into_dense<T>(p, mttkrp<T>);
    case Kind::sddmm:
      return [&p](Result<T>* out) { sddmm(p, out); };
    case Kind::spgemm:
      return [&p](Result<T>* out) { spgemm(p, out); };
    case Kind::add:
      return [&p](Result<T>* out) { add(p, out); };
  }
  return {};
}

template Call<float> plain_loops(const Problem<float>&);
template Call<double> plain_loops(const Problem<double>&);

}  // namespace peers
