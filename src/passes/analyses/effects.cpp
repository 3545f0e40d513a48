#include "passes/analyses/effects.h"

#include <algorithm>
#include <cmath>

#include "ir/loop_uses.h"
#include "ir/loop_walk.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Expr;
using loop::Stmt;

/// Whether it has no side effect: an integer division may set the division-by-zero flag.
bool is_silent(const Expr& expr) { return !loop::divides_integers(expr); }

bool is_local_statement(const Stmt& stmt, NameSet& own) {
  if (is_comment(stmt) || stmt.as<loop::Prefetch>()) return true;
  if (const loop::Declare* node = stmt.as<loop::Declare>()) {
    own.insert(node->name);
    return is_silent(node->value);
  }
  if (const loop::Assign* node = stmt.as<loop::Assign>()) return own.count(node->name) > 0 && is_silent(node->value);
  if (const loop::For* node = stmt.as<loop::For>())
    return !node->parallel && is_silent(node->begin) && is_silent(node->end) && is_local(node->body, own);
  if (const loop::While* node = stmt.as<loop::While>()) return is_silent(node->condition) && is_local(node->body, own);
  const loop::If* branch = stmt.as<loop::If>();
  return branch && std::all_of(branch->conditions.begin(), branch->conditions.end(), is_silent) &&
         std::all_of(branch->blocks.begin(), branch->blocks.end(),
                     [&](const Block& block) { return is_local(block, own); });
}

/// Collects what a block declares and assigns.
struct Assignments {
  NameSet declared, names, flags, not_flags;

  void look(const loop::MergeLists& merge) {
    for (const loop::MergeLists::List& list : merge.lists) {
      names.insert(list.position);
      not_flags.insert(list.position);
    }
    look(merge.body);
  }

  void look(const Block& block) {
    for (const Stmt& stmt : block) {
      if (const loop::Declare* variable = stmt.as<loop::Declare>()) declared.insert(variable->name);
      if (const loop::For* counted = stmt.as<loop::For>()) look(counted->body);
      if (const loop::While* repeated = stmt.as<loop::While>()) look(repeated->body);
      if (const loop::MergeLists* merge = stmt.as<loop::MergeLists>()) look(*merge);
      if (const loop::If* branch = stmt.as<loop::If>())
        for (const Block& inner : branch->blocks) look(inner);
      const loop::Assign* assign = stmt.as<loop::Assign>();
      if (!assign) continue;
      names.insert(assign->name);
      (assign->value == loop::boolean(true) ? flags : not_flags).insert(assign->name);
    }
  }
};

}  // namespace

bool is_comment(const Stmt& stmt) { return stmt.as<loop::Comment>() != nullptr; }

bool is_constant(const Expr& expr) {
  return expr.as<loop::Integer>() || expr.as<loop::Number>() || expr.as<loop::Boolean>();
}

bool is_positive_zero(const Expr& expr) {
  const loop::Number* number = expr.as<loop::Number>();
  return number && number->real == 0 && !std::signbit(number->real) && number->integer == 0;
}

const loop::Declare* declared_f32_sum(const Stmt& stmt) {
  const loop::Declare* sum = stmt.as<loop::Declare>();
  return sum && sum->is_mutable && loop::type_of(sum->value) == loop::Type::f32 && is_positive_zero(sum->value)
             ? sum
             : nullptr;
}

bool is_safe(const Expr& expr) {
  return !loop::any_part(expr, [](const Expr& part) {
    const loop::Binary* node = part.as<loop::Binary>();
    return part.as<loop::Load>() || part.as<loop::Search>() || part.as<loop::Field>() || part.as<loop::Compute>() ||
           (node && node->op == loop::BinaryOp::divide);
  });
}

bool is_local(const Block& block, NameSet own) {
  return std::all_of(block.begin(), block.end(), [&](const Stmt& stmt) { return is_local_statement(stmt, own); });
}

const loop::If* single_branch(const Stmt& stmt) {
  const loop::If* branch = stmt.as<loop::If>();
  return branch && branch->blocks.size() == 1 && branch->conditions.size() == 1 ? branch : nullptr;
}

const loop::Assign* only_assignment(const Block& body) {
  const loop::Assign* found = nullptr;
  for (const Stmt& stmt : body) {
    if (is_comment(stmt)) continue;
    if (found) return nullptr;
    found = stmt.as<loop::Assign>();
    if (!found) return nullptr;
  }
  return found;
}

void add_branch(const Expr& condition, Block body, Block& out) {
  if (condition == loop::boolean(true))
    out.insert(out.end(), body.begin(), body.end());
  else
    out.push_back(loop::If{{condition}, {std::move(body)}});
}

Assigned::Assigned(const Block& block) {
  Assignments found;
  found.look(block);
  names = std::move(found.names);
  flags = std::move(found.flags);
  for (const std::string& name : found.declared) names.erase(name);
  for (const std::string& name : found.not_flags) flags.erase(name);
  std::erase_if(flags, [&](const std::string& name) { return found.declared.count(name) > 0; });
}

void TupleNames::note(const Stmt& stmt) {
  const loop::Tuples* list = stmt.as<loop::Tuples>();
  if (!list) return;
  NameSet& names = of_list_[list->name];
  names.insert(list->columns.begin(), list->columns.end());
  names.insert({list->count, list->vals});
}

NameSet TupleNames::changed_in(const loop::For& node) const {
  NameSet changed = {node.name};
  loop::add_changed(node.body, changed);
  for (const auto& [tuples, names] : of_list_)
    if (changed.count(tuples)) changed.insert(names.begin(), names.end());
  return changed;
}

}  // namespace scorchc::passes
