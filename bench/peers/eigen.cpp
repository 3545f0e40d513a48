// Runs the kernels with Eigen. Without its headers, this peer solves no problem.
#include <memory>

#include "peers.h"

#if __has_include(<Eigen/Sparse>)
#include <Eigen/Sparse>

namespace peers {
namespace {

template <class T>
using Dense = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;
template <class T>
using Sparse = Eigen::SparseMatrix<T, Eigen::RowMajor, int>;
template <class T>
using View = Eigen::Map<const Sparse<T>>;

template <class T>
View<T> view(const Csr<T>& a) {
  return {a.rows, a.columns, a.stored(), a.pos.data(), a.crd.data(), a.vals.data()};
}

template <class T, class Compute>
Call<T> into_sparse(const Problem<T>&, Compute compute) {
  return [compute](Result<T>* out) {
    const Sparse<T> c = compute();
    if (!out) return;
    out->pos.assign(c.outerIndexPtr(), c.outerIndexPtr() + c.outerSize() + 1);
    out->crd.assign(c.innerIndexPtr(), c.innerIndexPtr() + c.nonZeros());
    out->vals.assign(c.valuePtr(), c.valuePtr() + c.nonZeros());
  };
}

template <class T>
void multiply_dense(const Problem<T>& p, Dense<T>& c) {
  const Eigen::Map<const Dense<T>> b(p.right.data(), p.A.columns, p.k);
  c.noalias() = view(p.A) * b;
  if (p.kind != Kind::spmm_relu) return;
  const Eigen::Map<const Vector<T>> bias(p.bias.data(), p.k);
  c = (c.rowwise() + bias.transpose()).cwiseMax(T{0});
}

template <class T>
Call<T> spmv(const Problem<T>& p) {
  return [&p, y = std::make_shared<Vector<T>>(p.A.rows)](Result<T>* out) {
    y->noalias() = view(p.A) * Eigen::Map<const Vector<T>>(p.right.data(), p.A.columns);
    if (out) out->vals.assign(y->data(), y->data() + y->size());
  };
}

template <class T>
Call<T> spmm(const Problem<T>& p) {
  return [&p, c = std::make_shared<Dense<T>>(p.A.rows, p.k)](Result<T>* out) {
    multiply_dense(p, *c);
    if (out) out->vals.assign(c->data(), c->data() + c->size());
  };
}

}  // namespace

template <class T>
Call<T> eigen(const Problem<T>& p) {
  Eigen::setNbThreads(p.threads);
  switch (p.kind) {
    case Kind::spmv:
      return spmv(p);
    case Kind::spmm:
    case Kind::spmm_relu:
      return spmm(p);
    case Kind::spgemm:
      return into_sparse(p, [&p] { return Sparse<T>(view(p.A) * view(p.B)); });
    case Kind::spgemm_add:
      return into_sparse(p, [&p] { return Sparse<T>(Sparse<T>(view(p.A) * view(p.B)) + view(p.C)); });
    case Kind::add:
      return into_sparse(p, [&p] { return Sparse<T>(view(p.A) + view(p.B)); });
    case Kind::add3:
      return into_sparse(p, [&p] { return Sparse<T>(view(p.A) + view(p.B) + view(p.C)); });
    case Kind::sddmm:
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
Call<T> eigen(const Problem<T>&) {
  return {};
}
}  // namespace peers
#endif

template peers::Call<float> peers::eigen(const Problem<float>&);
template peers::Call<double> peers::eigen(const Problem<double>&);
