#include "summary.h"

#include <algorithm>
#include <cmath>

namespace scorchc::regret {
namespace {

bool has_time(const Timing& timing) { return timing.ending == Ending::ok || timing.ending == Ending::too_slow; }

/// Ranks from 1. Equal values get the mean of their ranks.
std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<double> result;
  for (const double value : values) {
    const auto below = std::count_if(values.begin(), values.end(), [&](double other) { return other < value; });
    const auto equal = std::count(values.begin(), values.end(), value);
    result.push_back(static_cast<double>(below) + static_cast<double>(equal + 1) / 2);
  }
  return result;
}

std::optional<double> correlation(const std::vector<double>& x, const std::vector<double>& y) {
  const auto count = static_cast<double>(x.size());
  double sum_x = 0, sum_y = 0, xx = 0, yy = 0, xy = 0;
  for (std::size_t n = 0; n < x.size(); ++n) sum_x += x[n], sum_y += y[n];
  for (std::size_t n = 0; n < x.size(); ++n) {
    const double dx = x[n] - sum_x / count, dy = y[n] - sum_y / count;
    xx += dx * dx, yy += dy * dy, xy += dx * dy;
  }
  if (xx <= 0 || yy <= 0) return {};
  return xy / std::sqrt(xx * yy);
}

}  // namespace

Verdict judge(const Row& row) {
  Verdict verdict;
  std::vector<double> prices, times;
  double best = 0;
  for (std::size_t n = 0; n < row.plans.size(); ++n) {
    const Timing& plan = row.plans[n];
    verdict.too_slow += plan.ending == Ending::too_slow ? 1 : 0;
    verdict.too_large += plan.ending == Ending::too_large ? 1 : 0;
    verdict.different += plan.agrees ? 0 : 1;
    if (!has_time(plan)) continue;
    ++verdict.timed;
    prices.push_back(plan.counted.total);
    times.push_back(plan.seconds);
    if (plan.ending == Ending::ok && (best == 0 || plan.seconds < best)) {
      best = plan.seconds;
      verdict.best = n;
    }
  }
  const auto regret = [&](std::size_t choice) { return row.plans[choice].seconds / best; };
  const auto place = [&](std::size_t choice) {
    return 1 + static_cast<std::size_t>(std::count_if(times.begin(), times.end(),
                                                      [&](double time) { return time < row.plans[choice].seconds; }));
  };
  verdict.regret = regret(row.choice);
  verdict.regret_with_data = regret(row.choice_with_data);
  verdict.place = place(row.choice);
  verdict.place_with_data = place(row.choice_with_data);
  if (times.size() >= 3) verdict.correlation = correlation(ranks(prices), ranks(times));
  const double best_price = row.plans[verdict.best].counted.total;
  if (best_price > 0) verdict.cost_ratio = row.plans[row.choice_with_data].counted.total / best_price;
  return verdict;
}

PlanCounts count_plans(const std::vector<Row>& rows) {
  PlanCounts counts;
  for (const Row& row : rows) {
    if (!row.skipped.empty()) continue;
    const Verdict verdict = judge(row);
    counts.too_slow += verdict.too_slow;
    counts.too_large += verdict.too_large;
    counts.different += verdict.different;
  }
  return counts;
}

}  // namespace scorchc::regret
