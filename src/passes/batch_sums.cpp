#include "passes/batch_sums.h"

#include "ir/loop_walk.h"
#include "passes/analyses/sums.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Stmt;

Stmt batched(const loop::For& node, bool is_outermost) {
  if (node.chunked || node.unroll > 1) return node;
  const std::optional<IterationSum> parts = sum_of_iteration(node);
  if (!parts) return node;
  // The entries of a single row may be too few.
  const bool has_many = is_outermost || node.begin == loop::integer(0);
  if (parts->in_order && !has_many) return node;
  return loop::BatchedSums{node.name,       node.begin,         node.end,   node.body,
                           parts->sum.name, parts->needs_terms, node.share, node.origin};
}

Block batched(const Block& block, bool is_outermost) {
  Block out;
  for (const Stmt& stmt : block) {
    const bool is_inside = is_outermost && !loop::is_loop(stmt);
    const Stmt changed = loop::with_blocks(stmt, [&](const Block& inner) { return batched(inner, is_inside); });
    const loop::For* node = changed.as<loop::For>();
    out.push_back(node ? batched(*node, is_outermost) : changed);
  }
  return out;
}

}  // namespace

loop::Module batch_sums(loop::Module module) {
  for (loop::Function& function : module.functions) function.body = batched(function.body, true);
  return module;
}

}  // namespace scorchc::passes
