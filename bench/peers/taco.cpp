// Runs the kernels that the `taco` program prints. Compiled once per value type: VALUE is the type, TACO the prefix of
// the kernels' names. TACO is not defined if bench/peers/run found no `taco` program; this peer then solves no problem.
#include "peers.h"

#ifdef TACO
#include <omp.h>

#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <optional>

#define TACO_JOINED(prefix, name) prefix##name
#define TACO_PREFIXED(prefix, name) TACO_JOINED(prefix, name)
#define KERNEL(name) TACO_PREFIXED(TACO, name)

extern "C" {

/// A tensor argument, laid out as in the C that TACO prints.
struct taco_tensor {
  std::int32_t order;
  std::int32_t* dimensions;
  std::int32_t component_size;
  std::int32_t* mode_ordering;
  int* mode_types;
  std::uint8_t*** indices;
  std::uint8_t* vals;
  std::uint8_t* fill_value;
  std::int32_t vals_size;
};

int KERNEL(spmv_compute)(taco_tensor* y, taco_tensor* A, taco_tensor* x);
int KERNEL(spmm_compute)(taco_tensor* C, taco_tensor* A, taco_tensor* B);
int KERNEL(sddmm_evaluate)(taco_tensor* C, taco_tensor* A, taco_tensor* X, taco_tensor* Y);
int KERNEL(spgemm_evaluate)(taco_tensor* C, taco_tensor* A, taco_tensor* B);
int KERNEL(add_evaluate)(taco_tensor* C, taco_tensor* A, taco_tensor* B);
int KERNEL(add3_evaluate)(taco_tensor* C, taco_tensor* A, taco_tensor* B, taco_tensor* D);
int KERNEL(mttkrp_compute)(taco_tensor* A, taco_tensor* X, taco_tensor* B, taco_tensor* C);
int KERNEL(ttv_evaluate)(taco_tensor* C, taco_tensor* X, taco_tensor* b);
int KERNEL(ttm_assemble)(taco_tensor* C, taco_tensor* X, taco_tensor* B);
int KERNEL(ttm_compute)(taco_tensor* C, taco_tensor* X, taco_tensor* B);

}  // extern "C"

namespace peers {
namespace {

using Value = VALUE;

/// A tensor argument and the memory that it points to, except arrays of operands, which kernels only read.
class Tensor {
 public:
  explicit Tensor(std::initializer_list<std::int64_t> extents) {
    for (const std::int64_t extent : extents) extents_[order_++] = static_cast<std::int32_t>(extent);
    for (int n = 0; n < most; ++n) levels_[n] = arrays_[n];
    raw = {order_, extents_, sizeof(Value), modes_, types_, levels_, nullptr, nullptr, 0};
  }
  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;

  void set_level(int n, const std::vector<std::int32_t>& pos, const std::vector<std::int32_t>& crd) {
    types_[n] = 1;
    arrays_[n][0] = bytes(pos.data());
    arrays_[n][1] = bytes(crd.data());
  }
  void set_values(const Value* values) { raw.vals = bytes(values); }

  /// Copies a result that a kernel has allocated.
  void copy(Result<Value>* out) const {
    if (!out) return;
    std::int64_t parents = 1;
    for (int n = 0; n < order_; ++n) {
      if (!arrays_[n][0]) {
        parents *= extents_[n];
        continue;
      }
      const auto* pos = reinterpret_cast<const std::int32_t*>(arrays_[n][0]);
      const auto* crd = reinterpret_cast<const std::int32_t*>(arrays_[n][1]);
      out->pos.insert(out->pos.end(), pos, pos + parents + 1);
      parents = pos[parents];
      out->crd.insert(out->crd.end(), crd, crd + parents);
    }
    const auto* vals = reinterpret_cast<const Value*>(raw.vals);
    out->vals.assign(vals, vals + parents);
  }
  /// Frees the arrays of a result: kernels allocate them with `malloc`, and the caller owns them.
  void release() {
    for (auto& level : arrays_)
      for (std::uint8_t*& array : level) {
        std::free(array);
        array = nullptr;
      }
    std::free(raw.vals);
    raw.vals = nullptr;
  }

