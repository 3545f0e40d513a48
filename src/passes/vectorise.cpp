#include "passes/vectorise.h"

#include "ir/loop_walk.h"
#include "passes/analyses/lanes.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Stmt;
using loop::VectorFor;

VectorFor vectorised(const loop::For& node) {
  const Lanes lanes = lanes_of(node);
  return {.name = node.name,
          .begin = node.begin,
          .end = node.end,
          .body = node.body,
          .element = lanes.element,
          .varying = {lanes.varying.begin(), lanes.varying.end()},
          .sums = {lanes.sums.begin(), lanes.sums.end()},
          .may_overlap = lanes.repeatable && lanes.sums.empty(),
          .over = lanes.positions ? VectorFor::Over::positions : VectorFor::Over::coordinates,
          .share = node.share,
          .origin = node.origin};
}

Block vectorised(const Block& block) {
  Block out;
  for (const Stmt& stmt : block) {
    const loop::For* node = stmt.as<loop::For>();
    if (node && node->vector)
      out.push_back(vectorised(*node));
    else
      out.push_back(loop::with_blocks(stmt, [](const Block& inner) { return vectorised(inner); }));
  }
  return out;
}

}  // namespace

loop::Module vectorise(loop::Module module) {
  for (loop::Function& function : module.functions) function.body = vectorised(function.body);
  return module;
}

}  // namespace scorchc::passes
