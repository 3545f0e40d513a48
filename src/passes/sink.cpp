#include "passes/sink.h"

#include <optional>

#include "ir/loop_uses.h"
#include "passes/analyses/effects.h"
#include "passes/analyses/segments.h"
#include "passes/loop_rewriter.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Expr;
using loop::Stmt;

/// `x = constant`, possibly under a loop-invariant condition, of a variable that the loop does not read.
struct Setting {
  Expr condition;
  loop::Assign assign;
};
std::optional<Setting> setting(const Stmt& stmt, const NameSet& changed) {
  const loop::If* branch = single_branch(stmt);
  const Block* block = branch ? &branch->blocks[0] : nullptr;
  const loop::Assign* assign = !branch              ? stmt.as<loop::Assign>()
                               : block->size() == 1 ? (*block)[0].as<loop::Assign>()
                                                    : nullptr;
  if (!assign || assign->update != loop::Update::set || !is_constant(assign->value)) return {};
  const Expr condition = branch ? branch->conditions[0] : loop::boolean(true);
  if (!is_safe(condition) || loop::reads_any(condition, changed)) return {};
  return Setting{condition, *assign};
}

/// Removes such assignments from the body and returns them, to be placed after the loop.
Block sunk_assignments(loop::For& node, const Expr& runs, const NameSet& changed) {
  Block out;
  if (node.parallel || loop::reads_any(node.begin, changed) || loop::reads_any(node.end, changed)) return out;
  for (std::size_t n = node.body.size(); n-- > 0;) {
    const std::optional<Setting> found = setting(node.body[n], changed);
    if (!found) continue;
    Block others = node.body;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(n));
    if (loop::used_names(others).count(found->assign.name)) continue;
    node.body = std::move(others);
    add_branch(loop::both(runs, found->condition), {found->assign}, out);
  }
  return out;
}

class Sinker : public LoopRewriter {
 protected:
  void see(const Stmt& stmt) override { tuples_.note(stmt); }

  void add(loop::For node, Block& out) override {
    const Block behind = sunk_assignments(node, range_is_entered(node, out), tuples_.changed_in(node));
    out.emplace_back(std::move(node));
    out.insert(out.end(), behind.begin(), behind.end());
  }

 private:
  TupleNames tuples_;
};

}  // namespace

Block sink(const Block& body) { return Sinker().run(body); }

}  // namespace scorchc::passes
