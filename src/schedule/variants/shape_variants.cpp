#include "schedule/variants/shape_variants.h"

#include <algorithm>
#include <vector>

#include "schedule/estimate/sizes.h"
#include "schedule/transform/split_blocks.h"
#include "schedule/variants/conditions.h"

namespace scorchc::schedule {
namespace {

// Ratios of extents to examine. The first is the extreme; the others approach equal extents.
constexpr std::int64_t times_shorter[] = {16, 8, 4, 2};
constexpr std::size_t most_looked_at = 6;  // indices
constexpr std::size_t most_extent_conditions = 3;

/// An index whose extent has no hint.
struct OpenIndex {
  std::string name;
  bool is_sparse = false;  // some operand is sparse along it: such indices are assumed to be longer than others
};

std::vector<OpenIndex> open_indices(const Kernel& kernel) {
  std::vector<OpenIndex> found;
  if (has_blocks(kernel)) return found;  // loops only have the extents of blocks and of positions in them
  for (const Access& access : all_operands(kernel))
    for (const std::string& index : access.indices) {
      const auto declared = kernel.indices.find(index);
      if (declared != kernel.indices.end() && is_known(declared->second)) continue;
      auto same = std::find_if(found.begin(), found.end(), [&](const OpenIndex& each) { return each.name == index; });
      if (same == found.end()) same = found.insert(same, {index});
      same->is_sparse = same->is_sparse || !kernel.tensor(access.tensor).format->is_dense();
    }
  return found;
}

class ShapeVariantChooser {
 public:
  explicit ShapeVariantChooser(const ComparedPlans& plans)
      : alternatives_(plans), open_(open_indices(plans.kernel())) {}

  std::optional<Candidate> best() const {
    std::optional<Candidate> best;
    std::size_t looked_at = 0;
    for (const OpenIndex& index : open_) {
      if (index.is_sparse || others_of_its_kind(index).empty()) continue;
      if (looked_at++ == most_looked_at) break;
      std::optional<Candidate> found = candidate(index);
      if (found && (!best || found->there.ratio() > best->there.ratio())) best = std::move(found);
    }
    return best;
  }

 private:
  std::optional<Candidate> candidate(const OpenIndex& index) const {
    const Kernel there = with_shorter(alternatives_.kernel(), index.name, times_shorter[0]);
    std::optional<Candidate> found = alternatives_.better_at(there, gain_threshold);
    if (!found) return {};
    const Comparison plans(alternatives_.first(), found->commands);
    if (plans.at(much_larger(there, index)) < gain_threshold * found->there.ratio())
      return {};  // the gain depends on how full vectors are, not on the shape
    const OpenIndex* than = most_felt(index, there, [&](double ratio) { return ratio - found->there.ratio(); }, plans);
    if (!than) return {};
    const std::optional<std::int64_t> parts = boundary(index, *than, plans);
    if (!parts) return {};
    found->where = "with " + index.name + " a " + std::to_string(times_shorter[0]) + "th of " + than->name;
    std::vector<Condition>& conditions = found->when.conditions;
    conditions = {{{.index = index.name}, Condition::Side::below, {.index = than->name, .parts = *parts}}};
    const Kernel near = with_shorter(alternatives_.kernel(), index.name, 2 * *parts);
    if (!add_bounds(index, near, plans, conditions) || loses_anywhere(near, plans, conditions)) return {};
    return found;
  }

  std::vector<const OpenIndex*> others_of_its_kind(const OpenIndex& index) const {
    std::vector<const OpenIndex*> found;
    for (const OpenIndex& other : open_)
      if (other.name != index.name && other.is_sparse == index.is_sparse) found.push_back(&other);
    return found;
  }

  static Kernel with_shorter(const Kernel& kernel, const std::string& index, std::int64_t times) {
    return with_extent(kernel, index, extent_of(index, kernel) / static_cast<double>(times));
  }
  static Kernel with_longer(const Kernel& kernel, const std::string& index, std::int64_t times) {
    return with_extent(kernel, index, extent_of(index, kernel) * static_cast<double>(times));
  }

