// Assembles sparse results. Loops append to a result in storage order, group by group; a group is a compressed level or
// a run of coordinate levels. While counting, each group counts the entries below its parent into `pos`. Prefix sums of
// `pos` then give the position of each parent's entries.
#include <algorithm>

#include "lower/lowerer.h"

namespace scorchc::lower {

bool has_forall(const cin::Stmt& stmt) {
  return match(
      stmt, [](const cin::Assign&) { return false; }, [](const cin::Forall&) { return true; },
      [](const cin::Where& node) { return has_forall(node.consumer()); },
      [](const cin::Sequence& node) {
        return std::any_of(node.statements.begin(), node.statements.end(), has_forall);
      });
}

bool Lowerer::opens_group(const std::string& index, const Scope& scope) const {
  if (!sparse_result_ || scope.result.group >= groups_.size()) return false;
  const LevelGroup& group = groups_[scope.result.group];
  if (scope.result.level != group.first) return false;
  const std::vector<std::string>& indices = kernel_.statement.lhs.indices;
  return indices[static_cast<std::size_t>(result_.levels[group.first].mode)] == index;
}

// Whether the positions of a group run on over all of its parents while counting. They do in groups above the last one,
// whose entries are the parents of what is counted below them. In the last group they do only if its parents are in
// order; otherwise entries are only counted.
bool Lowerer::counts_over_all_parents(std::size_t group) const {
  return assembly_.counts && groups_[group].first > 0 && (group + 1 < groups_.size() || groups_[group].in_order);
}

void Lowerer::declare_totals(Block& out) const {
  for (std::size_t group = 0; group < groups_.size(); ++group)
    if (counts_over_all_parents(group))
      out.push_back(loop::Declare{result_.levels[groups_[group].first].total, loop::integer(0), true});
}

// Variable: where the next entry of a group goes, if several levels are appended to in storage order.
const std::string& Lowerer::append_counter(std::size_t group) const {
  return is_partitioned_ ? upper_bound_.groups[group].counter : result_.levels[groups_[group].first].total;
}

void Lowerer::open_group(Scope& scope, Block& out) {
  const std::size_t group = scope.result.group;
  const StoredLevel& level = result_.levels[groups_[group].first];
  if (upper_bound_.step == UpperBoundAssembly::Step::filling) {
    scope.result.counter = upper_bound_.counter;
    return;
  }
  if (appends_levels() && (is_partitioned_ || group > 0)) {
    scope.result.counter = append_counter(group);
    return;
  }
  const bool only_counts = assembly_.counts && group + 1 == groups_.size() && !counts_over_all_parents(group);
  scope.result.counter = storage_.names.fresh((only_counts ? "n" : "p") + level_name(level));
  loop::Expr start = loop::integer(0);
  if (counts_over_all_parents(group))
    start = loop::index_variable(level.total);
  else if (is_partitioned_ && group == 0)
    start = first_of_chunk();
  else if (!assembly_.counts && level.format->append->has_pos(level.site))
    start = loop::load_index(level.site.pos, level.site.pos_type, scope.result.position);
  out.push_back(loop::Declare{scope.result.counter, start, true});
}

void Lowerer::close_group(const Scope& before, const Scope& opened, Block& out) {
  const std::size_t group = before.result.group;
  // With several levels appended in storage order, appending the parent stores the position of its end.
  if (!assembly_.counts || is_partitioned_ || (appends_levels() && group > 0)) return;
  const StoredLevel& level = result_.levels[groups_[group].first];
  const loop::Expr counter = loop::index_variable(opened.result.counter);
  if (!level.format->append->has_pos(level.site)) {
    out.push_back(loop::Declare{level.count_field, counter});
    return;
  }
  const bool over_all = counts_over_all_parents(group), in_order = groups_[group].in_order;
  const loop::Expr count = over_all && !in_order ? loop::sub(counter, loop::index_variable(level.total)) : counter;
  const loop::Expr next = loop::add(before.result.position, loop::integer(1));
  if (group > 0)
    out.push_back(loop::Grow{level.site.pos, result_.object, level.site.pos, level.capacity, level.site.pos_type,
                             loop::add(next, loop::integer(1))});
  // The loops may be parallel, so a count that does not fit is stored as -1 and detected when the counts are summed.
  const loop::Expr too_many = loop::less(loop::integer(i32_limit), count);
  const loop::Expr stored = may_outgrow_pos(result_, groups_[group]) && !appends_levels()
                                ? loop::select(too_many, loop::integer(-1), count)
                                : count;
  out.push_back(loop::Store{level.site.pos, level.site.pos_type, next, loop::Update::set,
                            loop::cast(level.site.pos_type, stored)});
  if (over_all) out.push_back(loop::Assign{level.total, loop::Update::set, counter});
}

bool Lowerer::enter_result(const std::string& index, Scope& scope) const {
  const std::vector<std::string>& indices = kernel_.statement.lhs.indices;
  ResultState& result = scope.result;
  if (!sparse_result_) return false;
  while (result.level < result_.levels.size()) {
    const StoredLevel& level = result_.levels[result.level];
    const std::string& wanted = indices[static_cast<std::size_t>(level.mode)];
    const std::optional<loop::Expr> coordinate = find_coordinate(wanted, scope);
    if (!coordinate) return false;
    if (level.format->locate) {
      result.position = level.format->locate->position(level.site, result.position, *coordinate);
      ++result.level;
      continue;
    }
    if (wanted != index) return false;  // a group that is still to be opened
    const LevelGroup& group = groups_[result.group];
    ++result.level;
    if (result.level <= group.last) return false;  // within a run: its other coordinates follow
    result.position = loop::index_variable(result.counter);
    ++result.group;
    return true;
  }
  return false;
}

// Appends an entry to the group that was entered last.
void Lowerer::append(const Scope& scope, Block& out) {
  const LevelGroup& group = groups_[scope.result.group - 1];
  const loop::Expr at = loop::index_variable(scope.result.counter);
  const std::vector<std::string>& indices = kernel_.statement.lhs.indices;
  for (std::size_t l = group.first; l <= group.last && assembly_.writes_crd; ++l) {
    if (is_last_level_copied_ && l + 1 == result_.levels.size()) break;
    const StoredLevel& level = result_.levels[l];
    const loop::Expr at_coordinate = coordinate(indices[static_cast<std::size_t>(level.mode)], scope);
    out.push_back(loop::Store{level.site.crd, level.site.crd_type, at, loop::Update::set,
                              loop::cast(level.site.crd_type, at_coordinate)});
  }
  out.push_back(loop::Assign{scope.result.counter, loop::Update::add, loop::integer(1)});
  if (const std::size_t below = scope.result.group; appends_levels() && below < groups_.size()) {
    const levels::LevelSite& site = result_.levels[groups_[below].first].site;
    out.push_back(loop::Store{site.pos, site.pos_type, at, loop::Update::set,
                              loop::cast(site.pos_type, loop::index_variable(append_counter(below)))});
  }
  if (!scope.result.stored_flag.empty())
    out.push_back(loop::Assign{scope.result.stored_flag, loop::Update::set, loop::boolean(true)});
}

// The body below an entry of a group. The entry is kept only if something is stored below it.
void Lowerer::lower_appended_body(const cin::Stmt& body, Scope scope, Block& out) {
  if (scope.result.group == groups_.size() && !has_forall(body)) {
    scope.result.append_at_leaf = true;
    lower(body, scope, out);
    return;
  }
  if (scope.result.group == groups_.size() && !may_be_unstored(body, scope)) {
    // All components of the dense levels below are stored, even if a loop of the body has an empty range.
    lower(body, scope, out);
    append(scope, out);
    return;
  }
  const StoredLevel& level = result_.levels[groups_[scope.result.group - 1].last];
  Scope inner = scope;
  inner.result.stored_flag = storage_.names.fresh(level_name(level) + "_stored");
  out.push_back(loop::Declare{inner.result.stored_flag, loop::boolean(false), true});
  // Dense levels below that are already bound are part of the position.
  lower(body, inner, out);
  Block entry;
  append(scope, entry);
  out.push_back(loop::If{{loop::flag_variable(inner.result.stored_flag)}, {std::move(entry)}});
}

void Lowerer::assign_sparse(const cin::Assign& assign, const Scope& scope, Block& out) {
  const Value value = value_of(assign.rhs, scope);
  Block body;
  if (assembly_.writes_vals && !is_last_level_copied_) {
    const loop::Update update = assign.op == AssignOp::add ? loop::Update::add : loop::Update::set;
    body.push_back(loop::Store{result_.vals, result_.value, scope.result.position, update,
                               loop::cast(result_.value, value.value)});
  }
  if (scope.result.append_at_leaf)
    append(scope, body);
  else if (!scope.result.stored_flag.empty())
    body.push_back(loop::Assign{scope.result.stored_flag, loop::Update::set, loop::boolean(true)});
  guarded(value.present, std::move(body), out);
}

}  // namespace scorchc::lower
