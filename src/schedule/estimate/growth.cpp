#include "schedule/estimate/growth.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "schedule/estimate/cardinality.h"
#include "schedule/estimate/cost.h"
#include "schedule/legality/loop_order.h"
#include "schedule/transform/parts.h"

namespace scorchc::schedule {
namespace {

// All indices of the expression, free and bound.
std::set<std::string> indices_in(const Expr& expr) {
  std::set<std::string> found;
  for (const Access& access : accesses(expr)) found.insert(access.indices.begin(), access.indices.end());
  return found;
}

// Entries of all operands. Reading them is a sunk cost, so a copy of an operand grows no faster than any plan that
// reads it.
double stored_operands(const Sizes& sizes) {
  double components = 0;
  for (const auto& [tensor, prefixes] : sizes.prefixes)
    if (!prefixes.empty()) components += prefixes.back();
  return components;
}

double exponent_of(double price) { return std::log2(std::max(1.0, price)) / std::log2(corner_extent); }

double growth_at(const cin::Program& program, const Sizes& corner) {
  return exponent_of(price(program, corner).total + stored_operands(corner));
}

// Size of the position array of a result that is sparse below its rows; 0 for a dense result.
double rows_of_result(const Kernel& statement, const Sizes& sizes) {
  double rows = 1;
  const Format& format = *statement.result().format;
  for (const LevelSpec& level : format.levels) {
    if (!is_dense(level)) return rows;
    rows *= sizes.extent(statement.statement.lhs.indices[static_cast<std::size_t>(level.mode)]);
  }
  return 0;
}

// The work: `so_far`, which covers reading operands and writing the result, plus one step per nonzero term.
double with_products(const Kernel& statement, const Sizes& corner, double so_far) {
  const CardinalityEstimator patterns(statement, corner);
  double work = so_far;
  for (const Statement& each : all_statements(statement)) {
    Bound all = 0;
    for (const std::string& index : all_indices(each)) all |= patterns.bit(index);
    for (const Expr& addend : addends(each.rhs)) {
      Bound own = 0;
      for (const std::string& index : indices_in(addend)) own |= patterns.bit(index);
      work += patterns.box(own & all) * patterns.density(addend, own & all);
    }
  }
  return work;
}

}  // namespace

Growth growth(const cin::Program& program, const std::vector<Sizes>& corners) {
  Growth exponents;
  for (const Sizes& corner : corners) exponents.push_back(growth_at(program, corner));
  return exponents;
}

bool grows_faster_than_work(const Kernel& statement, const cin::Program& program, const std::vector<Sizes>& corners) {
  return std::any_of(corners.begin(), corners.end(), [&](const Sizes& corner) {
    const Price priced = price(program, corner);
    const double work =
        with_products(statement, corner, priced.stored + rows_of_result(statement, corner) + stored_operands(corner));
    return exponent_of(priced.total + stored_operands(corner)) > exponent_of(work) + growth_tolerance;
  });
}

bool grows_faster(const Growth& plan, const Growth& than) {
  for (std::size_t n = 0; n < plan.size(); ++n)
    if (plan[n] > than[n] + growth_tolerance) return true;
  return false;
}

double Growing::exponent(std::size_t corner) {
  std::optional<double>& known = exponents_[corner];
  if (!known) known = growth_at(program_, corners_[corner]);
  return *known;
}

bool Growing::is_dominated(Growing& by) {
  bool faster_somewhere = false;
  for (std::size_t n = 0; n < corners_.size(); ++n) {
    const double own = exponent(n), other = by.exponent(n);
    if (own < other - growth_tolerance) return false;
    faster_somewhere = faster_somewhere || own > other + growth_tolerance;
  }
  return faster_somewhere;
}

}  // namespace scorchc::schedule
