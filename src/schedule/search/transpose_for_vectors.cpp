#include "schedule/search/transpose_for_vectors.h"

#include <algorithm>

#include "schedule/legality/vector_loops.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// The operand's indices in loop order, with `last` moved to the end.
std::vector<std::string> ending_with(const std::string& last, const Access& access, const LoopOrder& order) {
  std::vector<std::string> indices = restricted(order, access.indices);
  std::erase(indices, last);
  indices.push_back(last);
  return indices;
}

// `reads` are the statement's accesses.
Commands copies_along(const std::string& index, const Kernel& statement, const std::vector<const Access*>& reads,
                      const LoopOrder& order) {
  const Access& lhs = statement.statement.lhs;
  if (has(lhs.indices, index) && !is_along_once(lhs, statement.result().format->levels.back(), index)) return {};
  Commands copies;
  for (const Access* read : reads) {
    const Access& access = *read;
    if (!has(access.indices, index)) continue;
    const TensorDeclaration* tensor = statement.find(access.tensor);
    if (!tensor || !tensor->format || std::count(access.indices.begin(), access.indices.end(), index) > 1) return {};
    if (is_along_once(access, tensor->format->levels.back(), index)) continue;
    const bool is_own = tensor->name == statement.result().name || !tensor->alias_of.empty() || tensor->converted_from;
    if (!tensor->format->is_dense() || is_own) return {};
    const Command copy = Convert{access, ending_with(index, access, order)};
    if (std::find(copies.begin(), copies.end(), copy) == copies.end()) copies.push_back(copy);
  }
  return copies;
}

}  // namespace

std::vector<Commands> copies_for_vectors(const Kernel& statement, const LoopOrder& order) {
  // A BLAS takes matrices as they are stored.
  const bool is_dense =
      std::all_of(statement.tensors.begin(), statement.tensors.end(),
                  [](const TensorDeclaration& tensor) { return tensor.format && tensor.format->is_dense(); });
  if (is_dense && statement.blas == Blas::cblas) return {};
  std::vector<Commands> found;
  const std::vector<const Access*> reads = accesses_in(statement.statement.rhs);
  for (const std::string& index : order)
    if (Commands copies = copies_along(index, statement, reads, order); !copies.empty())
      found.push_back(std::move(copies));
  return found;
}

}  // namespace scorchc::schedule
