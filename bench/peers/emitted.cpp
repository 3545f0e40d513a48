// Runs the emitted kernels (bench/peers/run has their statements). Compiled once per value type: VALUE is the type,
// EMITTED the namespace of the kernels.
#include <memory>

#include "add.h"
#include "add3.h"
#include "mttkrp.h"
#include "peers.h"
#include "sddmm.h"
#include "sddmm_spmm.h"
#include "spgemm.h"
#include "spgemm_add.h"
#include "spmm.h"
#include "spmm_relu.h"
#include "spmv.h"
#include "ttm.h"
#include "ttv.h"

namespace peers {
namespace {

namespace kernels = EMITTED;
using Value = VALUE;

void check(scorch_status status) {
  if (status != SCORCH_OK) give_up(std::string("an emitted kernel returned: ") + scorch_status_text(status));
}

/// Operands as the structs of a kernel.
template <class Operand>
Operand csr(const Csr<Value>& a) {
  return {{a.rows, a.columns}, a.pos.data(), a.crd.data(), a.vals.data()};
}
template <class Operand>
Operand csf(const Csf<Value>& x) {
  return {{x.dimension[0], x.dimension[1], x.dimension[2]},
          x.pos[0].data(),
          x.crd[0].data(),
          x.pos[1].data(),
          x.crd[1].data(),
          x.pos[2].data(),
          x.crd[2].data(),
          x.vals.data()};
}

template <class C>
void copy(const C& c, Result<Value>* out) {
  if (!out) return;
  std::int64_t parents = c.dimension[0];
  if constexpr (requires { c.C1_pos; }) {
    out->pos.assign(c.C1_pos, c.C1_pos + 2);
    out->crd.assign(c.C1_crd, c.C1_crd + c.C1_count);
    parents = c.C1_count;
  }
  out->pos.insert(out->pos.end(), c.C2_pos, c.C2_pos + parents + 1);
  out->crd.insert(out->crd.end(), c.C2_crd, c.C2_crd + c.C2_count);
  out->vals.assign(c.C_vals, c.C_vals + c.C_count);
}

/// A kernel with a dense result in memory that lasts between calls. `run(memory, context)` calls it.
template <class Run>
Call<Value> into_dense(const Problem<Value>& p, std::int64_t rows, Run run) {
  const auto memory = std::make_shared<std::vector<Value>>(static_cast<std::size_t>(rows * p.k));
  return [&p, memory, run](Result<Value>* out) {
    const scorch_context context = {nullptr, nullptr, nullptr, p.threads};
    check(run(memory->data(), &context));
    if (out) out->vals = *memory;
  };
}

/// A kernel with a sparse result, which `release` frees. `run(result, context)` calls it.
template <class C, class Run>
Call<Value> into_sparse(const Problem<Value>& p, void (*release)(C*, const scorch_context*), Run run) {
  return [&p, release, run](Result<Value>* out) {
    const scorch_context context = {nullptr, nullptr, nullptr, p.threads};
    C c{};
    check(run(&c, &context));
    copy(c, out);
    release(&c, &context);
  };
}

using Context = const scorch_context*;

Call<Value> spmv(const Problem<Value>& p) {
  return into_dense(p, p.A.rows, [&p](Value* memory, Context context) {
    const auto A = csr<kernels::spmv_A>(p.A);
    const kernels::spmv_x x{{p.A.columns}, p.right.data()};
    kernels::spmv_y y{{p.A.rows}, memory};
    return kernels::spmv(&A, &x, &y, context);
  });
}

Call<Value> spmm(const Problem<Value>& p) {
  return into_dense(p, p.A.rows, [&p](Value* memory, Context context) {
    const auto A = csr<kernels::spmm_A>(p.A);
    const kernels::spmm_B B{{p.A.columns, p.k}, p.right.data()};
    kernels::spmm_C C{{p.A.rows, p.k}, memory};
    return kernels::spmm(&A, &B, &C, context);
  });
}

Call<Value> spmm_relu(const Problem<Value>& p) {
  return into_dense(p, p.A.rows, [&p](Value* memory, Context context) {
    const auto A = csr<kernels::spmm_relu_A>(p.A);
    const kernels::spmm_relu_B B{{p.A.columns, p.k}, p.right.data()};
    const kernels::spmm_relu_b b{{p.k}, p.bias.data()};
    kernels::spmm_relu_C C{{p.A.rows, p.k}, memory};
    return kernels::spmm_relu(&A, &B, &b, &C, context);
  });
}

Call<Value> sddmm_spmm(const Problem<Value>& p) {
  return into_dense(p, p.A.rows, [&p](Value* memory, Context context) {
    const auto A = csr<kernels::sddmm_spmm_A>(p.A);
    const kernels::sddmm_spmm_X X{{p.A.rows, p.k}, p.left.data()};
    const kernels::sddmm_spmm_Y Y{{p.A.columns, p.k}, p.right.data()};
    const kernels::sddmm_spmm_B B{{p.A.columns, p.k}, p.last.data()};
    kernels::sddmm_spmm_C C{{p.A.rows, p.k}, memory};
    return kernels::sddmm_spmm(&A, &X, &Y, &B, &C, context);
  });
}

Call<Value> mttkrp(const Problem<Value>& p) {
  return into_dense(p, p.X.dimension[0], [&p](Value* memory, Context context) {
    const auto X = csf<kernels::mttkrp_X>(p.X);
    const kernels::mttkrp_B B{{p.X.dimension[1], p.k}, p.left.data()};
    const kernels::mttkrp_C C{{p.X.dimension[2], p.k}, p.right.data()};
    kernels::mttkrp_A A{{p.X.dimension[0], p.k}, memory};
    return kernels::mttkrp(&X, &B, &C, &A, context);
  });
}

Call<Value> ttv(const Problem<Value>& p) {
  return into_sparse(p, kernels::ttv_free, [&p](kernels::ttv_C* C, Context context) {
    const auto X = csf<kernels::ttv_X>(p.X);
    const kernels::ttv_b b{{p.X.dimension[2]}, p.right.data()};
    return kernels::ttv(&X, &b, C, context);
  });
}

Call<Value> ttm(const Problem<Value>& p) {
  return into_sparse(p, kernels::ttm_free, [&p](kernels::ttm_C* C, Context context) {
    const auto X = csf<kernels::ttm_X>(p.X);
    const kernels::ttm_B B{{p.X.dimension[2], p.k}, p.right.data()};
    return kernels::ttm(&X, &B, C, context);
  });
}

Call<Value> sddmm(const Problem<Value>& p) {
  return into_sparse(p, kernels::sddmm_free, [&p](kernels::sddmm_C* C, Context context) {
    const auto A = csr<kernels::sddmm_A>(p.A);
    const kernels::sddmm_X X{{p.A.rows, p.k}, p.left.data()};
    const kernels::sddmm_Y Y{{p.A.columns, p.k}, p.right.data()};
    return kernels::sddmm(&A, &X, &Y, C, context);
  });
}

Call<Value> spgemm(const Problem<Value>& p) {
  return into_sparse(p, kernels::spgemm_free, [&p](kernels::spgemm_C* C, Context context) {
    const auto A = csr<kernels::spgemm_A>(p.A);
    const auto B = csr<kernels::spgemm_B>(p.B);
    return kernels::spgemm(&A, &B, C, context);
  });
}

Call<Value> spgemm_add(const Problem<Value>& p) {
  return into_sparse(p, kernels::spgemm_add_free, [&p](kernels::spgemm_add_C* C, Context context) {
    const auto A = csr<kernels::spgemm_add_A>(p.A);
    const auto B = csr<kernels::spgemm_add_B>(p.B);
    const auto D = csr<kernels::spgemm_add_D>(p.C);
    return kernels::spgemm_add(&A, &B, &D, C, context);
  });
}

Call<Value> add(const Problem<Value>& p) {
  return into_sparse(p, kernels::add_free, [&p](kernels::add_C* C, Context context) {
    const auto A = csr<kernels::add_A>(p.A);
    const auto B = csr<kernels::add_B>(p.B);
    return kernels::add(&A, &B, C, context);
  });
}

Call<Value> add3(const Problem<Value>& p) {
  return into_sparse(p, kernels::add3_free, [&p](kernels::add3_C* C, Context context) {
    const auto A = csr<kernels::add3_A>(p.A);
    const auto B = csr<kernels::add3_B>(p.B);
    const auto D = csr<kernels::add3_D>(p.C);
    return kernels::add3(&A, &B, &D, C, context);
  });
}

}  // namespace

template <>
Call<VALUE> emitted(const Problem<VALUE>& p) {
  switch (p.kind) {
    case Kind::spmv:
      return spmv(p);
    case Kind::spmm:
      return spmm(p);
    case Kind::spmm_relu:
      return spmm_relu(p);
    case Kind::sddmm:
      return sddmm(p);
    case Kind::sddmm_spmm:
      return sddmm_spmm(p);
    case Kind::spgemm:
      return spgemm(p);
    case Kind::spgemm_add:
      return spgemm_add(p);
    case Kind::add:
      return add(p);
    case Kind::add3:
      return add3(p);
    case Kind::mttkrp:
      return mttkrp(p);
    case Kind::ttv:
      return ttv(p);
    case Kind::ttm:
      return ttm(p);
  }
  return {};
}

}  // namespace peers
