#include "schedule/legality/prefetches.h"

#include "schedule/legality/iteration_domain.h"

namespace scorchc::schedule {

std::optional<std::string> why_not_prefetched(const cin::Forall& loop, const Kernel& split) {
  const std::vector<Access> operands = walked(loop, split);
  if (operands.empty()) return "the loop over `" + loop.index + "` visits every coordinate in order";
  if (operands.size() > 1)
    return "the loop over `" + loop.index + "` merges `" + print(operands[0]) + "` and `" + print(operands[1]) +
           "`: its next coordinate is unknown";
  if (is_in_iteration_domain(loop.body[0], split, [&](const Access& access) { return access != operands[0]; }))
    return "the loop over `" + loop.index + "` visits every coordinate in order";
  if (walks_runs(operands[0], loop.index, split))
    return "`" + print(operands[0]) + "` is walked by segments of equal coordinates along `" + loop.index + "`";
  return {};
}

bool has_rows_to_prefetch(const Kernel& split, const TensorDeclaration& tensor) {
  if (!split.tensors.find(tensor.name) || tensor.name == split.result().name || tensor.format->is_blocked())
    return false;
  const std::vector<LevelSpec>& levels = tensor.format->levels;
  return levels.size() > 1 && levels[0].level == "dense" && levels[1].level == "compressed";
}

}  // namespace scorchc::schedule
