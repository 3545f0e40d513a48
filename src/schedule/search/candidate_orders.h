// Finds the loop orders that are worth pricing in full, by a first estimate of their cost.
#pragma once

#include <optional>
#include <vector>

#include "ir/kernel.h"
#include "schedule/estimate/sizes.h"
#include "schedule/legality/loop_constraints.h"
#include "schedule/legality/loop_order.h"

namespace scorchc::schedule {

struct CandidateOrders {
  std::vector<LoopOrder> orders;  // by estimated cost, cheapest first; ties in order of the statement's indices
  std::size_t legal = 0;          // number of orders examined
  bool complete = true;           // whether every legal order was examined
};

/// Searches loop orders. Up to `most_exhaustive` indices it examines every order. Beyond that it keeps the cheapest
/// prefix for each set of bound indices and set of discordant operands (Selinger's dynamic programming, as in Galley,
/// Deeds et al. 2024).
inline constexpr std::size_t most_exhaustive = 6;
class OrderSearch {
 public:
  /// Keeps references to `kernel` and `sizes`. No call of `likeliest` may ask for more than `most_ever`.
  OrderSearch(const Kernel& kernel, std::vector<LoopConstraint> constraints, const Sizes& sizes, std::size_t most_ever);

  /// The cheapest orders, at most `most`. Half of them are priced as plain loops, half as vector loops where possible.
  CandidateOrders likeliest(std::size_t most);

 private:
  const Kernel& kernel_;
  const std::vector<LoopConstraint> constraints_;
  const Sizes& sizes_;
  const std::size_t most_ever_;
  // An exhaustive search runs once for all calls: with plain loops, and with vector loops.
  std::optional<CandidateOrders> plain_, vectors_;
};

}  // namespace scorchc::schedule