  /// All other open sizes enlarged: a plan that does less work gains more with larger sizes.
  Kernel much_larger(Kernel kernel, const OpenIndex& index) const {
    const Sizes sizes = expected_sizes(split_blocks(kernel, {}));
    for (const OpenIndex* other : others_of_its_kind(index))
      kernel = with_longer(kernel, other->name, times_shorter[0]);
    for (TensorDeclaration& tensor : kernel.tensors)
      if (const auto stored = sizes.prefixes.find(tensor.name);
          stored != sizes.prefixes.end() && !tensor.format->is_dense() && !is_known(tensor))
        tensor.nnz_hint = static_cast<double>(times_shorter[0]) * stored->second.back();
    return kernel;
  }

  /// The other index of the same kind whose growth increases the gain most; null if none does.
  template <class Gain>
  const OpenIndex* most_felt(const OpenIndex& index, const Kernel& there, const Gain& gain,
                             const Comparison& plans) const {
    const OpenIndex* best = nullptr;
    double most = 1e-6;
    for (const OpenIndex* other : others_of_its_kind(index)) {
      const double gained = gain(plans.at(with_longer(there, other->name, 4)));
      if (gained <= most) continue;
      most = gained;
      best = other;
    }
    return best;
  }

  /// The largest divisor of the condition at which the other plan is still cheaper, with both extents as expected and
  /// longer.
  std::optional<std::int64_t> boundary(const OpenIndex& index, const OpenIndex& than, const Comparison& plans) const {
    const Kernel& alike = alternatives_.kernel();
    const Kernel longer = with_longer(with_longer(alike, index.name, 4), than.name, 4);
    std::optional<std::int64_t> found;
    for (const std::int64_t times : times_shorter) {
      if (plans.at(with_shorter(alike, index.name, times)) < 1 || plans.at(with_shorter(longer, index.name, times)) < 1)
        break;
      found = times / 2;
    }
    return found;
  }

  static bool loses(const Kernel& kernel, const Comparison& plans, const std::vector<Condition>& conditions) {
    return hold(conditions, expected_sizes(split_blocks(kernel, {}))) && plans.at(kernel) * gain_threshold < 1;
  }

  /// Adds conditions for other extents: if another one is far shorter than those of its kind, the plan may lose what it
  /// gains here. `j / 2 < i` says that i is not far shorter than j. False if there is nothing to compare with, or the
  /// conditions are too many.
  bool add_bounds(const OpenIndex& index, const Kernel& near, const Comparison& plans,
                  std::vector<Condition>& conditions) const {
    for (const OpenIndex& other : open_) {
      const Kernel there = with_shorter(near, other.name, times_shorter[0]);
      if (other.name == index.name || !loses(there, plans, conditions)) continue;
      const double ratio = plans.at(there);
      const OpenIndex* than = most_felt(other, there, [&](double longer) { return 1 - longer / ratio; }, plans);
      if (!than || conditions.size() == most_extent_conditions) return false;
      std::int64_t parts = 2;
      for (const std::int64_t times : times_shorter)
        if (times > parts && plans.at(with_shorter(near, other.name, times)) >= 1) parts = times;
      conditions.push_back({{.index = than->name, .parts = parts}, Condition::Side::below, {.index = other.name}});
    }
    return true;
  }

  /// Whether the variant loses to the first plan for some other value of an open extent.
  bool loses_anywhere(const Kernel& near, const Comparison& plans, const std::vector<Condition>& conditions) const {
    return std::any_of(open_.begin(), open_.end(), [&](const OpenIndex& other) {
      return loses(with_longer(near, other.name, times_shorter[0]), plans, conditions) ||
             loses(with_shorter(near, other.name, times_shorter[0]), plans, conditions);
    });
  }

  const ComparedPlans& alternatives_;
  const std::vector<OpenIndex> open_;
};

}  // namespace

std::optional<Candidate> shape_variant(const ComparedPlans& plans) { return ShapeVariantChooser(plans).best(); }

}  // namespace scorchc::schedule
