#include "passes/initial_values.h"

#include <algorithm>
#include <optional>
#include <string>

#include "ir/loop_uses.h"
#include "passes/analyses/effects.h"
#include "passes/loop_rewriter.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Expr;
using loop::Stmt;

/// The value that the first statement that mentions a variable gives it, to replace its constant initial value. Empty
/// if the statement does something else.
std::optional<Expr> first_value(const loop::Declare& start, const Stmt& stmt) {
  const auto is_other = [&](const Expr& expr) { return !loop::reads_any(expr, {start.name}); };
  if (const loop::If* branch = single_branch(stmt); branch && start.value == loop::boolean(false)) {
    const loop::Assign* set = only_assignment(branch->blocks[0]);
    const bool becomes_true = set && set->name == start.name && set->value == loop::boolean(true);
    return becomes_true && is_other(branch->conditions[0]) ? std::optional(branch->conditions[0]) : std::nullopt;
  }
  const loop::Assign* next = stmt.as<loop::Assign>();
  if (!next || next->name != start.name || next->update != loop::Update::set) return {};
  const loop::Binary* sum = next->value.as<loop::Binary>();
  if (start.value == loop::integer(0) && sum && sum->op == loop::BinaryOp::add && is_other(sum->operands[1]) &&
      sum->operands[0] == loop::index_variable(start.name))
    return sum->operands[1];
  const bool is_same_type = type_of(next->value) == type_of(start.value);
  return is_same_type && is_other(next->value) ? std::optional(next->value) : std::nullopt;
}

class InitialValues : public LoopRewriter {
 protected:
  void finish(Block& block) override {
    for (std::size_t n = 0; n < block.size(); ++n) {
      const loop::Declare* start = block[n].as<loop::Declare>();
      if (!start || !start->is_mutable || !is_constant(start->value)) continue;
      const std::string name = start->name;
      const auto here = block.begin() + static_cast<std::ptrdiff_t>(n);
      const auto next = std::find_if(here + 1, block.end(),
                                     [&](const Stmt& stmt) { return loop::used_names({stmt}).count(name) > 0; });
      const std::optional<Expr> value = next == block.end() ? std::nullopt : first_value(*start, *next);
      if (!value) continue;
      NameSet changed;
      loop::add_changed(Block(next + 1, block.end()), changed);
      *next = loop::Declare{name, *value, changed.count(name) > 0};
      block.erase(here);
      --n;
    }
  }
};

}  // namespace

Block initial_values(const Block& body) { return InitialValues().run(body); }

}  // namespace scorchc::passes
