#include "passes/widen_sums.h"

#include <algorithm>
#include <set>
#include <string>

#include "ir/loop_uses.h"
#include "ir/loop_walk.h"
#include "passes/analyses/effects.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Expr;
using loop::Stmt;
using loop::Type;

bool is_vector_loop(const Stmt& stmt) { return stmt.as<loop::For>() && stmt.as<loop::For>()->vector; }

bool is_plain_loop(const Stmt& stmt) {
  return (stmt.as<loop::For>() && !is_vector_loop(stmt)) || stmt.as<loop::While>() || stmt.as<loop::ForNonempty>() ||
         stmt.as<loop::ForEach>() || stmt.as<loop::MergeLists>() || stmt.as<loop::Parallel>();
}

/// How the statements after a declaration use the variable.
class Uses {
 public:
  explicit Uses(const std::string& sum) : sum_(sum) {}

  /// True if they add to the variable in a loop, do nothing else but read its value, and no vector loop is among them.
  bool is_sum(const Block& block) {
    see(block, Around::no_loop);
    return is_sum_ && is_added_in_loop_;
  }

 private:
  enum class Around { no_loop, plain_loop, vector_loop };

  void see(const Block& block, Around around) {
    for (const Stmt& stmt : block) see(stmt, around);
  }

  void see(const Stmt& stmt, Around around) {
    if (const loop::Assign* term = stmt.as<loop::Assign>(); term && term->name == sum_) return see_term(*term, around);
    const bool has_values = stmt.as<loop::Declare>() || stmt.as<loop::Assign>() || stmt.as<loop::Store>();
    if (!has_values && loop::own_reads(stmt).count(sum_) > 0) is_sum_ = false;
    const loop::ForNonempty* rows = stmt.as<loop::ForNonempty>();
    if (rows && rows->skipped_body && loop::used_names(rows->skipped_body->body).count(sum_) > 0) is_sum_ = false;
    if (is_vector_loop(stmt))
      around = Around::vector_loop;
    else if (is_plain_loop(stmt) && around == Around::no_loop)
      around = Around::plain_loop;
    for (const Block* inside : loop::blocks(stmt)) see(*inside, around);
  }

  void see_term(const loop::Assign& term, Around around) {
    const bool is_term = term.update == loop::Update::add && loop::own_reads(term.value).count(sum_) == 0;
    const bool is_reset = term.update == loop::Update::set && is_positive_zero(term.value);
    is_sum_ = is_sum_ && (is_term || is_reset) && around != Around::vector_loop;
    is_added_in_loop_ = is_added_in_loop_ || (is_term && around == Around::plain_loop);
  }

  const std::string& sum_;
  bool is_sum_ = true, is_added_in_loop_ = false;
};

/// The expression with f32(sum) in place of sum.
Expr narrowed(const Expr& expr, const std::string& sum) {
  if (const loop::Variable* node = expr.as<loop::Variable>(); node && node->name == sum)
    return loop::cast(Type::f32, loop::Variable{sum, Type::f64});
  return loop::with_operands(expr, [&](const Expr& operand) { return narrowed(operand, sum); });
}

/// The statement itself, without its blocks, with f32(sum) in place of sum.
Stmt narrowed(const Stmt& stmt, const std::string& sum) {
  const auto with_value = [&](auto copy) {
    copy.value = narrowed(copy.value, sum);
    return Stmt(std::move(copy));
  };
  if (const loop::Declare* node = stmt.as<loop::Declare>()) return with_value(*node);
  if (const loop::Assign* node = stmt.as<loop::Assign>()) return with_value(*node);
  if (const loop::Store* node = stmt.as<loop::Store>()) return with_value(*node);
  return stmt;
}

/// The statements behind the declaration of a sum that is now f64.
Block widened(const Block& block, const std::string& sum) {
  Block out;
  for (const Stmt& stmt : block) {
    const loop::Assign* assign = stmt.as<loop::Assign>();
    if (assign && assign->name == sum)
      out.push_back(loop::Assign{sum, assign->update, loop::cast(Type::f64, assign->value)});
    else
      out.push_back(loop::with_blocks(narrowed(stmt, sum), [&](const Block& inside) { return widened(inside, sum); }));
  }
  return out;
}

/// Widens sums that are declared in the block or in a block inside, except in vector loops.
Block with_wide_sums(Block block) {
  for (std::size_t n = 0; n < block.size(); ++n) {
    if (!is_vector_loop(block[n])) block[n] = loop::with_blocks(block[n], with_wide_sums);
    const loop::Declare* sum = declared_f32_sum(block[n]);
    if (!sum) continue;
    const std::string name = sum->name;
    const auto next = block.begin() + static_cast<std::ptrdiff_t>(n) + 1;
    const Block behind(next, block.end());
    if (!Uses(name).is_sum(behind)) continue;
    block[n] = loop::Declare{name, loop::number(Type::f64, 0, 0), true};
    const Block wide = widened(behind, name);
    std::copy(wide.begin(), wide.end(), next);
  }
  return block;
}

}  // namespace

loop::Module widen_sums(loop::Module module) {
  for (loop::Function& function : module.functions) function.body = with_wide_sums(function.body);
  return module;
}

}  // namespace scorchc::passes
