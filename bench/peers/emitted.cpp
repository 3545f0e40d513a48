// The kernels that scorchc emits (bench/peers/run says from which statements). Compiled once a value type: VALUE is the
// type, EMITTED the kernels' namespace.
#include <memory>

#include "add.h"
#include "mttkrp.h"
#include "peers.h"
#include "sddmm.h"
#include "spgemm.h"
#include "spmm.h"
#include "spmm_relu.h"
#include "spmv.h"

namespace peers {
namespace {

namespace kernels = EMITTED;
using Value = VALUE;

void check(scorch_status status) {
  if (status != SCORCH_OK) give_up(std::string("an emitted kernel says: ") + scorch_status_text(status));
}

scorch_context context_of(const Problem<Value>& p) { return {nullptr, nullptr, nullptr, p.threads}; }

/// A csr operand as the struct that a kernel takes.
template <class Operand>
Operand csr(const Csr<Value>& a) {
  return {{a.rows, a.columns}, a.pos.data(), a.crd.data(), a.vals.data()};
}

using Memory = std::shared_ptr<std::vector<Value>>;
Memory new_result(const Problem<Value>& p) {
  return std::make_shared<std::vector<Value>>(static_cast<std::size_t>(p.A.rows * p.k));
}

void copy(const Memory& memory, Result<Value>* out) {
  if (out) out->vals = *memory;
}

template <class C>
void copy(const C& c, Result<Value>* out) {
  if (!out) return;
  out->pos.assign(c.C2_pos, c.C2_pos + c.dimension[0] + 1);
  out->crd.assign(c.C2_crd, c.C2_crd + c.C2_count);
  out->vals.assign(c.C_vals, c.C_vals + c.C_count);
}

Call<Value> spmv(const Problem<Value>& p) {
  return [&p, memory = new_result(p)](Result<Value>* out) {
    const auto A = csr<kernels::spmv_A>(p.A);
    const kernels::spmv_x x{{p.A.columns}, p.right.data()};
    kernels::spmv_y y{{p.A.rows}, memory->data()};
    const scorch_context context = context_of(p);
    check(kernels::spmv(&A, &x, &y, &context));
    copy(memory, out);
  };
}

Call<Value> spmm(const Problem<Value>& p) {
  return [&p, memory = new_result(p)](Result<Value>* out) {
    const auto A = csr<kernels::spmm_A>(p.A);
    const kernels::spmm_B B{{p.A.columns, p.k}, p.right.data()};
    kernels::spmm_C C{{p.A.rows, p.k}, memory->data()};
    const scorch_context context = context_of(p);
    check(kernels::spmm(&A, &B, &C, &context));
    copy(memory, out);
  };
}

Call<Value> spmm_relu(const Problem<Value>& p) {
  return [&p, memory = new_result(p)](Result<Value>* out) {
    const auto A = csr<kernels::spmm_relu_A>(p.A);
    const kernels::spmm_relu_B B{{p.A.columns, p.k}, p.right.data()};
    const kernels::spmm_relu_b b{{p.k}, p.bias.data()};
    kernels::spmm_relu_C C{{p.A.rows, p.k}, memory->data()};
    const scorch_context context = context_of(p);
    check(kernels::spmm_relu(&A, &B, &b, &C, &context));
    copy(memory, out);
  };
}

Call<Value> mttkrp(const Problem<Value>& p) {
  return [&p, memory = new_result(p)](Result<Value>* out) {
    const Csf<Value>& x = p.X;
    const kernels::mttkrp_X X{{x.dimension[0], x.dimension[1], x.dimension[2]},
                              x.pos[0].data(),
                              x.crd[0].data(),
                              x.pos[1].data(),
                              x.crd[1].data(),
                              x.pos[2].data(),
                              x.crd[2].data(),
                              x.vals.data()};
    const kernels::mttkrp_B B{{x.dimension[1], p.k}, p.left.data()};
    const kernels::mttkrp_C C{{x.dimension[2], p.k}, p.right.data()};
    kernels::mttkrp_A A{{x.dimension[0], p.k}, memory->data()};
    const scorch_context context = context_of(p);
    check(kernels::mttkrp(&X, &B, &C, &A, &context));
    copy(memory, out);
  };
}

Call<Value> sddmm(const Problem<Value>& p) {
  return [&p](Result<Value>* out) {
    const auto A = csr<kernels::sddmm_A>(p.A);
    const kernels::sddmm_X X{{p.A.rows, p.k}, p.left.data()};
    const kernels::sddmm_Y Y{{p.A.columns, p.k}, p.right.data()};
    kernels::sddmm_C C{};
    const scorch_context context = context_of(p);
    check(kernels::sddmm(&A, &X, &Y, &C, &context));
    copy(C, out);
    kernels::sddmm_free(&C, &context);
  };
}

Call<Value> spgemm(const Problem<Value>& p) {
  return [&p](Result<Value>* out) {
    const auto A = csr<kernels::spgemm_A>(p.A);
    const auto B = csr<kernels::spgemm_B>(p.B);
    kernels::spgemm_C C{};
    const scorch_context context = context_of(p);
    check(kernels::spgemm(&A, &B, &C, &context));
    copy(C, out);
    kernels::spgemm_free(&C, &context);
  };
}

Call<Value> add(const Problem<Value>& p) {
  return [&p](Result<Value>* out) {
    const auto A = csr<kernels::add_A>(p.A);
    const auto B = csr<kernels::add_B>(p.B);
    kernels::add_C C{};
    const scorch_context context = context_of(p);
    check(kernels::add(&A, &B, &C, &context));
    copy(C, out);
    kernels::add_free(&C, &context);
  };
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
    case Kind::spgemm:
      return spgemm(p);
    case Kind::add:
      return add(p);
    case Kind::mttkrp:
      return mttkrp(p);
  }
  return {};
}

}  // namespace peers
