// Implements the recognisers for loops over sums.
#include "passes/analyses/sums.h"

#include <algorithm>
#include <set>

#include "ir/loop_uses.h"
#include "ir/loop_walk.h"
#include "passes/analyses/effects.h"
#include "passes/analyses/lanes.h"
#include "support/words.h"

namespace scorchc::passes {
namespace {

using loop::Assign;
using loop::Binary;
using loop::BinaryOp;
using loop::Block;
using loop::Cast;
using loop::Declare;
using loop::Expr;
using loop::For;
using loop::If;
using loop::Load;
using loop::Prefetch;
using loop::Stmt;
using loop::Update;
using loop::Variable;
using loop::VectorFor;

bool only_prefetches(const Stmt& stmt) {
  const If* branch = stmt.as<If>();
  if (!branch) return stmt.as<Prefetch>() != nullptr;
  return std::all_of(branch->blocks.begin(), branch->blocks.end(),
                     [](const Block& block) { return std::all_of(block.begin(), block.end(), only_prefetches); });
}

/// True if the sum starts at +0. -0 marks a sum without terms: adding to +0 instead would not keep the mark.
bool starts_at_zero(const Declare& sum) { return sum.is_mutable && is_positive_zero(sum.value); }

/// True if the sum is the only effect of the vector loop, so that a lane may be run twice if its term is added once.
bool only_adds_to(const std::string& sum, const VectorFor& node) {
  if (node.sums != std::vector<std::string>{sum}) return false;
  std::set<std::string> declared, changed;
  loop::for_each_statement(node.body, [&](const Stmt& stmt) {
    if (const Declare* variable = stmt.as<Declare>()) declared.insert(variable->name);
    if (const For* inner = stmt.as<For>()) declared.insert(inner->name);
  });
  loop::add_changed(node.body, changed);
  return std::all_of(changed.begin(), changed.end(),
                     [&](const std::string& name) { return name == sum || declared.count(name) > 0; });
}

/// True if the statements contain no loops.
bool is_short(const Block& after) {
  bool has_loops = false;
  loop::for_each_statement(after, [&](const Stmt& stmt) { has_loops = has_loops || loop::is_loop(stmt); });
  return !has_loops;
}

/// The load inside any widening casts; null if there is none.
const Load* loaded(const Expr& position) {
  const Cast* widened = position.as<Cast>();
  return widened ? loaded(widened->operand[0]) : position.as<Load>();
}

/// True if `index` is the loop index, plus an optional loop-invariant offset.
bool counts_iterations(const Expr& index, const std::string& iteration, const std::set<std::string>& own) {
  if (index == loop::index_variable(iteration)) return true;
  const Binary* sum = index.as<Binary>();
  return sum && sum->op == BinaryOp::add && sum->operands[1] == loop::index_variable(iteration) &&
         !loop::reads_any(sum->operands[0], own);
}

/// True if `terms` runs from pos[i] to pos[i + 1], where i is the loop index plus an optional offset.
bool are_in_sequence(const VectorFor& terms, const std::string& iteration, const std::set<std::string>& own) {
  const Load *begin = loaded(terms.begin), *end = loaded(terms.end);
  return begin && end && begin->array == end->array && counts_iterations(begin->index[0], iteration, own) &&
         end->index[0] == loop::add(begin->index[0], loop::integer(1));
}

/// True if every effect of `after` is guarded by a test for a nonempty segment:
/// `any = pos[i] < pos[i + 1]; if (any) ...`.
bool needs_terms(const Block& after, const VectorFor& terms) {
  std::set<std::string> flags;  // constants that hold the result of such a test
  const auto says_so = [&](const Expr& expr) {
    const Variable* flag = expr.as<Variable>();
    return flag ? flags.count(flag->name) > 0 : guards_terms(expr, terms.begin, terms.end);
  };
  for (const Stmt& stmt : after) {
    const Declare* constant = loop::is_constant(stmt) ? stmt.as<Declare>() : nullptr;
    if (constant && says_so(constant->value)) flags.insert(constant->name);
    const If* branch = stmt.as<If>();
    const bool is_asked =
        branch && branch->conditions.size() == 1 && branch->blocks.size() == 1 && says_so(branch->conditions[0]);
    if (!is_asked && !loop::is_constant(stmt)) return false;
  }
  return true;
}

bool shares_name(const std::set<std::string>& some, const std::set<std::string>& others) {
  return std::any_of(some.begin(), some.end(), [&](const std::string& name) { return others.count(name) > 0; });
}

}  // namespace

bool guards_terms(const Expr& question, const Expr& begin, const Expr& end) {
  const auto bare = [](const Expr& position) {
    const Cast* widened = position.as<Cast>();
    return widened ? widened->operand[0] : position;
  };
  const Binary* compared = question.as<Binary>();
  return compared && compared->op == BinaryOp::less && bare(compared->operands[0]) == bare(begin) &&
         bare(compared->operands[1]) == bare(end);
}

std::optional<IterationSum> sum_of_iteration(const For& node) {
  const auto is_vector_loop = [](const Stmt& stmt) { return stmt.as<VectorFor>() != nullptr; };
  const auto terms = std::find_if(node.body.begin(), node.body.end(), is_vector_loop);
  if (terms == node.body.end()) return std::nullopt;
  IterationSum parts{Block(node.body.begin(), terms),
                     Block(terms + 1, node.body.end()),
                     {{}, loop::integer(0)},
                     *terms->as<VectorFor>()};
  const auto sum =
      std::find_if(parts.before.begin(), parts.before.end(), [](const Stmt& stmt) { return !loop::is_constant(stmt); });
  if (sum == parts.before.end() || !sum->as<Declare>()) return std::nullopt;
  parts.sum = *sum->as<Declare>();
  parts.before.erase(sum);
  if (!std::all_of(parts.before.begin(), parts.before.end(), loop::is_constant)) return std::nullopt;
  if (!starts_at_zero(parts.sum) || !only_adds_to(parts.sum.name, parts.terms) || !is_short(parts.after))
    return std::nullopt;

  std::set<std::string> own = {node.name}, changed;
  loop::add_changed(parts.before, own);
  loop::add_changed(parts.after, changed);
  std::set<std::string> reads = loop::read_names(parts.before);
  reads.merge(loop::read_names({parts.terms}));
  reads.merge(loop::own_reads(node.end));
  if (shares_name(reads, changed)) return std::nullopt;
  if (parts.terms.over == VectorFor::Over::coordinates)
    return loop::reads_any(parts.terms.end, own) ? std::nullopt : std::optional(parts);
  parts.in_order =
      are_in_sequence(parts.terms, node.name, own) && !shares_name(loop::read_names(parts.terms.body), own);
  parts.needs_terms = parts.in_order && needs_terms(parts.after, parts.terms);
  return parts.in_order ? std::optional(parts) : std::nullopt;
}

std::optional<std::string> sum_of_lane(const For& node, const VectorFor& vector_loop) {
  if (node.parallel || node.unroll > 1 || !node.locals.empty()) return std::nullopt;
  std::set<std::string> sums;
  for (const Stmt& stmt : node.body) {
    const Assign* term = stmt.as<Assign>();
    if (term && term->update == Update::add)
      sums.insert(term->name);
    else if (!loop::is_constant(stmt) && !only_prefetches(stmt))
      return std::nullopt;
  }
  if (sums.size() != 1 || loop::read_names(node.body).count(*sums.begin()) > 0) return std::nullopt;
  const std::string& sum = *sums.begin();
  // The sum starts at +0 and is only added to, so it is never -0. Adding a second accumulator's +0 is therefore exact.
  bool is_lanes_own = false, is_sum = true;
  loop::for_each_statement(vector_loop.body, [&](const Stmt& stmt) {
    const Declare* start = stmt.as<Declare>();
    if (start && start->name == sum) is_lanes_own = starts_at_zero(*start);
    const Assign* change = stmt.as<Assign>();
    if (change && change->name == sum) is_sum = is_sum && change->update == Update::add;
  });
  const bool varies = scorchc::has(vector_loop.varying, sum);
  return is_lanes_own && is_sum && varies ? std::optional(sum) : std::nullopt;
}

}  // namespace scorchc::passes
