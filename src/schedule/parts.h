// Where each reduction of a statement goes, for a given loop order, and which statements that makes.
//
// A reduction whose indices all come after the indices that it depends on is *kept*: it is accumulated in a scalar,
// innermost (SpMV, SDDMM). Any other is pulled out of the product that it stands in; at the top it becomes a loop of
// the statement itself, which then accumulates into the result (SpMM: i, j, k). One that stands under a sum or a
// function can not be pulled out: it is then *swept*: accumulated in the result first, and the rest is applied in a
// second sweep (relu(A*B + b)). Where none of these is possible, it stays in its place, and `nest` gives it a
// workspace.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/kernel.h"

namespace scorchc::schedule {

/// `lhs op rhs`, in loops over the indices of lhs and `reductions`. A Reduce left in `rhs` is kept, or gets a
/// workspace.
struct Part {
  AssignOp op = AssignOp::set;
  Expr rhs;
  std::vector<std::string> reductions;
  bool reads_result = false;  // a second sweep over what the parts before have written
};

/// A loop order, outermost first: every index of the statement, reduced ones too.
using LoopOrder = std::vector<std::string>;

/// The indices of `order` that are in `to`, in its order.
LoopOrder restricted(const LoopOrder& order, const std::vector<std::string>& to);

/// The statement's parts under `order`, which has every index of the statement.
std::vector<Part> make_parts(const Kernel& kernel, const LoopOrder& order);

/// Whether `reduce` is kept under `order`.
bool is_scalar(const Reduce& reduce, const LoopOrder& order);

/// Whether some reduction of the parts is left that is not kept.
bool needs_workspace(const std::vector<Part>& parts, const LoopOrder& order);

/// Whether a reduction stands in the expression.
bool has_reduction(const Expr& expr);

/// The addends of a sum, signs applied: a - b gives a and neg(b).
std::vector<Expr> addends(const Expr& expr);
/// The reverse of `addends`.
Expr sum_of(const std::vector<Expr>& terms);

/// For each addend of the statement the kernel that it is alone: with its own tensors only.
std::vector<Kernel> addend_kernels(const Kernel& kernel);

/// Whether the expression has a stored component at every coordinate of `index`: its loop runs over the whole extent.
bool is_full(const Expr& expr, const std::string& index, const Kernel& kernel);
/// Whether it has one at every combination of the coordinates of `indices`: x(i) + y(j) of sparse vectors is full along
/// either, but not along both.
bool is_full(const Expr& expr, const std::vector<std::string>& indices, const Kernel& kernel);

/// Whether the tensor has an array as long as one of its extents: a dense level.
bool has_array(const Format& format);

/// Whether it is a product of accesses and numbers: where one factor is unstored, all of it is. A sum may be stored
/// here for one term's sake, there for another's.
bool is_stored_as_one(const Expr& expr);

/// How many of the last of `indices` are places in blocks.
std::size_t places_in_blocks(const std::vector<std::string>& indices, const Kernel& kernel);
/// How many of these are such that where a component of `expr`, a product of tensors of the kernel, is stored, all are
/// that differ from it by these indices alone.
std::size_t places_stored_together(const Expr& expr, const std::vector<std::string>& indices, const Kernel& kernel);

/// Every index of the statement: the result's, then those that reductions bind, in order of first occurrence.
std::vector<std::string> all_indices(const Statement& statement);

}  // namespace scorchc::schedule
