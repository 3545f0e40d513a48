// Finds sums of many sparse operands that are accumulated in a workspace. A merge of n operands in one loop compares
// all of them at every coordinate: n times the components of the result. Adding one operand after the other into a
// workspace takes time in proportion to their entries. The workspace then replaces them in the statement.
#pragma once

#include <set>

#include "ir/kernel.h"
#include "schedule/legality/loop_order.h"
#include "schedule/transform/parts.h"

namespace scorchc::schedule {

struct AccumulatedSum {
  Expr sum;                  // the part of the right-hand side that contains the addends
  std::vector<Expr> others;  // its addends that are not accumulated; the workspace is inserted among them at `place`
  std::size_t place = 0;
  std::vector<Expr> addends;  // the accumulated addends in execution order: equivalent ones are adjacent
  LoopOrder shared;           // loops around all addends: every operand is dense along them
  LoopOrder accumulated;      // indices of the workspace
};

/// Operands of one loop beyond which a sum is accumulated. With an array over the index, accumulation wins from ten
/// operands on, by up to forty times with 64. A list of tuples, each located by its hash, breaks even with merging at
/// 64 operands and takes twice as long at 32, but its operands need not be sorted.
inline constexpr std::size_t max_merged_operands = 8, max_merged_without_capacity = 32;

/// Number of trailing workspace indices that are positions in blocks which each addend stores as a whole.
std::size_t places_of(const AccumulatedSum& sum, const Kernel& kernel);

/// The sum in `part` of a statement, in loops over `loops`, to be accumulated; empty if there is none. A workspace over
/// one index of `with_capacity` is an array. Additions keep their order, so results are bit-identical, except that
/// equivalent addends become adjacent. Addends with a value at every component are not accumulated.
std::optional<AccumulatedSum> accumulated_sum(const Kernel& kernel, const Part& part, const LoopOrder& loops,
                                              const std::set<std::string>& with_capacity);

}  // namespace scorchc::schedule
