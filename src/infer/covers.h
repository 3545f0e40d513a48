// Which quotients divide by stored components alone.
//
//   in   a statement with explicit sums, whose operands have formats; the whole kernel, whose earlier statements say
//        what temporaries store
//   out  a quotient whose denominator may be unstored where it is computed, if there is one
//
// A sum over modes of a tensor stores the projection of its pattern. So what A(i,j) / sum(k, A(i,k)) divides by is
// stored: where A(i,j) is, the sum has a term, that of k = j. It is the same where a temporary holds the sum, whatever
// its format.
#pragma once

#include <optional>

#include "ir/kernel.h"

namespace scorchc::infer {

std::optional<Expr> uncovered_quotient(const Kernel& kernel, const Kernel& whole);

}  // namespace scorchc::infer
