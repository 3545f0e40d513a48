// Finds quotients whose denominator may be unstored, and thus 0, where the quotient is computed.
//
//   in   a statement with explicit sums, whose operands have formats; the whole kernel, whose earlier statements define
//        what temporaries store
//   out  a quotient that is not covered, if there is one
//
// A denominator is covered if it is stored wherever the numerator is. A sum over modes of a tensor stores the
// projection of its pattern. So A(i,j) / sum(k, A(i,k)) is covered: where A(i,j) is stored, it is a term of the sum.
// The same holds if a temporary stores the sum, in any format.
#pragma once

#include <optional>

#include "ir/kernel.h"

namespace scorchc::infer {

/// A quotient of the last statement of `kernel` that is not covered; empty if there is none. `kernel` is one statement
/// of `whole` (see earlier_kernel).
std::optional<Expr> uncovered_quotient(const Kernel& kernel, const Kernel& whole);

}  // namespace scorchc::infer
