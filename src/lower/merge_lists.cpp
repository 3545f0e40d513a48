#include "lower/merge_lists.h"

#include <algorithm>

#include "ir/loop_uses.h"

namespace scorchc::lower {
namespace {

using NameSet = std::set<std::string>;

NameSet names_of(const MergedLists& merged, std::string loop::MergeLists::List::* name) {
  NameSet result;
  for (const loop::MergeLists::List& list : merged.lists) result.insert(list.*name);
  return result;
}
NameSet flags_of(const MergedLists& merged) { return names_of(merged, &loop::MergeLists::List::flag); }
NameSet positions_of(const MergedLists& merged) { return names_of(merged, &loop::MergeLists::List::position); }

/// The work at a coordinate.
struct Work {
  loop::Block statements = {};
  std::size_t stores = 0;               // index of the statement that stores the value
  loop::Expr value = loop::integer(0);  // a function of the flags
};

/// Whether the value can be computed whatever the flags are: it depends on them, is cheap, has no side effects, and
/// reads no list's own coordinate.
bool is_cheap(const loop::Expr& value, const MergedLists& merged) {
  const NameSet flags = flags_of(merged);
  const auto is_flag = [&](const loop::Expr& part) {
    const loop::Variable* variable = part.as<loop::Variable>();
    return variable && flags.count(variable->name) > 0;
  };
  const auto costs = [&](const loop::Expr& part) {
    if (const loop::Select* node = part.as<loop::Select>()) return !is_flag(node->operands[0]);
    const loop::Compute* node = part.as<loop::Compute>();
    if (!node) return part.as<loop::Search>() != nullptr;
    return node->op != Operator::add && node->op != Operator::sub && node->op != Operator::mul &&
           node->op != Operator::neg;
  };
  return loop::reads_any(value, flags) && !loop::any_part(value, costs) &&
         !loop::reads_any(value, merged.own_coordinates);
}

const loop::Expr* stored_value(const loop::Stmt& stmt) {
  if (const loop::Store* store = stmt.as<loop::Store>()) return &store->value;
  const loop::Assign* assign = stmt.as<loop::Assign>();
  return assign ? &assign->value : nullptr;
}

loop::Stmt storing(const loop::Stmt& stmt, const loop::Expr& value) {
  if (const loop::Assign* assign = stmt.as<loop::Assign>()) return loop::Assign{assign->name, assign->update, value};
  loop::Store store = *stmt.as<loop::Store>();
  store.value = value;
  return store;
}

/// The statements, with another value to be stored.
loop::Block storing(const loop::Block& statements, std::size_t stores, const loop::Expr& value) {
  loop::Block result = statements;
  result[stores] = storing(statements[stores], value);
  return result;
}

/// The work of the statements: the first whose value reads one of `read` stores the value. Empty if none does.
std::optional<Work> work_of(const loop::Block& statements, const NameSet& read) {
  const auto reads = [&](const loop::Stmt& stmt) {
    return stored_value(stmt) && loop::reads_any(*stored_value(stmt), read);
  };
  const auto found = std::find_if(statements.begin(), statements.end(), reads);
  if (found == statements.end()) return {};
  return Work{statements, static_cast<std::size_t>(found - statements.begin()), *stored_value(*found)};
}

/// Whether the statements are stores, assignments and constants, none of which reads a position, coordinate or flag of
/// a list, or changes a position or what the value reads.
bool are_plain(const Work& work, const MergedLists& merged) {
  NameSet changed;
  loop::add_changed(work.statements, changed);
  const NameSet used_by_value = loop::own_reads(work.value);
  NameSet used = loop::used_names(storing(work.statements, work.stores, loop::integer(0)));
  NameSet of_lists = merged.own_coordinates;
  of_lists.merge(flags_of(merged));
  of_lists.merge(positions_of(merged));
  const auto is_simple = [](const loop::Stmt& stmt) {
    const loop::Declare* constant = stmt.as<loop::Declare>();
    return stmt.as<loop::Store>() || stmt.as<loop::Assign>() || (constant && !constant->is_mutable);
  };
  const auto is_in = [](const NameSet& names) {
    return [&names](const std::string& name) { return names.count(name) > 0; };
  };
  return std::all_of(work.statements.begin(), work.statements.end(), is_simple) &&
         std::none_of(changed.begin(), changed.end(), is_in(used_by_value)) &&
         std::none_of(of_lists.begin(), of_lists.end(), is_in(used));
}

/// Selects, by the flags of the lists from `list` on, the value for the set of lists that have the coordinate. `met`
/// are the lists before `list` in that set.
loop::Expr select_by_flags(const MergedLists& merged, const std::vector<loop::Expr>& values, std::size_t list,
                           ListSet met) {
  if (list == merged.lists.size()) return values[met];
  loop::Expr with = select_by_flags(merged, values, list + 1, met | (ListSet{1} << list));
  if (met == 0 && list + 1 == merged.lists.size()) return with;
  return loop::select(loop::flag_variable(merged.lists[list].flag), with,
                      select_by_flags(merged, values, list + 1, met));
}

bool is_sum(const loop::Compute* node) { return node && (node->op == Operator::add || node->op == Operator::sub); }

/// The sum without the terms that read one of the positions; nothing if no term is left.
std::optional<loop::Expr> without_terms(const loop::Expr& sum, const NameSet& positions) {
  const loop::Compute* node = sum.as<loop::Compute>();
  if (!is_sum(node)) return loop::reads_any(sum, positions) ? std::nullopt : std::optional(sum);
  const std::optional<loop::Expr> left = without_terms(node->operands[0], positions),
                                  right = without_terms(node->operands[1], positions);
  if (left && right) return loop::Compute{node->op, {*left, *right}, node->type};
  if (right && node->op == Operator::sub) return loop::Compute{Operator::neg, {*right}, node->type};
  return left ? left : right;
}

/// The sum with terms masked by the flags of their lists: a masked term is the zero that changes nothing, not even the
/// sign of another zero.
loop::Expr masked_sum(const MergedLists& merged, const loop::Expr& sum, double neutral = -0.0) {
  const loop::Compute* node = sum.as<loop::Compute>();
  if (is_sum(node)) {
    const double right = node->op == Operator::sub ? 0.0 : -0.0;
    return loop::Compute{
        node->op, {masked_sum(merged, node->operands[0]), masked_sum(merged, node->operands[1], right)}, node->type};
  }
  loop::Expr term = sum;
  for (const loop::MergeLists::List& list : merged.lists)
    if (loop::reads_any(sum, {list.position}))
      term = loop::select(loop::flag_variable(list.flag), term, loop::number(loop::type_of(sum), neutral, 0));
  return term;
}

/// Whether each set's value is the sum of all lists without the terms of the others. A sum must not be subtracted as a
/// whole: if all its terms are masked, the sign of the zero would show.
bool are_of_one_sum(const MergedLists& merged, const std::vector<loop::Expr>& values) {
  const auto subtracts_sum = [](const loop::Expr& part) {
    const loop::Compute* node = part.as<loop::Compute>();
    return node && node->op == Operator::sub && is_sum(node->operands[1].as<loop::Compute>());
  };
  for (std::size_t met = 1; met < values.size(); ++met) {
    NameSet others;
    for (std::size_t list = 0; list < merged.lists.size(); ++list)
      if (!(met >> list & 1)) others.insert(merged.lists[list].position);
    const std::optional<loop::Expr> left = without_terms(values.back(), others);
    if (!left || *left != values[met]) return false;
  }
  return !loop::any_part(values.back(), subtracts_sum);
}

/// The work of the cases, with a value that depends on the flags. Empty if they differ in more than the value that each
/// stores.
std::optional<Work> common_work(const MergedLists& merged, const std::vector<loop::Block>& cases) {
  const NameSet positions = positions_of(merged);
  std::optional<Work> work = work_of(cases.back(), positions);
  if (!work) return {};
  std::vector<loop::Expr> values = {loop::integer(0)};
  for (ListSet met = 1; met < cases.size(); ++met) {
    const loop::Block& block = cases[met];
    const loop::Expr* value = block.size() == work->statements.size() ? stored_value(block[work->stores]) : nullptr;
    if (!value || storing(block, work->stores, work->value) != work->statements) return {};
    if (std::find(values.begin() + 1, values.end(), *value) != values.end()) return {};
    values.push_back(*value);
  }
  work->value =
      are_of_one_sum(merged, values) ? masked_sum(merged, values.back()) : select_by_flags(merged, values, 0, 0);
  return work;
}

/// The merge that does the work, if its value can be computed without branches.
std::optional<loop::MergeLists> merge_for(const MergedLists& merged, const Work& work) {
  const loop::Stmt& stmt = work.statements[work.stores];
  const loop::Store* store = stmt.as<loop::Store>();
  const loop::Type type = store ? store->element : type_of(stmt.as<loop::Assign>()->value);
  if (type == loop::Type::boolean || !is_cheap(work.value, merged) || !are_plain(work, merged)) return {};
  return loop::MergeLists{.lists = merged.lists,
                          .coordinate = merged.coordinate,
                          .value_name = merged.value_name,
                          .type = type,
                          .value = work.value,
                          .body = storing(work.statements, work.stores, loop::Variable{merged.value_name, type})};
}

}  // namespace

std::optional<loop::MergeLists> merge_of_cases(const MergedLists& merged, const std::vector<loop::Block>& cases) {
  const std::optional<Work> work = common_work(merged, cases);
  return work ? merge_for(merged, *work) : std::nullopt;
}

std::optional<loop::MergeLists> merge_by_flags(const MergedLists& merged, const loop::Block& statements) {
  const std::optional<Work> work = work_of(statements, flags_of(merged));
  return work ? merge_for(merged, *work) : std::nullopt;
}

}  // namespace scorchc::lower
