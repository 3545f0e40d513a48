// Traverses the body of a function for passes that replace loops, inner ones first.
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// A pass derives from it and overrides what it changes. Blocks of a ForEach are not visited, because their
/// statements are the same for each row of a table, nor those of a MergeLists, which has no loops.
class LoopRewriter {
 public:
  virtual ~LoopRewriter() = default;
  /// The block with its loops replaced.
  loop::Block run(const loop::Block& given);

 protected:
  /// Is called for each statement that is neither a loop nor a branch, and for the locals of parallel loops, in order.
  virtual void see(const loop::Stmt& /*stmt*/) {}
  /// Appends what replaces a loop, whose body is rewritten already, to the statements before it.
  virtual void add(loop::For node, loop::Block& out) { out.emplace_back(std::move(node)); }
  /// The same. `behind` are the statements after the loop.
  virtual void add(loop::While node, const loop::Block& /*behind*/, loop::Block& out) {
    out.emplace_back(std::move(node));
  }
  /// Changes a block whose statements are rewritten already.
  virtual void finish(loop::Block& /*block*/) {}
};

}  // namespace scorchc::passes
