// Implements the comparison of loop order and storage order.
#include "ir/cin_order.h"

#include <algorithm>

#include "support/match.h"

namespace scorchc::cin {

std::vector<std::string> loops_to_assignment(const Stmt& stmt) {
  return match(
      stmt, [](const Assign&) { return std::vector<std::string>(); },
      [&](const Forall& loop) {
        std::vector<std::string> loops = loops_to_assignment(loop.body[0]);
        loops.insert(loops.begin(), loop.index);
        return loops;
      },
      [&](const Where& where) { return loops_to_assignment(where.consumer()); },
      [&](const Sequence& sequence) { return loops_to_assignment(sequence.statements.back()); });
}

bool sums_over_index(const Where& where, const Kernel& kernel) {
  // An index is bound by its own loop, by the loop over the whole index, or by the loops over its blocks and the
  // offsets in them.
  const auto is_part = [&](const std::string& part, const std::string& whole) {
    const auto it = kernel.indices.find(part);
    return it != kernel.indices.end() && it->second.block_of == whole;
  };
  const std::vector<std::string>& own = where.temporary.indices;
  const std::vector<std::string> loops = loops_to_assignment(where.producer());
  return std::any_of(loops.begin(), loops.end(), [&](const std::string& loop) {
    return std::none_of(own.begin(), own.end(), [&](const std::string& index) {
      return loop == index || is_part(index, loop) || is_part(loop, index);
    });
  });
}

std::size_t keys_out_of_order(const Where& where, const Kernel& kernel) {
  // A loop over a whole index iterates its block numbers and, in each block, the offsets.
  std::vector<std::string> loops;
  for (const std::string& loop : loops_to_assignment(where.producer())) {
    loops.push_back(loop);
    for (const BlockPart part : {BlockPart::outer, BlockPart::inner})
      for (const std::string& index : where.temporary.indices)
        if (const auto it = kernel.indices.find(index);
            it != kernel.indices.end() && it->second.block_of == loop && it->second.part == part)
          loops.push_back(index);
  }
  const std::vector<LevelSpec>& levels = kernel.tensor(where.temporary.tensor).format->levels;
  const auto place = [&](std::size_t level) {
    const std::string& index = where.temporary.indices[static_cast<std::size_t>(levels[level].mode)];
    return std::find(loops.begin(), loops.end(), index);
  };
  // If a level is not bound by one of the loops, the order is unknown.
  for (std::size_t level = 0; level < levels.size(); ++level)
    if (place(level) == loops.end()) return levels.size();
  std::size_t keys = levels.size() - 1;
  while (keys > 0 && place(keys - 1) < place(keys)) --keys;
  return std::max<std::size_t>(keys, 1);  // at least one key, because the sort also reports missing memory
}

}  // namespace scorchc::cin
