#include "schedule/variants/density_variants.h"

#include <algorithm>
#include <cmath>

#include "schedule/estimate/sizes.h"
#include "schedule/transform/find_command.h"
#include "schedule/transform/split_blocks.h"
#include "schedule/variants/conditions.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// Densities to examine: one entry in so many rows, or in so many cells. The first is the extreme; the others approach
// the expected density.
constexpr std::int64_t nearly_empty[] = {16, 8, 4, 2, 1};
constexpr std::int64_t well_filled[] = {8, 16, 32, 64, 128};
// Cells of a well filled matrix for the comparison. With the assumed extents it would not fit into memory.
constexpr double filled_cells = 4e6;
constexpr std::size_t most_density_conditions = 2;
// Nearly empty operands make precomputing a product slower than its cost estimate, so a plan without it needs a smaller
// advantage.
constexpr double gain_without_size = 1.2;

/// Whether a condition is about fewer or more entries than expected.
using Side = Condition::Side;

/// An operand without hints.
struct OpenOperand {
  std::string tensor;
  std::vector<std::string> indices;
};

std::vector<OpenOperand> open_operands(const Kernel& kernel) {
  std::vector<OpenOperand> found;
  for (const Access& access : all_operands(kernel)) {
    const TensorDeclaration* tensor = kernel.find(access.tensor);
    const bool is_new =
        std::none_of(found.begin(), found.end(), [&](const OpenOperand& each) { return each.tensor == access.tensor; });
    if (is_new && tensor && tensor->name != kernel.result().name && !has_repeats(access.indices) &&
        is_counted(*tensor, kernel) && !is_known(*tensor))
      found.push_back({access.tensor, access.indices});
  }
  return found;
}

/// The kernel with hints that fill these operands: one entry per `parts` coordinates of the shortest mode, or per
/// `parts` cells.
Kernel filled(const Kernel& kernel, const std::vector<OpenOperand>& operands, Side side, std::int64_t parts) {
  Kernel hinted = kernel;
  const Sizes sizes = side == Side::below ? expected_sizes(split_blocks(kernel, {})) : Sizes{};
  for (const OpenOperand& operand : operands) {
    TensorDeclaration& tensor =
        *std::find_if(hinted.tensors.begin(), hinted.tensors.end(),
                      [&](const TensorDeclaration& each) { return each.name == operand.tensor; });
    if (side == Side::above) {
      tensor.fill_hint = 1 / static_cast<double>(parts);
      continue;
    }
    double shortest = sizes.extent(operand.indices[0]);
    for (const std::string& index : operand.indices) shortest = std::min(shortest, sizes.extent(index));
    tensor.nnz_hint = std::max(1.0, shortest / static_cast<double>(parts));
  }
  return hinted;
}

/// The index whose extent the condition compares with: the one whose growth, at equal numbers of entries, favours the
/// other plan most.
std::string index_of(const OpenOperand& operand, const Kernel& kernel, const Comparison& plans) {
  std::string best;
  double most = 0;
  for (const std::string& index : operand.indices) {
    const double ratio = plans.at(with_extent(kernel, index, 4 * extent_of(index, kernel)));
    if (ratio <= most * (1 + 1e-9)) continue;
    most = ratio;
    best = index;
  }
  return best;
}

/// Number of products that are precomputed. A scattered vector is not counted.
std::ptrdiff_t formed_first(const Commands& commands) {
  return std::count_if(commands.begin(), commands.end(), [](const Command& command) {
    const Precompute* formed = std::get_if<Precompute>(&command);
    return formed && formed->factors.size() > 1;
  });
}

class DensityVariantChooser {
 public:
  explicit DensityVariantChooser(const ComparedPlans& plans)
      : alternatives_(plans), open_(open_operands(plans.kernel())) {}

