#include "passes/collapse_idempotent_loops.h"

#include <algorithm>

#include "ir/loop_uses.h"
#include "passes/analyses/effects.h"
#include "passes/analyses/segments.h"
#include "passes/loop_rewriter.h"

namespace scorchc::passes {
namespace {

bool reads_one(const loop::Block& block, const NameSet& names) {
  const NameSet read = loop::read_names(block);
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return read.count(name) > 0; });
}

bool is_idempotent(const loop::For& node) {
  const Assigned assigned(node.body);
  return !node.parallel && !loop::used_names(node.body).count(node.name) && assigned.names == assigned.flags &&
         is_local(node.body, assigned.flags) && !reads_one(node.body, assigned.flags);
}

class IdempotentRewriter : public LoopRewriter {
 protected:
  void add(loop::For node, loop::Block& out) override {
    if (is_idempotent(node))
      add_branch(range_is_entered(node, out), std::move(node.body), out);
    else
      out.emplace_back(std::move(node));
  }
};

}  // namespace

loop::Block collapse_idempotent_loops(const loop::Block& body) { return IdempotentRewriter().run(body); }

}  // namespace scorchc::passes
