// The contraction chooser: which factors of a product are multiplied first.
#pragma once

#include <vector>

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "schedule/factor_groups.h"
#include "schedule/plans.h"
#include "support/decisions.h"

namespace scorchc::schedule {

struct Contraction {
  Commands commands;
  Plans plans;             // of the statement with them, after a full search
  std::size_t priced = 0;  // plans that it took to find the commands
  std::vector<PricedPlan> priced_plans =
      {};  // the likeliest loops of each way, and the best ones of all factors together
};

/// `precompute(...)` with an order of its own for each product that is cheaper formed before all loops (A*(B*x) takes
/// two products of a matrix and a vector, not three nested loops), `factor(...)` for each inner sum that other factors
/// leave (MTTKRP). The kernel is normalised; `settled` are commands that are given already. At most `most_regroupings`;
/// no blocked tensors. Where nothing is gained: nothing.
Contraction choose_contraction(const Kernel& kernel, const Commands& settled, Decisions& decisions);

/// What could be regrouped, one way at a time: the commands of each.
std::vector<Commands> regroupings(const Kernel& kernel, const Commands& settled);

inline constexpr int most_regroupings = 8;
inline constexpr std::size_t most_priced = 1500;  // plans, about; then no further way is looked at

}  // namespace scorchc::schedule
