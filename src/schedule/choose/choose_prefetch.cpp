#include "schedule/choose/choose_prefetch.h"

#include <algorithm>

#include "schedule/legality/iteration_domain.h"
#include "schedule/legality/prefetches.h"
#include "schedule/transform/mark_prefetch.h"

namespace scorchc::schedule {
namespace {

// Measured: docs/autoscheduler.md, "Measurements".
constexpr std::int64_t distance = 8;

using LoopContexts = std::vector<const cin::Forall*>;

const cin::Forall* over(const std::string& index, const LoopContexts& loops) {
  const auto it =
      std::find_if(loops.begin(), loops.end(), [&](const cin::Forall* loop) { return loop->index == index; });
  return it == loops.end() ? nullptr : *it;
}

// Whether entries select rows of the matrix and a vector loop runs over all its columns. The loop over entries is
// innermost, or directly around the vector loop.
bool has_picked_rows(const Access& access, const LoopContexts& loops, const Kernel& kernel) {
  const TensorDeclaration* tensor = kernel.find(access.tensor);
  const bool is_matrix = tensor && tensor->format && tensor->format->is_dense() && !tensor->format->is_blocked() &&
                         tensor->format->levels.size() == 2 && access.tensor != kernel.result().name;
  if (!is_matrix) return false;
  const auto index_of = [&](std::size_t l) {
    return access.indices[static_cast<std::size_t>(tensor->format->levels[l].mode)];
  };
  const auto is_in_blocks = [&](const std::string& index) {
    const auto declared = kernel.indices.find(index);
    return declared != kernel.indices.end() && !declared->second.block_of.empty();
  };
  if (is_in_blocks(index_of(0)) || is_in_blocks(index_of(1))) return false;
  const cin::Forall *entries = over(index_of(0), loops), *lanes = over(index_of(1), loops);
  const bool are_close =
      entries == loops.back() || (loops.size() > 1 && entries == loops[loops.size() - 2] && lanes == loops.back());
  return entries && lanes && entries != lanes && are_close && lanes->vector && lanes->fused_as.empty() &&
         walked(*lanes, kernel).empty() && !why_not_prefetched(*entries, kernel);
}

// Whether entries select rows of the sparse matrix, and an inner loop walks the entries of each.
bool has_picked_sparse_rows(const Access& access, const LoopContexts& loops, const Kernel& kernel) {
  const TensorDeclaration* tensor = kernel.find(access.tensor);
  if (!tensor || !tensor->format || !has_rows_to_prefetch(kernel, *tensor)) return false;
  const auto index_of = [&](std::size_t l) {
    return access.indices[static_cast<std::size_t>(tensor->format->levels[l].mode)];
  };
  const cin::Forall *entries = over(index_of(0), loops), *row = over(index_of(1), loops);
  if (!entries || !row || walked(*entries, kernel).empty() || why_not_prefetched(*entries, kernel)) return false;
  const std::vector<Access> in_row = walked(*row, kernel);
  return std::find(in_row.begin(), in_row.end(), access) != in_row.end();
}

void find_picked_rows(const cin::Stmt& stmt, const Kernel& kernel, LoopContexts loops, std::vector<Access>& found) {
  match(
      stmt, [](const cin::Assign&) {},
      [&](const cin::Forall& loop) {
        loops.push_back(&loop);
        if (const cin::Assign* assign = loop.body[0].as<cin::Assign>()) {
          for (const Access& access : accesses(assign->rhs))
            if ((has_picked_rows(access, loops, kernel) || has_picked_sparse_rows(access, loops, kernel)) &&
                std::find(found.begin(), found.end(), access) == found.end())
              found.push_back(access);
        } else {
          find_picked_rows(loop.body[0], kernel, loops, found);
        }
      },
      [&](const cin::Where& where) {
        for (const cin::Stmt& part : where.parts) find_picked_rows(part, kernel, loops, found);
      },
      [&](const cin::Sequence& sequence) {
        for (const cin::Stmt& part : sequence.statements) find_picked_rows(part, kernel, loops, found);
      });
}

}  // namespace

Commands choose_prefetch(const cin::Program& program, Decisions& decisions) {
  std::vector<Access> found;
  find_picked_rows(program.body, program.split, {}, found);
  Commands commands;
  for (const Access& access : found) {
    const bool is_dense = program.split.tensor(access.tensor).format->is_dense();
    // Other loops may read the same rows but be unable to prefetch them.
    if (why_not_prefetched(program.split, Prefetch{access, distance}, program.body)) continue;
    commands.emplace_back(Prefetch{access, distance});
    decisions.push_back(
        {"schedule", "prefetch", print(access) + ", " + std::to_string(distance) + " entries ahead",
         "entries of another operand select its rows; enabled at run time if it is larger than a cache of " +
             std::to_string(program.kernel.caches.second / 1024) + " KB" +
             (is_dense ? ", with rows of 256 bytes to 2 KB" : "")});
  }
  return commands;
}

}  // namespace scorchc::schedule
