// Places each reduction of a statement for a given loop order, and splits the statement into parts accordingly.
//
// - *scalar*: all indices of the reduction follow the indices it depends on. It is accumulated in a scalar, innermost
//   (SpMV, SDDMM).
// - *hoisted*: any other reduction is hoisted out of the product that contains it. At the top it becomes loops of the
//   statement itself, which accumulate into the result (SpMM: i, j, k).
// - *epilogue*: a reduction inside a sum or a function cannot be hoisted. It is accumulated in the result first; a
//   second part then applies the rest (relu(A*B + b)).
// - Otherwise it stays in place, and `nest` gives it a workspace.
#pragma once

#include <string>
#include <vector>

#include "ir/kernel.h"
#include "schedule/legality/loop_order.h"

namespace scorchc::schedule {

/// `lhs op rhs`, in loops over the indices of lhs and `reductions`. A Reduce left in `rhs` is a scalar or gets a
/// workspace.
struct Part {
  AssignOp op = AssignOp::set;
  Expr rhs;
  std::vector<std::string> reductions;
  bool reads_result = false;  // an epilogue: applied to what the parts before have written
};

/// The statement's parts under `order`, which must contain every index of the statement.
std::vector<Part> make_parts(const Kernel& kernel, const LoopOrder& order);

/// Whether `reduce` is accumulated in a scalar under `order`.
bool is_scalar(const Reduce& reduce, const LoopOrder& order);

/// Whether some reduction in the parts is not accumulated in a scalar.
bool needs_workspace(const std::vector<Part>& parts, const LoopOrder& order);

/// The addends of a sum with signs applied: a - b gives a and neg(b).
std::vector<Expr> addends(const Expr& expr);
/// The inverse of `addends`.
Expr sum_of(const std::vector<Expr>& terms);

/// For each addend of the statement a kernel with that addend alone and only the tensors it reads.
std::vector<Kernel> addend_kernels(const Kernel& kernel);

}  // namespace scorchc::schedule
