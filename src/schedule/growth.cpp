#include "schedule/growth.h"

#include <algorithm>
#include <cmath>

#include "schedule/cost.h"

namespace scorchc::schedule {

Growth growth(const cin::Program& program, const std::vector<Sizes>& corners) {
  Growth exponents;
  for (const Sizes& corner : corners)
    exponents.push_back(std::log2(std::max(1.0, price(program, corner).total)) / std::log2(corner_extent));
  return exponents;
}

bool is_dominated(const Growth& plan, const Growth& by) {
  bool faster_somewhere = false;
  for (std::size_t n = 0; n < plan.size(); ++n) {
    if (plan[n] < by[n] - growth_tolerance) return false;
    faster_somewhere = faster_somewhere || plan[n] > by[n] + growth_tolerance;
  }
  return faster_somewhere;
}

}  // namespace scorchc::schedule
