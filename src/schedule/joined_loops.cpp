#include "schedule/joined_loops.h"

#include <algorithm>

#include "schedule/asked_for.h"

namespace scorchc::schedule {

bool has_coordinate_runs(const Kernel& kernel) {
  return std::any_of(kernel.tensors.begin(), kernel.tensors.end(), [](const TensorDeclaration& tensor) {
    if (!tensor.format) return false;
    const std::vector<LevelSpec>& levels = tensor.format->levels;
    return std::adjacent_find(levels.begin(), levels.end(), are_of_one_list) != levels.end();
  });
}

bool joins_loops_inside(const cin::Forall& loop, const Patterns::Walk& walk, Bound around, const Kernel& kernel, const Patterns& patterns) {
  const cin::Forall* next = loop.body[0].as<cin::Forall>();
  if (walk.iterators != 1 || loop.vector || !next || next->vector) return false;
  const Bound bound = around | patterns.bit(loop.index);
  for (const Access& access : cin::operands(loop.body[0])) {
    const TensorDeclaration* tensor = kernel.find(access.tensor);
    if (!tensor || !tensor->format || tensor->copy_of) continue;
    const std::vector<LevelSpec>& levels = tensor->format->levels;
    const auto index_of = [&](std::size_t l) -> const std::string& { return access.indices[static_cast<std::size_t>(levels[l].mode)]; };
    for (std::size_t l = 0; l + 1 < levels.size(); ++l) {
      if (index_of(l) != loop.index || !are_of_one_list(levels[l], levels[l + 1])) continue;
      const Patterns::Walk below = patterns.walk(*next, bound);
      if (index_of(l + 1) != next->index || below.iterators != 1) return false;
      const bool is_last = l + 2 == levels.size() || !are_of_one_list(levels[l + 1], levels[l + 2]);
      return is_last || joins_loops_inside(*next, below, bound, kernel, patterns);
    }
  }
  return false;
}

}  // namespace scorchc::schedule
