// The loop orders that are worth pricing in full.
#pragma once

#include <optional>
#include <vector>

#include "ir/kernel.h"
#include "schedule/loop_constraints.h"
#include "schedule/parts.h"
#include "schedule/sizes.h"

namespace scorchc::schedule {

struct CandidateOrders {
  std::vector<LoopOrder> orders;  // by a first price, cheapest first; of equal ones in order of the statement's indices
  std::size_t legal = 0;          // how many were looked at
  bool complete = true;           // whether those are all legal ones
};

/// All orders up to `most_exhaustive` indices, beyond that the cheapest of each set of indices that the loops begin
/// with and of each set of operands that they walk against their storage order (Selinger's dynamic programming, as in
/// Galley, Deeds et al. 2024).
inline constexpr std::size_t most_exhaustive = 6;
class OrderSearch {
 public:
  /// Kernel and sizes are kept by reference. No more than `most_ever` are asked for.
  OrderSearch(const Kernel& kernel, std::vector<LoopConstraint> constraints, const Sizes& sizes, std::size_t most_ever);

  /// At most so many.
  CandidateOrders likeliest(std::size_t most);

 private:
  const Kernel& kernel_;
  const std::vector<LoopConstraint> constraints_;
  const Sizes& sizes_;
  const std::size_t most_ever_;
  // Where all orders are looked at they are so once, however many of them are asked for: as plain loops, and as
  // vectors.
  std::optional<CandidateOrders> plain_, vectors_;
};

}  // namespace scorchc::schedule
