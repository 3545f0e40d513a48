// How plans grow: a plan's price at extreme sizes, as powers of a large extent. A plan that grows faster than another
// one somewhere, and nowhere slower, is dominated: constants and expected sizes decide between the others only
// (compare CIN-P, Ahrens et al. 2022, which decides dominance exactly, by containment of queries).
#pragma once

#include <optional>
#include <vector>

#include "ir/cin.h"
#include "schedule/sizes.h"

namespace scorchc::schedule {

/// A corner: the exponent of `corner_extent` that the price is there, with that of reading all operands once.
using Growth = std::vector<double>;
Growth growth(const cin::Program& program, const std::vector<Sizes>& corners);

/// Whether a plan grows faster than the work itself, which no plan of these loops can do without: reading the operands,
/// multiplying what meets, writing the result. Regrouped products may do with less.
bool grows_faster_than_work(const Kernel& statement, const cin::Program& program, const std::vector<Sizes>& corners);

/// Constant factors and logarithms of the extent, 2^10 together, do not show in exponents.
inline constexpr double growth_tolerance = 0.13;
/// Whether the plan grows faster at some corner.
bool grows_faster(const Growth& plan, const Growth& than);

/// How a plan grows, corner by corner: most comparisons end before the last one. Both are kept by reference.
class Growing {
 public:
  Growing(const cin::Program& program, const std::vector<Sizes>& corners)
      : program_(program), corners_(corners), exponents_(corners.size()) {}
  /// Whether it grows faster than the other one at some corner, and slower at none.
  bool is_dominated(Growing& by);

 private:
  double exponent(std::size_t corner);

  const cin::Program& program_;
  const std::vector<Sizes>& corners_;
  std::vector<std::optional<double>> exponents_;  // those that have been asked for
};

}  // namespace scorchc::schedule
