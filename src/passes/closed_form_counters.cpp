#include "passes/closed_form_counters.h"

#include "ir/loop_uses.h"
#include "passes/analyses/effects.h"
#include "passes/loop_rewriter.h"

namespace scorchc::passes {
namespace {

using loop::Expr;
using loop::Stmt;

/// Whether it is at most a constant, such as the number of places in a block.
bool is_limited(const Expr& expr) {
  const loop::Binary* least = expr.as<loop::Binary>();
  return expr.as<loop::Integer>() || (least && least->op == loop::BinaryOp::minimum && is_limited(least->operands[0]));
}

class CounterRewriter : public LoopRewriter {
 protected:
  void see(const Stmt& stmt) override {
    if (const loop::Declare* variable = stmt.as<loop::Declare>()) declare(*variable);
    if (const loop::Tuples* list = stmt.as<loop::Tuples>()) numbers_of_entries_.insert(list->count);
  }

  void add(loop::For node, loop::Block& out) override {
    const loop::Assign* counted = only_assignment(node.body);
    if (!counted || !counts_entries(node, *counted)) {
      out.emplace_back(std::move(node));
      return;
    }
    const Expr sum = loop::add(loop::index_variable(counted->name), loop::sub(node.end, node.begin));
    out.emplace_back(loop::Assign{counted->name, loop::Update::set, sum});
  }

 private:
  void declare(const loop::Declare& node) {
    const Expr* value = &node.value;
    if (const loop::Cast* widened = value->as<loop::Cast>()) value = &widened->operand[0];
    if (node.is_mutable || value->as<loop::Load>() || is_limited(*value)) numbers_of_entries_.insert(node.name);
  }

  // Whether the loop counts entries: its range is a number of positions, of places in a block, or of elements in a
  // list. Sums of these cannot overflow, since what they count is in memory.
  bool counts_entries(const loop::For& node, const loop::Assign& assign) const {
    const loop::Variable* end = node.end.as<loop::Variable>();
    const loop::Cast* widened = node.end.as<loop::Cast>();
    const bool of_entries =
        end ? numbers_of_entries_.count(end->name) > 0
            : node.end.as<loop::Load>() || is_limited(node.end) || (widened && widened->operand[0].as<loop::Load>());
    return of_entries && !node.parallel && assign.update == loop::Update::add && assign.value == loop::integer(1) &&
           !loop::reads_any(node.begin, {assign.name}) && !loop::reads_any(node.end, {assign.name});
  }

  NameSet numbers_of_entries_;  // variables that hold such numbers
};

}  // namespace

loop::Block closed_form_counters(const loop::Block& body) { return CounterRewriter().run(body); }

}  // namespace scorchc::passes
