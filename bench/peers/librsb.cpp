// Runs the kernels with librsb. Without its header, this peer solves no problem.
#include <memory>

#include "peers.h"

#if __has_include(<rsb.h>)
#include <rsb.h>

namespace peers {
namespace {

void check(rsb_err_t status) {
  if (status != RSB_ERR_NO_ERROR) give_up("librsb failed");
}

/// Initialises the library, once per process.
void start() {
  static const rsb_err_t status = rsb_lib_init(RSB_NULL_INIT_OPTIONS);
  check(status);
}

template <class T>
struct Operation {
  explicit Operation(const Problem<T>& p) : problem(p), c(static_cast<std::size_t>(p.A.rows * p.k)) {
    constexpr rsb_type_t type = sizeof(T) == sizeof(float) ? RSB_NUMERICAL_TYPE_FLOAT : RSB_NUMERICAL_TYPE_DOUBLE;
    rsb_err_t status = RSB_ERR_NO_ERROR;
    a = rsb_mtx_alloc_from_csr_const(p.A.vals.data(), p.A.pos.data(), p.A.crd.data(),
                                     static_cast<rsb_nnz_idx_t>(p.A.stored()), type,
                                     static_cast<rsb_coo_idx_t>(p.A.rows), static_cast<rsb_coo_idx_t>(p.A.columns),
                                     RSB_DEFAULT_ROW_BLOCKING, RSB_DEFAULT_COL_BLOCKING, RSB_FLAG_NOFLAGS, &status);
    check(status);
    // Tunes the matrix for this width, with the given number of threads. Half a second is enough for matrices of this
    // size.
    check(rsb_tune_spmm(&a, nullptr, nullptr, 0, 0.5, RSB_TRANSPOSITION_N, &one, nullptr, columns(), order,
                        p.right.data(), columns(), &zero, c.data(), columns()));
  }
  ~Operation() { rsb_mtx_free(a); }
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;

  void run() {
    if (problem.kind == Kind::spmv)
      check(rsb_spmv(RSB_TRANSPOSITION_N, &one, a, problem.right.data(), 1, &zero, c.data(), 1));
    else
      check(rsb_spmm(RSB_TRANSPOSITION_N, &one, a, columns(), order, problem.right.data(), columns(), &zero, c.data(),
                     columns()));
  }
  rsb_coo_idx_t columns() const { return static_cast<rsb_coo_idx_t>(problem.k); }

  static constexpr rsb_flags_t order = RSB_FLAG_WANT_ROW_MAJOR_ORDER;
  static constexpr T one = 1, zero = 0;
  const Problem<T>& problem;
  rsb_mtx_t* a = nullptr;
  std::vector<T> c;
};

}  // namespace

template <class T>
Call<T> librsb(const Problem<T>& p) {
  if (p.kind != Kind::spmv && p.kind != Kind::spmm) return {};
  start();
  rsb_int_t threads = p.threads;
  check(rsb_lib_set_opt(RSB_IO_WANT_EXECUTING_THREADS, &threads));
  return [operation = std::make_shared<Operation<T>>(p)](Result<T>* out) {
    operation->run();
    if (out) out->vals = operation->c;
  };
}

}  // namespace peers
#else
namespace peers {
template <class T>
Call<T> librsb(const Problem<T>&) {
  return {};
}
}  // namespace peers
#endif

template peers::Call<float> peers::librsb(const Problem<float>&);
template peers::Call<double> peers::librsb(const Problem<double>&);