  taco_tensor raw{};

 private:
  template <class T>
  static std::uint8_t* bytes(const T* values) {
    return reinterpret_cast<std::uint8_t*>(const_cast<T*>(values));
  }

  static constexpr int most = 3;
  std::int32_t order_ = 0, extents_[most] = {}, modes_[most] = {0, 1, 2};
  int types_[most] = {};
  std::uint8_t* arrays_[most][2] = {};
  std::uint8_t** levels_[most] = {};
};

using Handle = std::shared_ptr<Tensor>;

Handle dense(std::initializer_list<std::int64_t> extents, const std::vector<Value>& values) {
  auto tensor = std::make_shared<Tensor>(extents);
  tensor->set_values(values.data());
  return tensor;
}
Handle csr(const Csr<Value>& a) {
  auto tensor = dense({a.rows, a.columns}, a.vals);
  tensor->set_level(1, a.pos, a.crd);
  return tensor;
}
Handle csf(const Csf<Value>& x) {
  auto tensor = dense({x.dimension[0], x.dimension[1], x.dimension[2]}, x.vals);
  for (int n = 0; n < 3; ++n) tensor->set_level(n, x.pos[n], x.crd[n]);
  return tensor;
}

/// Sets OpenMP as TACO's library does around a call (rows divided evenly), and restores the settings at the end.
class Team {
 public:
  explicit Team(int threads) : before_(omp_get_max_threads()) {
    omp_get_schedule(&kind_before_, &chunk_before_);
    omp_set_schedule(omp_sched_static, 0);
    omp_set_num_threads(threads);
  }
  ~Team() {
    omp_set_schedule(kind_before_, chunk_before_);
    omp_set_num_threads(before_);
  }
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

