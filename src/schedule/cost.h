// A first, simple price of a loop order: expected iterations, summed over the prefixes of the nest, and how the
// innermost loop reaches its operands. The full cost model takes this file's place.
#pragma once

#include "ir/kernel.h"
#include "schedule/parts.h"

namespace scorchc::schedule {

/// Expected cost in units of one scalar multiply-add. Unknown extents are taken as `assumed_extent` where a sparse
/// operand has the index, `assumed_dense_extent` elsewhere.
inline constexpr double assumed_extent = 1e5;
inline constexpr double assumed_dense_extent = 64;
inline constexpr double assumed_fibre = 10;  // stored components of a sparse fibre

double cost(const Kernel& kernel, const LoopOrder& order);

}  // namespace scorchc::schedule
