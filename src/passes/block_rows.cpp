#include "passes/block_rows.h"

#include "ir/loop_walk.h"
#include "passes/analyses/row_blocks.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Stmt;

Stmt blocked(const Stmt& stmt) {
  const loop::For* node = stmt.as<loop::For>();
  if (!node || node->chunked) return stmt;
  const std::optional<Rows> rows = rows_around(*node);
  if (!rows) return stmt;
  return loop::RowBlock{.name = node->name,
                        .begin = node->begin,
                        .end = node->end,
                        .body = node->body,
                        .own = {rows->own.begin(), rows->own.end()},
                        .share = node->share,
                        .origin = node->origin};
}

Block blocked(const Block& block) {
  Block out;
  for (const Stmt& stmt : block)
    out.push_back(blocked(loop::with_blocks(stmt, [](const Block& inner) { return blocked(inner); })));
  return out;
}

}  // namespace

loop::Module block_rows(loop::Module module) {
  for (loop::Function& function : module.functions) function.body = blocked(function.body);
  return module;
}

}  // namespace scorchc::passes
