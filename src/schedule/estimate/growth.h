// Computes the asymptotic growth of plans: their cost at extreme sizes, as powers of a large extent. A plan that grows
// faster than another at some corner and slower at none is dominated. Costs at the expected sizes only decide between
// the others. (CIN-P, Ahrens et al. 2022, decides dominance exactly, by containment of queries.)
#pragma once

#include <optional>
#include <vector>

#include "ir/cin.h"
#include "schedule/estimate/sizes.h"

namespace scorchc::schedule {

/// One entry per corner: the exponent of `corner_extent` for the plan's cost plus reading all operands once.
using Growth = std::vector<double>;
Growth growth(const cin::Program& program, const std::vector<Sizes>& corners);

/// Whether a plan grows faster than the work that its loops cannot avoid: reading the operands, multiplying matching
/// entries, writing the result. Regrouped products may need less.
bool grows_faster_than_work(const Kernel& statement, const cin::Program& program, const std::vector<Sizes>& corners);

/// Exponents ignore constant factors and logarithms of the extent, up to a factor of 2^10.
inline constexpr double growth_tolerance = 0.13;
/// Whether the plan grows faster at some corner.
bool grows_faster(const Growth& plan, const Growth& than);

/// A plan's growth, computed corner by corner on demand: most comparisons end before the last corner. Keeps references
/// to both arguments.
class Growing {
 public:
  Growing(const cin::Program& program, const std::vector<Sizes>& corners)
      : program_(program), corners_(corners), exponents_(corners.size()) {}
  /// Whether the plan grows faster than the other one at some corner, and slower at none.
  bool is_dominated(Growing& by);

 private:
  double exponent(std::size_t corner);

  const cin::Program& program_;
  const std::vector<Sizes>& corners_;
  std::vector<std::optional<double>> exponents_;  // those computed so far
};

}  // namespace scorchc::schedule
