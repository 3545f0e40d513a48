// Sums of many sparse operands. Merged in one loop, all are compared at every coordinate: n times the components of the
// result. One after the other they are added into a workspace, which is an operand in their stead: that takes as long
// as the operands are.
#pragma once

#include <set>

#include "ir/kernel.h"
#include "schedule/parts.h"

namespace scorchc::schedule {

struct GatheredSum {
  Expr sum;  // the part of the right-hand side that they are added in
  std::vector<Expr>
      others;  // its addends that are not gathered; the workspace is added in the place of the first that is
  std::size_t place = 0;
  std::vector<Expr> addends;  // that are, in the order in which they are added: those that are alike together
  LoopOrder shared;           // loops around all: every operand is dense along them
  LoopOrder gathered;         // indices of the workspace
};

/// With more operands than this in one loop a sum is gathered. In an array that is as long as the index that is faster
/// from ten operands on, and up to forty times with 64; a list of tuples, each of which has to be found, is as fast as
/// merging with 64, and half as fast with 32; but no operand needs to be sorted first.
inline constexpr std::size_t max_merged_operands = 8, max_merged_without_capacity = 32;

/// How many of the workspace's last indices are places in blocks that each addend has all of, or none.
std::size_t places_of(const GatheredSum& sum, const Kernel& kernel);

/// The sum in `part` of a statement, in loops over `loops`, that is to be gathered: nothing where there is none. A
/// workspace over one index of `with_capacity` is an array. Additions keep their order, so the sums are the same to the
/// last bit, but for addends of several kinds: those that are alike come together. What has a value at every component
/// is not gathered.
std::optional<GatheredSum> gathered_sum(const Kernel& kernel, const Part& part, const LoopOrder& loops,
                                        const std::set<std::string>& with_capacity);

}  // namespace scorchc::schedule