  std::optional<Candidate> candidate(Side side) const {
    if (open_.empty()) return {};
    const Kernel base = side == Side::above ? with_short_extents() : alternatives_.kernel();
    const std::int64_t furthest = parts_of(side).front();
    std::optional<Candidate> found =
        alternatives_.better_at(filled(base, open_, side, furthest), gain_threshold_of(side));
    if (!found) return {};
    const bool does_without = formed_first(found->commands) < formed_first(alternatives_.first());
    if (!does_without && found->there.ratio() < gain_threshold) return {};
    found->where = "with one entry in " + std::to_string(furthest) + (side == Side::below ? " rows" : " cells");
    const Comparison plans(alternatives_.first(), found->commands);
    const std::vector<OpenOperand> deciding = deciding_operands(base, side, plans);
    if (deciding.size() > most_density_conditions) return {};
    // A precomputed array must stay within a multiple of the operand's size, as it does at the density that was
    // examined.
    const bool is_held = side == Side::above && find_command<Precompute>(found->commands);
    const std::int64_t parts = is_held ? furthest : boundary(base, deciding, side, plans);
    for (const OpenOperand& operand : deciding) {
      Condition condition{{.tensor = operand.tensor}, side, {.index = operand.indices.back(), .parts = parts}};
      if (side == Side::above)
        condition.left.rows.assign(operand.indices.begin(), operand.indices.end() - 1);
      else
        condition.right.index = index_of(operand, filled(base, deciding, side, parts), plans);
      if (condition.right.index.empty()) return {};
      found->when.conditions.push_back(std::move(condition));
    }
    // If the expected sizes meet the conditions, the first plan must not be cheaper there.
    const bool is_expected = hold(found->when.conditions, expected_sizes(split_blocks(alternatives_.kernel(), {})));
    if (is_expected && found->expected.first < found->expected.other) return {};
    return found;
  }

 private:
  static double gain_threshold_of(Side side) { return side == Side::below ? gain_without_size : gain_threshold; }

  static std::vector<std::int64_t> parts_of(Side side) {
    return side == Side::below ? std::vector<std::int64_t>(std::begin(nearly_empty), std::end(nearly_empty))
                               : std::vector<std::int64_t>(std::begin(well_filled), std::end(well_filled));
  }

  Kernel with_short_extents() const {
    Kernel shorter = alternatives_.kernel();
    std::size_t order = 2;
    for (const OpenOperand& operand : open_) order = std::max(order, operand.indices.size());
    const auto extent = static_cast<std::int64_t>(std::pow(filled_cells, 1 / static_cast<double>(order)));
    for (const OpenOperand& operand : open_)
      for (const std::string& index : operand.indices) {
        IndexDeclaration& declared = shorter.indices[index];
        if (!is_known(declared)) declared.hint = extent;
      }
    return shorter;
  }

  /// The operands whose density decides. One operand, if it alone makes the variant pay whatever the others store: the
  /// one with the largest gain. Otherwise the best two; all operands if no two suffice.
  std::vector<OpenOperand> deciding_operands(const Kernel& base, Side side, const Comparison& plans) const {
    std::vector<OpenOperand> found = open_;
    double most = gain_threshold_of(side);
    const auto take = [&](const std::vector<OpenOperand>& operands) {
      const double ratio = plans.at(filled(base, operands, side, parts_of(side).front()));
      if (ratio < most) return;
      most = ratio;
      found = operands;
    };
    for (const OpenOperand& operand : open_) take({operand});
    if (found.size() <= most_density_conditions) return found;
    for (std::size_t first = 0; first < open_.size(); ++first)
      for (std::size_t second = first + 1; second < open_.size(); ++second) take({open_[first], open_[second]});
    return found;
  }

  /// The density halfway to where the costs cross, with the other operands as expected or equally filled. Costs are
  /// only estimates, so the boundary keeps a distance.
  std::int64_t boundary(const Kernel& base, const std::vector<OpenOperand>& deciding, Side side,
                        const Comparison& plans) const {
    const std::vector<std::int64_t> all = parts_of(side);
    const auto is_cheaper = [&](std::int64_t parts) {
      return plans.at(filled(base, deciding, side, parts)) >= 1 && plans.at(filled(base, open_, side, parts)) >= 1;
    };
    const auto crossing = std::find_if_not(all.begin() + 1, all.end(), is_cheaper);
    return all[static_cast<std::size_t>(crossing - all.begin() - 1) / 2];
  }

  const ComparedPlans& alternatives_;
  const std::vector<OpenOperand> open_;
};

}  // namespace

std::vector<Candidate> density_variants(const ComparedPlans& plans) {
  const DensityVariantChooser chooser(plans);
  std::vector<Candidate> found;
  for (const Side side : {Side::below, Side::above})
    if (std::optional<Candidate> one = chooser.candidate(side)) found.push_back(std::move(*one));
  return found;
}

}  // namespace scorchc::schedule
