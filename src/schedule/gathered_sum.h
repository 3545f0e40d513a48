// Sums of very many sparse operands. Merged in one loop, all are compared at every coordinate: n times the components
// of the result. One after the other they are added into a workspace, which the result is then appended from.
#pragma once

#include "ir/kernel.h"
#include "schedule/parts.h"

namespace scorchc::schedule {

struct GatheredSum {
  std::vector<Expr> addends;  // an access or its negation each, in the order in which they are added
  LoopOrder shared;           // loops around all: every operand is dense along them
  LoopOrder gathered;         // indices of the workspace
};

/// With more operands than this in one loop a sum is gathered. Measured: up to about twenty, merging is five times as
/// fast; from 64 to 100 it depends on the overlap; 250 vectors of 1,000 components are gathered six times as fast, and
/// compile in a third of the time.
inline constexpr std::size_t max_merged_addends = 64;

/// For `part` of a statement in loops over `loops`: nothing where it is not such a sum. Additions keep their order, so
/// the sums are the same to the last bit; nothing is gathered that has a value at every component.
std::optional<GatheredSum> gathered_sum(const Kernel& kernel, const Part& part, const LoopOrder& loops);

}  // namespace scorchc::schedule
