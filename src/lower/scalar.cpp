// Lowers temporaries without indices: scalars that reductions accumulate in, and whether anything is stored there.
#include <algorithm>
#include <set>
#include <utility>

#include "lower/lowerer.h"
#include "lower/stored_components.h"

namespace scorchc::lower {
namespace {

const std::string* assigned(const cin::Stmt& stmt) {
  if (const cin::Assign* assign = stmt.as<cin::Assign>()) return &assign->lhs.tensor;
  if (const cin::Forall* loop = stmt.as<cin::Forall>()) return assigned(loop->body[0]);
  if (const cin::Where* where = stmt.as<cin::Where>()) return assigned(where->consumer());
  return nullptr;
}

}  // namespace

loop::Expr identity(ReduceOp op, loop::Type type) {
  switch (op) {
    case ReduceOp::sum:
      return loop::number(type, 0, 0);
    case ReduceOp::min:
      return loop::highest(type);
    case ReduceOp::max:
      return loop::lowest(type);
  }
  return loop::number(type, 0, 0);
}

// A flag costs a little in every row, so it is declared only if it can make a difference.
bool Lowerer::needs_stored_flag(const cin::Where& where, const Scope& scope, const Scope& inside) const {
  if (program_.kernel.is_assigned_earlier(where.temporary.tensor) || !may_be_unstored(where.producer(), inside))
    return false;
  if (sparse_result_ || is_scaled(where.consumer(), where.temporary.tensor)) return true;
  // A target that records what is stored in it, or counts its terms, reads the flag.
  const std::string* into = assigned(where.consumer());
  const TensorDeclaration* made = into ? kernel_.temporaries.find(*into) : nullptr;
  if (made && !made->format->is_dense()) return true;
  if (into && workspaces_.count(*into) && knows_what_is_stored(*workspaces_.at(*into), storage_.tensor(*into)))
    return true;
  const auto found = into ? scope.temporaries.find(*into) : scope.temporaries.end();
  return found != scope.temporaries.end() && (!found->second.stored_flag.empty() || !found->second.terms.empty());
}

// Handles factors of a sum that are components of dense temporaries, if the sum's own loops do not decide whether they
// are stored. Returns the condition that they are stored, which is tested once, after the sum. Inside the sum they are
// presumed to be stored.
loop::Expr Lowerer::presume_stored(const cin::Stmt& producer, Scope& inside) const {
  loop::Expr condition = loop::boolean(true);
  std::set<std::string> own;
  const cin::Stmt* at = &producer;
  for (const cin::Forall* loop = at->as<cin::Forall>(); loop; loop = at->as<cin::Forall>()) {
    own.insert(loop->index);
    at = &loop->body[0];
  }
  const cin::Assign* assign = at->as<cin::Assign>();
  if (!assign) return condition;
  for (const Access* factor : factors_in(assign->rhs)) {
    const auto known = storage_.find(factor->tensor);
    if (!known || !known->temporary.components) continue;
    const std::vector<bool>& decides = known->temporary.components->decides;
    bool is_decided_inside = false;
    for (std::size_t mode = 0; mode < decides.size(); ++mode)
      is_decided_inside = is_decided_inside || (decides[mode] && own.count(factor->indices[mode]) > 0);
    if (is_decided_inside) continue;
    condition = loop::both(condition, is_component_stored(*factor, inside));
    inside.accesses[print(*factor)].presumed_stored = true;
  }
  return condition;
}

namespace {

// The indices that the producer of a temporary reduces.
std::vector<std::string> reduced_indices(const cin::Where& where) {
  std::vector<std::string> found;
  for (const cin::Stmt* at = &where.producer();;) {
    if (const cin::Forall* loop = at->as<cin::Forall>()) {
      found.push_back(loop->index);
      at = &loop->body[0];
    } else if (const cin::Where* inner = at->as<cin::Where>()) {
      at = &inner->consumer();
    } else {
      return found;
    }
  }
}

}  // namespace

// Scalars of the same place share one scope, since there may be hundreds.
void Lowerer::lower_where(const cin::Where& where, const Scope& scope, Block& out) {
  if (!where.temporary.indices.empty()) return lower_workspace(where, scope, out);
  Scope inner = scope;
  const cin::Stmt* rest = nullptr;
  for (const cin::Where* at = &where; at && at->temporary.indices.empty(); at = rest->as<cin::Where>()) {
    produce_scalar(*at, inner, out);
    rest = &at->consumer();
  }
  lower(*rest, inner, out);
}

// The part of the scope that the statement reads. With hundreds of scalars, copying the rest would be expensive.
Scope Lowerer::scope_inside(const cin::Stmt& stmt, const Scope& scope) const {
  Scope inner;
  inner.coordinates = scope.coordinates;
  inner.result = scope.result;
  for (const Access& access : cin::operands(stmt)) {
    if (const auto it = scope.temporaries.find(access.tensor); it != scope.temporaries.end())
      inner.temporaries.insert(*it);
    if (const auto it = scope.accesses.find(print(access)); it != scope.accesses.end()) inner.accesses.insert(*it);
    if (const auto it = scope.ahead.find(print(access)); it != scope.ahead.end()) inner.ahead.insert(*it);
  }
  return inner;
}

void Lowerer::produce_scalar(const cin::Where& where, Scope& scope, Block& out) {
  if (is_bounding()) return;  // the number of entries does not depend on it
  const std::string& name = where.temporary.tensor;
  Temporary temporary;
  const bool is_sum = where.reduction == ReduceOp::sum;
  const loop::Type around = std::exchange(compute_type_, filling_type_of(where));
  const bool is_assigned = program_.kernel.is_assigned_earlier(name);
  Scope inside = scope_inside(where.producer(), scope);
  const loop::Expr has_terms = is_sum ? presume_stored(where.producer(), inside) : loop::boolean(true);
  temporary.type = is_assigned ? loop::type_of(program_.kernel.tensor(name).value) : compute_type_;
  const bool needs_flag = needs_stored_flag(where, scope, inside);
  if (with_values()) {
    temporary.variable = storage_.names.fresh(name);
    out.push_back(loop::Declare{temporary.variable, identity(where.reduction, temporary.type), true});
  }
  const bool by_ranges = is_sum && needs_flag && cin::wheres(where.producer()).empty() &&
                         !may_be_unstored(where.producer(), inside, Ranges::are_not_empty);
  if (by_ranges) {
    // Only an empty range leaves it unstored.
    temporary.present = loop::boolean(true);
    for (const std::string& index : reduced_indices(where))
      if (may_be_empty(index))
        temporary.present = loop::both(*temporary.present, loop::less(loop::integer(0), storage_.extent(index)));
  } else if (is_sum && needs_flag) {
    temporary.stored_flag = storage_.names.fresh(name + "_stored");
    temporary.present = loop::flag_variable(temporary.stored_flag);
    out.push_back(loop::Declare{temporary.stored_flag, loop::boolean(false), true});
  }
  const bool counts = !is_sum && (needs_flag || (with_values() && may_be_unstored(where.producer(), scope)));
  if (counts) {
    temporary.terms = storage_.names.fresh(name + "_terms");
    out.push_back(loop::Declare{temporary.terms, loop::integer(0), true});
  }
  if (has_terms != loop::boolean(true))
    temporary.present = loop::both(has_terms, temporary.present.value_or(loop::boolean(true)));
  scope.temporaries[name] = temporary;
  // The producer's own loops write to the temporary only: the result does not move.
  if (with_values() || (needs_flag && !by_ranges)) {
    Scope inner = std::move(inside);
    if (is_assigned)
      inner = producer_scope(std::move(inner));  // an earlier statement may run over indices of the result
    inner.temporaries[name] = temporary;
    lower(where.producer(), inner, out);
  }
  if (counts) complete_minimum(where, scope.temporaries[name], needs_flag, out);
  compute_type_ = around;
}

// Completes a min or a max over a range, in which unstored terms count as zeros. Over an empty range it is stored.
void Lowerer::complete_minimum(const cin::Where& where, Temporary& temporary, bool needs_flag, Block& out) {
  // terms < a * b, without the product, which may overflow.
  loop::Expr left = loop::index_variable(temporary.terms);
  loop::Expr is_empty = loop::boolean(false), is_short = loop::boolean(true);
  std::vector<std::string> indices;
  for (const std::string& index : reduced_indices(where)) {
    // A split index counts as its whole index.
    const std::string& whole = storage_.part_of(index).empty() ? index : storage_.part_of(index);
    if (std::find(indices.begin(), indices.end(), whole) == indices.end()) indices.push_back(whole);
  }
  for (std::size_t n = 0; n < indices.size(); ++n) {
    const loop::Expr extent = storage_.extent(indices[n]);
    is_empty = loop::either(is_empty, loop::equal(extent, loop::integer(0)));
    if (n + 1 == indices.size()) {
      is_short = loop::both(is_short, loop::less(left, extent));
    } else {
      is_short = loop::both(is_short, loop::less(loop::integer(0), extent));
      left = loop::divide(left, extent);
    }
  }
  if (!temporary.variable.empty()) {
    const loop::Update update = where.reduction == ReduceOp::min ? loop::Update::min : loop::Update::max;
    out.push_back(loop::Comment{"terms that are not stored are 0"});
    out.push_back(
        loop::If{{is_short}, {{loop::Assign{temporary.variable, update, loop::number(compute_type_, 0, 0)}}}});
  }
  if (needs_flag)
    temporary.present = loop::either(loop::less(loop::integer(0), loop::index_variable(temporary.terms)), is_empty);
}

}  // namespace scorchc::lower
