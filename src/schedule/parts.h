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

#include <optional>
#include <string>
#include <vector>

#include "ir/kernel.h"

namespace scorchc::schedule {

/// `lhs op rhs`, in loops over the indices of lhs and `reductions`. A Reduce left in `rhs` is a scalar or gets a
/// workspace.
struct Part {
  AssignOp op = AssignOp::set;
  Expr rhs;
  std::vector<std::string> reductions;
  bool reads_result = false;  // an epilogue: applied to what the parts before have written
};

/// A loop order, outermost first, with every index of the statement, including reduction indices.
using LoopOrder = std::vector<std::string>;

/// The indices of `order` that `to` contains, in that order.
LoopOrder restricted(const LoopOrder& order, const std::vector<std::string>& to);

/// The statement's parts under `order`, which must contain every index of the statement.
std::vector<Part> make_parts(const Kernel& kernel, const LoopOrder& order);

/// Whether `reduce` is accumulated in a scalar under `order`.
bool is_scalar(const Reduce& reduce, const LoopOrder& order);

/// Whether some reduction in the parts is not accumulated in a scalar.
bool needs_workspace(const std::vector<Part>& parts, const LoopOrder& order);

/// Whether the expression contains a reduction.
bool has_reduction(const Expr& expr);

/// The addends of a sum with signs applied: a - b gives a and neg(b).
std::vector<Expr> addends(const Expr& expr);
/// The inverse of `addends`.
Expr sum_of(const std::vector<Expr>& terms);

/// For each addend of the statement a kernel with that addend alone and only the tensors it reads.
std::vector<Kernel> addend_kernels(const Kernel& kernel);

/// Whether the expression has a stored component at every coordinate of `index`, so that a dense loop visits it.
bool is_full(const Expr& expr, const std::string& index, const Kernel& kernel);
/// Whether it has one at every combination of coordinates of `indices`: x(i) + y(j) with sparse vectors is full along
/// either index, but not along both.
bool is_full(const Expr& expr, const std::vector<std::string>& indices, const Kernel& kernel);

/// Whether the tensor has a dense level, and so an array as long as one of its extents.
bool has_array(const Format& format);

/// Whether the expression is a product of accesses and numbers, which is unstored wherever one factor is. A sum may be
/// stored for different addends at different coordinates.
bool is_stored_as_one(const Expr& expr);

/// How many of the last of `indices` are positions in blocks.
std::size_t places_in_blocks(const std::vector<std::string>& indices, const Kernel& kernel);
/// How many of these positions are stored as a whole: where `expr`, a product of tensors of the kernel, has a
/// component, it has all that differ only in these indices.
std::size_t places_stored_together(const Expr& expr, const std::vector<std::string>& indices, const Kernel& kernel);

/// Every index of the statement: the result's, then those of operands and reductions, in order of first occurrence.
std::vector<std::string> all_indices(const Statement& statement);

}  // namespace scorchc::schedule