 private:
  int before_, chunk_before_ = 0;
  omp_sched_t kind_before_{};
};

template <class Kernel, class... Handles>
void run(Kernel* kernel, const Handles&... tensors) {
  if (kernel(&tensors->raw...) != 0) give_up("a kernel of TACO's failed");
}

/// Calls `compute()`, which runs the kernels. For one thread they were compiled without OpenMP.
template <class Compute>
void in_team(int threads, Compute compute) {
  std::optional<Team> team;
  if (threads > 1) team.emplace(threads);
  compute();
}

/// A kernel with a dense result, in memory that lasts between calls.
template <class Kernel, class... Handles>
Call<Value> into_dense(const Problem<Value>& p, std::int64_t rows, Kernel* kernel, const Handles&... operands) {
  const auto memory = std::make_shared<std::vector<Value>>(static_cast<std::size_t>(rows * p.k));
  return [&p, memory, kernel, result = dense({rows, p.k}, *memory), operands...](Result<Value>* out) {
    in_team(p.threads, [&] { run(kernel, result, operands...); });
    if (out) out->vals = *memory;
  };
}

/// A computation with a sparse result, which `compute(result)` allocates.
template <class Compute>
Call<Value> into_sparse(const Problem<Value>& p, std::initializer_list<std::int64_t> extents, Compute compute) {
  return [&p, result = std::make_shared<Tensor>(extents), compute](Result<Value>* out) {
    in_team(p.threads, [&] { compute(result); });
    result->copy(out);
    result->release();
  };
}
template <class Kernel, class... Handles>
Call<Value> evaluated(const Problem<Value>& p, std::initializer_list<std::int64_t> extents, Kernel* kernel,
                      const Handles&... operands) {
  return into_sparse(p, extents, [kernel, operands...](const Handle& result) { run(kernel, result, operands...); });
}

/// Uses `assemble` and `compute`, because TACO's `evaluate` wrongly clears a fibre of the result before each entry.
Call<Value> ttm(const Problem<Value>& p) {
  const auto& extent = p.X.dimension;
  return into_sparse(p, {extent[0], extent[1], p.k},
                     [X = csf(p.X), B = dense({extent[2], p.k}, p.right)](const Handle& result) {
                       run(KERNEL(ttm_assemble), result, X, B);
                       run(KERNEL(ttm_compute), result, X, B);
                     });
}

/// In two steps, because for the single statement TACO prints C that does not compile.
Call<Value> spgemm_add(const Problem<Value>& p) {
  const auto product = std::make_shared<Tensor>(std::initializer_list<std::int64_t>{p.A.rows, p.B.columns});
  return into_sparse(p, {p.A.rows, p.B.columns},
                     [product, A = csr(p.A), B = csr(p.B), D = csr(p.C)](const Handle& result) {
                       run(KERNEL(spgemm_evaluate), product, A, B);
                       run(KERNEL(add_evaluate), result, product, D);
                       product->release();
                     });
}

/// In two steps, because for the single statement TACO prints a kernel that samples each entry again for each column.
Call<Value> sddmm_spmm(const Problem<Value>& p) {
  const auto sampled = std::make_shared<Tensor>(std::initializer_list<std::int64_t>{p.A.rows, p.A.columns});
  const auto memory = std::make_shared<std::vector<Value>>(static_cast<std::size_t>(p.A.rows * p.k));
  return [&p, sampled, memory, A = csr(p.A), X = dense({p.A.rows, p.k}, p.left), Y = dense({p.A.columns, p.k}, p.right),
          B = dense({p.A.columns, p.k}, p.last), C = dense({p.A.rows, p.k}, *memory)](Result<Value>* out) {
    in_team(p.threads, [&] {
      run(KERNEL(sddmm_evaluate), sampled, A, X, Y);
      run(KERNEL(spmm_compute), C, sampled, B);
      sampled->release();
    });
    if (out) out->vals = *memory;
  };
}

Call<Value> of_matrices(const Problem<Value>& p) {
  const Csr<Value>&A = p.A, &B = p.B;
  switch (p.kind) {
    case Kind::spmv:
      return into_dense(p, A.rows, KERNEL(spmv_compute), csr(A), dense({A.columns}, p.right));
    case Kind::spmm:
      return into_dense(p, A.rows, KERNEL(spmm_compute), csr(A), dense({A.columns, p.k}, p.right));
    case Kind::sddmm:
      return evaluated(p, {A.rows, A.columns}, KERNEL(sddmm_evaluate), csr(A), dense({A.rows, p.k}, p.left),
                       dense({A.columns, p.k}, p.right));
    case Kind::sddmm_spmm:
      return sddmm_spmm(p);
    case Kind::spgemm:
      return evaluated(p, {A.rows, B.columns}, KERNEL(spgemm_evaluate), csr(A), csr(B));
    case Kind::spgemm_add:
      return spgemm_add(p);
    case Kind::add:
      return evaluated(p, {A.rows, A.columns}, KERNEL(add_evaluate), csr(A), csr(B));
    case Kind::add3:
      return evaluated(p, {A.rows, A.columns}, KERNEL(add3_evaluate), csr(A), csr(B), csr(p.C));
    default:
      return {};  // TACO's statements have no relu
  }
}

}  // namespace

template <>
Call<VALUE> taco(const Problem<VALUE>& p) {
  const auto& extent = p.X.dimension;
  switch (p.kind) {
    case Kind::mttkrp:
      return into_dense(p, extent[0], KERNEL(mttkrp_compute), csf(p.X), dense({extent[1], p.k}, p.left),
                        dense({extent[2], p.k}, p.right));
    case Kind::ttv:
      return evaluated(p, {extent[0], extent[1]}, KERNEL(ttv_evaluate), csf(p.X), dense({extent[2]}, p.right));
    case Kind::ttm:
      return ttm(p);
    default:
      return of_matrices(p);
  }
}

}  // namespace peers
#else
template <>
peers::Call<VALUE> peers::taco(const Problem<VALUE>&) {
  return {};
}
#endif
