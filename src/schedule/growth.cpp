#include "schedule/growth.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "schedule/cost.h"
#include "schedule/parts.h"
#include "schedule/patterns.h"

namespace scorchc::schedule {
namespace {

// Free or bound.
std::set<std::string> indices_in(const Expr& expr) {
  std::set<std::string> found;
  for (const Access& access : accesses(expr)) found.insert(access.indices.begin(), access.indices.end());
  return found;
}

}  // namespace

Growth growth(const cin::Program& program, const std::vector<Sizes>& corners) {
  Growth exponents;
  for (const Sizes& corner : corners)
    exponents.push_back(std::log2(std::max(1.0, price(program, corner).total)) / std::log2(corner_extent));
  return exponents;
}

Growth growth_of_work(const Kernel& statement, const cin::Program& program, const std::vector<Sizes>& corners) {
  Growth exponents;
  for (const Sizes& corner : corners) {
    const Patterns patterns(statement, corner);
    double work = price(program, corner).stored;
    for (const auto& [tensor, prefixes] : corner.prefixes)
      if (!prefixes.empty()) work += prefixes.back();
    Bound all = 0;
    for (const std::string& index : all_indices(statement.statement)) all |= patterns.bit(index);
    for (const Expr& addend : addends(statement.statement.rhs)) {
      Bound own = 0;
      for (const std::string& index : indices_in(addend)) own |= patterns.bit(index);
      work += patterns.box(own & all) * patterns.density(addend, own & all);
    }
    exponents.push_back(std::log2(std::max(1.0, work)) / std::log2(corner_extent));
  }
  return exponents;
}

bool grows_faster(const Growth& plan, const Growth& than) {
  for (std::size_t n = 0; n < plan.size(); ++n)
    if (plan[n] > than[n] + growth_tolerance) return true;
  return false;
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
