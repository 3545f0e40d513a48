#include "passes/initial_values.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

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
    std::vector<NameSet> used;  // by each statement
    for (const Stmt& stmt : block) used.push_back(loop::used_names({stmt}));
    Block out;
    for (std::size_t n = 0; n < block.size(); ++n) {
      const std::size_t next = replaced_by(block, used, n);
      if (next == n) out.push_back(block[n]);
    }
    block = std::move(out);
  }

 private:
  /// The place of the statement that becomes the declaration in place of statement n; n if that stays.
  static std::size_t replaced_by(Block& block, const std::vector<NameSet>& used, std::size_t n) {
    const loop::Declare* start = block[n].as<loop::Declare>();
    if (!start || !start->is_mutable || !is_constant(start->value)) return n;
    const auto mentions = [&](const NameSet& names) { return names.count(start->name) > 0; };
    const auto first = std::find_if(used.begin() + static_cast<std::ptrdiff_t>(n) + 1, used.end(), mentions);
    if (first == used.end()) return n;
    const auto next = static_cast<std::size_t>(first - used.begin());
    const std::optional<Expr> value = first_value(*start, block[next]);
    if (!value) return n;
    NameSet changed;
    for (std::size_t later = next + 1; later < block.size(); ++later)
      if (mentions(used[later])) loop::add_changed({block[later]}, changed);
    block[next] = loop::Declare{start->name, *value, mentions(changed)};
    return next;
  }
};

}  // namespace

Block initial_values(const Block& body) { return InitialValues().run(body); }

}  // namespace scorchc::passes
