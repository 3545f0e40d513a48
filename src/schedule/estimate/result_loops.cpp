#include "schedule/estimate/result_loops.h"

namespace scorchc::schedule {

std::vector<std::string> loops_of_result(const cin::Stmt& stmt) {
  std::vector<std::string> loops;
  const cin::Stmt* at = &stmt;
  for (;;) {
    if (const cin::Forall* loop = at->as<cin::Forall>()) {
      loops.push_back(loop->index);
      at = &loop->body[0];
    } else if (const cin::Where* where = at->as<cin::Where>()) {
      at = &where->consumer();
    } else if (const cin::Sequence* sequence = at->as<cin::Sequence>()) {
      at = &sequence->statements.back();
    } else {
      return loops;
    }
  }
}

bool selects_entry(const Kernel& kernel, const std::string& index) {
  const std::vector<LevelSpec>& levels = kernel.result().format->levels;
  bool sparse = false;
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
    sparse = sparse || !is_dense(*level);
    if (sparse && kernel.statement.lhs.indices[static_cast<std::size_t>(level->mode)] == index) return true;
  }
  return false;
}

}  // namespace scorchc::schedule
