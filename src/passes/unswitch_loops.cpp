#include "passes/unswitch_loops.h"

#include "ir/loop_uses.h"
#include "passes/analyses/effects.h"
#include "passes/loop_rewriter.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Expr;
using loop::Stmt;

/// Splits a conjunction: returns the parts for which `leaves` holds, and keeps the others in `condition`.
template <class Leaves>
Expr split_off(Expr& condition, const Leaves& leaves) {
  if (leaves(condition)) return std::exchange(condition, loop::boolean(true));
  const loop::Binary* node = condition.as<loop::Binary>();
  if (!node || node->op != loop::BinaryOp::logical_and) return loop::boolean(true);
  Expr left = node->operands[0], right = node->operands[1];
  const Expr out = loop::both(split_off(left, leaves), split_off(right, leaves));
  condition = loop::both(left, right);
  return out;
}

/// Removes the loop-invariant part of a condition that guards everything that the body does, and returns it. Returns
/// true if there is none.
Expr unswitched_condition(loop::For& node, const NameSet& changed) {
  Expr always = loop::boolean(true);
  const loop::If* last = node.body.empty() ? nullptr : single_branch(node.body.back());
  if (!last || !is_local(Block(node.body.begin(), node.body.end() - 1), {})) return always;
  Expr inside = last->conditions[0];
  Expr outside = split_off(inside, [&](const Expr& part) { return is_safe(part) && !loop::reads_any(part, changed); });
  if (outside == always) return always;
  Block rest = last->blocks[0];
  node.body.pop_back();
  if (inside == always)
    node.body.insert(node.body.end(), rest.begin(), rest.end());
  else
    node.body.push_back(loop::If{{inside}, {std::move(rest)}});
  return outside;
}

class Unswitcher : public LoopRewriter {
 protected:
  void see(const Stmt& stmt) override { tuples_.note(stmt); }

  void add(loop::For node, Block& out) override {
    const Expr condition = unswitched_condition(node, tuples_.changed_in(node));
    if (condition == loop::boolean(true)) {
      out.emplace_back(std::move(node));
      return;
    }
    Block inside;
    if (!out.empty() && is_comment(out.back())) {
      inside.push_back(out.back());
      out.pop_back();
    }
    inside.emplace_back(std::move(node));
    out.emplace_back(loop::If{{condition}, {std::move(inside)}});
  }

 private:
  TupleNames tuples_;
};

}  // namespace

Block unswitch_loops(const Block& body) { return Unswitcher().run(body); }

}  // namespace scorchc::passes
