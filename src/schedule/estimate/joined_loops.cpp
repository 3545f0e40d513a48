#include "schedule/estimate/joined_loops.h"

#include <algorithm>

#include "ir/thresholds.h"
#include "schedule/legality/iteration_domain.h"

namespace scorchc::schedule {

bool has_coordinate_runs(const Kernel& kernel) {
  return std::any_of(kernel.tensors.begin(), kernel.tensors.end(), [](const TensorDeclaration& tensor) {
    if (!tensor.format) return false;
    const std::vector<LevelSpec>& levels = tensor.format->levels;
    return std::adjacent_find(levels.begin(), levels.end(), are_of_one_list) != levels.end();
  });
}

namespace {

/// Whether `next` runs over the next level of the loop's coordinate list, and the levels below collapse into that loop.
bool runs_over_list_below(const cin::Forall& loop, const cin::Forall& next, Bound bound, const Kernel& kernel,
                          const CardinalityEstimator& patterns) {
  for (const Access& access : cin::operands(loop.body[0])) {
    const TensorDeclaration* tensor = kernel.find(access.tensor);
    if (!tensor || !tensor->format || tensor->copy_of) continue;
    const std::vector<LevelSpec>& levels = tensor->format->levels;
    const auto index_of = [&](std::size_t l) -> const std::string& {
      return access.indices[static_cast<std::size_t>(levels[l].mode)];
    };
    for (std::size_t l = 0; l + 1 < levels.size(); ++l) {
      if (index_of(l) != loop.index || !are_of_one_list(levels[l], levels[l + 1])) continue;
      const CardinalityEstimator::Walk below = patterns.walk(next, bound);
      if (index_of(l + 1) != next.index || below.iterators != 1) return false;
      const bool is_last = l + 2 == levels.size() || !are_of_one_list(levels[l + 1], levels[l + 2]);
      return is_last || joins_loops_inside(next, below, bound, kernel, patterns);
    }
  }
  return false;
}

}  // namespace

bool joins_loops_inside(const cin::Forall& loop, const CardinalityEstimator::Walk& walk, Bound around,
                        const Kernel& kernel, const CardinalityEstimator& patterns) {
  const cin::Forall* next = loop.body[0].as<cin::Forall>();
  if (walk.iterators != 1 || loop.vector || !next || next->vector) return false;
  return runs_over_list_below(loop, *next, around | patterns.bit(loop.index), kernel, patterns);
}

bool specialises_singleton_segments(const cin::Forall& loop, const CardinalityEstimator::Walk& walk, Bound around,
                                    const Kernel& kernel, const CardinalityEstimator& patterns) {
  const cin::Forall* next = loop.body[0].as<cin::Forall>();
  if (walk.iterators != 1 || loop.vector || !next || !next->vector ||
      walk.scanned >= static_cast<double>(min_entries_per_segment) * walk.steps)
    return false;
  Bound bound = around | patterns.bit(loop.index);
  for (; next && next->vector; next = next->body[0].as<cin::Forall>()) {
    if (!patterns.walk(*next, bound).full()) return false;
    bound |= patterns.bit(next->index);
  }
  if (!next || !runs_over_list_below(loop, *next, bound, kernel, patterns)) return false;
  const cin::Stmt* inside = &next->body[0];
  while (const cin::Forall* deeper = inside->as<cin::Forall>()) inside = &deeper->body[0];
  const cin::Assign* assign = inside->as<cin::Assign>();
  return assign && assign->op == AssignOp::add;
}

}  // namespace scorchc::schedule
