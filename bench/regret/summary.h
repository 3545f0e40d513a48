// Judges the choices of a row by the measured times.
#pragma once

#include <optional>
#include <vector>

#include "measure.h"

namespace scorchc::regret {

/// The regret of a choice is its time over the time of the fastest plan. A place counts the faster plans, from 1.
struct Verdict {
  std::size_t best = 0;
  double regret = 1, regret_with_data = 1;
  std::size_t place = 1, place_with_data = 1;
  std::size_t timed = 0, too_slow = 0, too_large = 0, different = 0;
  std::optional<double> correlation;  // of the ranks of estimated cost and time, if at least three plans have a time
  std::optional<double> cost_ratio;   // estimated cost of the choice with data over the cost of the fastest plan
};
Verdict judge(const Row& row);

/// Numbers of plans, over all rows.
struct PlanCounts {
  std::size_t too_slow = 0, too_large = 0, different = 0;
};
PlanCounts count_plans(const std::vector<Row>& rows);

}  // namespace scorchc::regret
