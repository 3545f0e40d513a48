#include "schedule/estimate/stage_sizes.h"

#include "schedule/estimate/cardinality.h"
#include "schedule/legality/loop_order.h"

namespace scorchc::schedule {

Sizes sizes_of_stages(const Kernel& kernel, const std::vector<Stage>& made) {
  return with_temporaries(expected_sizes(kernel), made);
}

Sizes with_temporaries(Sizes sizes, const std::vector<Stage>& made) {
  for (const Stage& stage : made) {
    if (stage.temporary.tensor.empty() || stage.kernel.result().format->is_dense()) continue;
    const CardinalityEstimator patterns(stage.kernel, sizes);
    const std::vector<std::string> all = all_indices(stage.kernel.statement);
    const auto bound = [&](const std::vector<std::string>& indices) {
      Bound bits = 0;
      for (const std::string& index : indices) bits |= patterns.bit(index);
      return bits;
    };
    const double terms = patterns.box(bound(all)) * patterns.density(stage.kernel.statement.rhs, bound(all));
    std::vector<double> extents;
    for (const std::string& index : stage.temporary.indices) extents.push_back(patterns.extent(index));
    const double entries = occupied(patterns.box(bound(stage.temporary.indices)), terms);
    sizes.prefixes[stage.temporary.tensor] = random_prefixes(*stage.kernel.result().format, extents, entries);
  }
  return sizes;
}

}  // namespace scorchc::schedule
