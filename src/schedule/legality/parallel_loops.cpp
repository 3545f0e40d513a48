#include "schedule/legality/parallel_loops.h"

#include <algorithm>

#include "support/words.h"

namespace scorchc::schedule {
namespace {

void add_nests(const cin::Stmt& stmt, const cin::Where* filling, const Kernel& kernel, std::vector<Nest>& nests) {
  if (const cin::Forall* loop = stmt.as<cin::Forall>()) nests.push_back({loop, filling});
  if (const cin::Sequence* sequence = stmt.as<cin::Sequence>())
    for (const cin::Stmt& part : sequence->statements) add_nests(part, filling, kernel, nests);
  if (const cin::Where* where = stmt.as<cin::Where>()) {
    if (is_precomputed(*where, kernel)) add_nests(where->producer(), where, kernel, nests);
    add_nests(where->consumer(), filling, kernel, nests);
  }
}

}  // namespace

std::vector<Nest> loop_nests(const cin::Program& program) {
  std::vector<Nest> nests;
  add_nests(program.body, nullptr, program.split, nests);
  return nests;
}

bool is_precomputed(const cin::Where& where, const Kernel& kernel) {
  const TensorDeclaration* made = kernel.find(where.temporary.tensor);
  if (!made || !made->format || where.temporary.indices.empty() || cin::converted_operand(where)) return false;
  return where.distinct || made->format->is_dense();
}

bool fills_disjoint_components(const cin::Where& where, const Kernel& kernel, const std::string& index) {
  const std::vector<LevelSpec>& levels = kernel.tensor(where.temporary.tensor).format->levels;
  const std::vector<std::string>& indices = where.temporary.indices;
  if (!where.distinct) return has(indices, index);
  return levels.size() == 2 && is_dense(levels[0]) && indices[static_cast<std::size_t>(levels[0].mode)] == index;
}

std::optional<std::string> why_serial(const Kernel& kernel, const std::string& index) {
  const std::vector<std::string>& lhs = kernel.statement.lhs.indices;
  const auto declared = kernel.indices.find(index);
  if (declared != kernel.indices.end() && has(lhs, declared->second.block_of))
    return "entries are stored in their rows sequentially";
  if (!has(lhs, index)) return "iterations of the outermost loop, over " + index + ", write the same components";
  const TensorDeclaration& result = kernel.result();
  const Format& format = *result.format;
  const bool has_rows = std::any_of(format.levels.begin(), format.levels.end(), [&](const LevelSpec& level) {
    return is_dense(level) && lhs[static_cast<std::size_t>(level.mode)] == index;
  });
  if (!has_rows && (kernel.can_counting_sort() || kernel.can_assemble_blocks()))
    return "iterations of the outermost loop, over " + index + ", write the same rows of " + result.name;
  return {};
}

std::optional<std::string> why_serial(const Kernel& kernel, const cin::Forall& loop, const cin::Where* filling) {
  if (loop.unroll > 1) return "the loop over " + cin::name_of(loop) + " is unrolled";
  std::vector<std::string> indices = {loop.index};
  if (!loop.fused_as.empty()) indices.push_back(loop.body[0].as<cin::Forall>()->index);
  for (const std::string& index : indices) {
    if (filling && !fills_disjoint_components(*filling, kernel, index))
      return "iterations over " + index + " write the same components";
    if (std::optional<std::string> why = filling ? std::nullopt : why_serial(kernel, index)) return why;
  }
  return {};
}

bool appends_in_parts(const Kernel& kernel) {
  const Format& format = *kernel.result().format;
  return !format.is_dense() && !is_dense(format.levels.front()) && !kernel.can_counting_sort() &&
         !kernel.can_assemble_blocks();
}

bool runs_in_parallel(const cin::Program& program) {
  const std::vector<Nest> nests = loop_nests(program);
  if (!program.kernel.parallel || nests.empty()) return false;
  // A vector loop has few iterations for threads to share.
  const cin::Forall& loop = *nests.back().loop;
  // Counting passes of results that append to nested levels are sequential.
  if (appends_in_parts(program.split)) return false;
  return !loop.vector && !why_serial(program.split, loop, nullptr);
}

}  // namespace scorchc::schedule
