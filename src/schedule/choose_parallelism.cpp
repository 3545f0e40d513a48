#include "schedule/choose_parallelism.h"

#include <algorithm>

namespace scorchc::schedule {
namespace {

// Of the last nest: initialisation comes first.
const cin::Forall* outermost(const cin::Stmt& stmt) {
  if (const cin::Sequence* sequence = stmt.as<cin::Sequence>()) return outermost(sequence->statements.back());
  if (const cin::Where* where = stmt.as<cin::Where>()) return outermost(where->consumer());
  return stmt.as<cin::Forall>();
}

}  // namespace

Commands choose_parallelism(const cin::Program& program, Decisions& decisions) {
  if (!program.kernel.parallel) {
    decisions.push_back({"schedule", "parallel loop", "none", "--parallel=none"});
    return {};
  }
  const cin::Forall* loop = outermost(program.body);
  if (!loop) return {};
  const std::vector<std::string>& lhs = program.split.statement.lhs.indices;
  const auto declared = program.split.indices.find(loop->index);
  if (declared != program.split.indices.end() && std::find(lhs.begin(), lhs.end(), declared->second.block_of) != lhs.end()) {
    decisions.push_back({"schedule", "parallel loop", "none", "entries go to their rows one after the other"});
    return {};
  }
  if (std::find(lhs.begin(), lhs.end(), loop->index) == lhs.end()) {
    decisions.push_back({"schedule", "parallel loop", "none",
                         "iterations of the outermost loop, over " + loop->index + ", write to the same components"});
    return {};
  }
  const TensorDeclaration& result = program.split.result();
  const Format& format = *result.format;
  const bool has_rows = std::any_of(format.levels.begin(), format.levels.end(), [&](const LevelSpec& level) {
    return is_dense(level) && lhs[static_cast<std::size_t>(level.mode)] == loop->index;
  });
  if (!has_rows && program.split.can_scatter()) {
    decisions.push_back({"schedule", "parallel loop", "none",
                         "iterations of the outermost loop, over " + loop->index + ", write to the same rows of " + result.name});
    return {};
  }
  if (!format.is_dense() && !is_dense(format.levels.front())) {
    decisions.push_back({"schedule", "parallel loop", "none",
                         "the slices of " + program.kernel.result().name + " are appended one after the other"});
    return {};
  }
  decisions.push_back({"schedule", "parallel loop", loop->index,
                       "outermost, and each of its iterations writes to components of its own"});
  return {Parallelize{loop->index}};
}

}  // namespace scorchc::schedule
