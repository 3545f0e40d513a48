// Chooses the contraction: which factors of a product are multiplied first.
#pragma once

#include <vector>

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "schedule/search/factor_groups.h"
#include "schedule/search/plans.h"
#include "support/decisions.h"

namespace scorchc::schedule {

struct Contraction {
  Commands commands;
  Plans plans;                                // of the statement with these commands, after a full search
  std::size_t priced = 0;                     // number of plans priced to find the commands
  std::vector<PricedPlan> priced_plans = {};  // the cheapest loops of each regrouping, and the best ones without any
};

/// Regroups products. Returns `precompute(...)`, with a loop order of its own, for each product that is cheaper formed
/// before all loops: A*(B*x) takes two matrix-vector products, not three nested loops. Returns `factor(...)` for each
/// inner sum out of which other factors can be hoisted (MTTKRP). The kernel is normalised; `settled` are the commands
/// already given. At most `most_regroupings`; never for blocked tensors. Empty if nothing is gained.
Contraction choose_contraction(const Kernel& kernel, const Commands& settled, Decisions& decisions);

/// Every possible regrouping by itself: the commands of each.
std::vector<Commands> regroupings(const Kernel& kernel, const Commands& settled);

inline constexpr int most_regroupings = 8;
inline constexpr std::size_t most_priced =
    1500;  // approximate limit on plans; beyond it no further regrouping is tried

}  // namespace scorchc::schedule
