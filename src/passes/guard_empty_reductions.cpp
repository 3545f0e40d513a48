#include "passes/guard_empty_reductions.h"

#include <optional>
#include <set>
#include <string>

#include "ir/loop_uses.h"
#include "ir/loop_walk.h"
#include "passes/analyses/sums.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Expr;
using loop::Stmt;

/// Replaces the statements from `at` on by a guarded one, if they are a reduction, the test whether it has terms, and
/// its use. Moves `at` past them. Empty, without moving, if they are something else.
std::optional<Stmt> guarded_reduction_at(const Block& block, std::size_t& at) {
  std::size_t next = at;
  const auto take = [&]() -> const Stmt* { return next < block.size() ? &block[next++] : nullptr; };
  const Stmt* stmt = take();
  const loop::Declare* sum = stmt ? stmt->as<loop::Declare>() : nullptr;
  if (!sum || !sum->is_mutable) return {};
  Block asked = {*stmt};
  for (stmt = take(); stmt && stmt->as<loop::Comment>(); stmt = take()) asked.push_back(*stmt);
  const loop::For* terms = stmt ? stmt->as<loop::For>() : nullptr;
  if (!terms || terms->parallel || terms->vector) return {};
  asked.push_back(*stmt);
  stmt = take();
  const loop::Declare* any = stmt ? stmt->as<loop::Declare>() : nullptr;
  if (!any || any->is_mutable || !guards_terms(any->value, terms->begin, terms->end)) return {};
  stmt = take();
  const loop::If* branch = stmt ? stmt->as<loop::If>() : nullptr;
  if (!branch || branch->blocks.size() != 1 || branch->conditions != std::vector<Expr>{loop::flag_variable(any->name)})
    return {};
  asked.insert(asked.end(), branch->blocks[0].begin(), branch->blocks[0].end());
  const std::set<std::string> later =
      loop::used_names(Block(block.begin() + static_cast<std::ptrdiff_t>(next), block.end()));
  if (later.count(sum->name) || later.count(any->name) || loop::used_names(branch->blocks[0]).count(any->name))
    return {};
  at = next;
  return loop::If{{any->value}, {std::move(asked)}};
}

Block guard_in_block(const Block& block, bool has_lanes) {
  Block out;
  for (std::size_t at = 0; at < block.size();) {
    if (std::optional<Stmt> question = has_lanes ? guarded_reduction_at(block, at) : std::nullopt) {
      out.push_back(loop::with_blocks(*question, [&](const Block& each) { return guard_in_block(each, true); }));
      continue;
    }
    const loop::For* node = block[at].as<loop::For>();
    out.push_back(loop::with_blocks(
        block[at], [&](const Block& each) { return guard_in_block(each, has_lanes || (node && node->vector)); }));
    ++at;
  }
  return out;
}

}  // namespace

loop::Module guard_empty_reductions(loop::Module module) {
  for (loop::Function& function : module.functions) function.body = guard_in_block(function.body, false);
  return module;
}

}  // namespace scorchc::passes
