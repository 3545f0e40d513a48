// What the timings say of the choices.
#pragma once

#include <optional>
#include <vector>

#include "measure.h"

namespace scorchc::regret {

/// The regret of a choice is its time over that of the fastest plan.
struct Verdict {
  std::size_t best = 0;
  double regret = 1, regret_with_data = 1;
  std::size_t place = 1, place_with_data = 1;  // 1 for the fastest
  std::size_t timed = 0, too_slow = 0, too_large = 0, different = 0;
  std::optional<double> correlation;  // of the ranks of price and time, where there are three plans or more
};
Verdict judge(const Row& row);

struct Summary {
  std::size_t rows = 0, skipped = 0, different = 0, too_slow = 0, too_large = 0, with_choice = 0;
  double within_1_1 = 0, within_1_5 = 0, worst = 1, geometric_mean = 1;  // shares of the rows with a choice
  std::optional<double> median_correlation;
};
enum class Choice { without_hints, with_data };
Summary summarise(const std::vector<Row>& rows, Choice choice);

}  // namespace scorchc::regret
