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

// What has been written before can be read: a cost that is sunk. (So a copy of an operand grows no faster than any plan
// that has the operand.)
double stored_operands(const Sizes& sizes) {
  double components = 0;
  for (const auto& [tensor, prefixes] : sizes.prefixes)
    if (!prefixes.empty()) components += prefixes.back();
  return components;
}

}  // namespace

Growth growth(const cin::Program& program, const std::vector<Sizes>& corners) {
  Growth exponents;
  for (const Sizes& corner : corners)
    exponents.push_back(std::log2(std::max(1.0, price(program, corner).total + stored_operands(corner))) / std::log2(corner_extent));
  return exponents;
}

Growth growth_of_work(const Kernel& statement, const cin::Program& program, const std::vector<Sizes>& corners) {
  Growth exponents;
  for (const Sizes& corner : corners) {
    const Patterns patterns(statement, corner);
    double work = price(program, corner).stored + stored_operands(corner);
    for (const Statement& each : all_statements(statement)) {
      Bound all = 0;
      for (const std::string& index : all_indices(each)) all |= patterns.bit(index);
      for (const Expr& addend : addends(each.rhs)) {
        Bound own = 0;
        for (const std::string& index : indices_in(addend)) own |= patterns.bit(index);
        work += patterns.box(own & all) * patterns.density(addend, own & all);
      }
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
