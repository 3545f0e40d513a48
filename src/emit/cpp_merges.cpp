// Prints unions of coordinate lists as branch-free merges. Which list has the least coordinate is unpredictable, and a
// mispredicted branch costs more than everything else: so all values are computed, and masks select one. Equal runs of
// coordinates are found by comparing whole runs.
#include <algorithm>

#include "emit/cpp_names.h"
#include "emit/function_emitter.h"
#include "ir/loop_uses.h"
#include "ir/loop_walk.h"

namespace scorchc::emit {
namespace {

using loop::BinaryOp;
using loop::Block;
using loop::Expr;
using loop::Stmt;

/// With more lists, comparing all of them at every coordinate costs more than a misprediction.
constexpr std::size_t most_lists = 8;

/// One of the lists: names of its position, of its coordinate there, of the flag that this is the least one, and of its
/// array; and the end of its positions.
struct List {
  std::string position, coordinate, flag, crd;
  Expr end = loop::integer(0);
};

/// The work for each coordinate until a list ends.
struct Merge {
  std::vector<List> lists = {};
  std::string coordinate = {};    // the least coordinate
  Expr value = loop::integer(0);  // the value to be stored, a function of the lists' flags
  Block done = {};                // the statements for the coordinate
  std::size_t stores = 0;         // index of the one that stores the value

  std::set<std::string> all(std::string List::* name) const {
    std::set<std::string> result;
    for (const List& list : lists) result.insert(list.*name);
    return result;
  }
};

std::vector<Expr> operands_of(BinaryOp op, const Expr& expr) {
  const loop::Binary* node = expr.as<loop::Binary>();
  if (!node || node->op != op) return {expr};
  std::vector<Expr> result = operands_of(op, node->operands[0]);
  for (Expr& each : operands_of(op, node->operands[1])) result.push_back(std::move(each));
  return result;
}

/// Whether the value can be computed whatever the flags are: it depends on them, is cheap, has no side effects, and
/// reads no list's own coordinate.
bool is_cheap(const Expr& value, const Merge& merge) {
  const std::set<std::string> flags = merge.all(&List::flag);
  const auto is_flag = [&](const Expr& part) {
    const loop::Variable* variable = part.as<loop::Variable>();
    return variable && flags.count(variable->name) > 0;
  };
  const auto costs = [&](const Expr& part) {
    if (const loop::Select* node = part.as<loop::Select>()) return !is_flag(node->operands[0]);
    const loop::Compute* node = part.as<loop::Compute>();
    if (!node) return part.as<loop::Search>() != nullptr;
    return node->op != Operator::add && node->op != Operator::sub && node->op != Operator::mul &&
           node->op != Operator::neg;
  };
  return loop::reads_any(value, flags) && !loop::any_part(value, costs) &&
         !loop::reads_any(value, merge.all(&List::coordinate));
}

/// The list of a condition `position < end` and a declaration of the coordinate at the position.
std::optional<List> list_of(const Expr& condition, const loop::Declare* declared, const Expr& coordinate) {
  const loop::Binary* below = condition.as<loop::Binary>();
  const loop::Variable* position =
      below && below->op == BinaryOp::less ? below->operands[0].as<loop::Variable>() : nullptr;
  if (!position || !declared) return {};
  const loop::Cast* widened = coordinate.as<loop::Cast>();
  const loop::Load* load = (widened ? widened->operand[0] : coordinate).as<loop::Load>();
  if (!load || load->index[0] != below->operands[0]) return {};
  return List{position->name, declared->name, {}, load->array, below->operands[1]};
}

/// The block without `steps`, its increments of positions; nothing if one of them is missing, or if the rest changes a
/// position in `all`.
std::optional<Block> without_steps(Block block, std::map<std::string, Expr> steps, const std::set<std::string>& all) {
  std::erase_if(block, [&](const Stmt& stmt) {
    const loop::Assign* step = stmt.as<loop::Assign>();
    if (!step || step->update != loop::Update::add) return false;
    const auto expected = steps.find(step->name);
    return expected != steps.end() && step->value == expected->second && steps.erase(step->name) > 0;
  });
  std::set<std::string> changed;
  loop::add_changed(block, changed);
  const bool is_left_alone =
      std::none_of(all.begin(), all.end(), [&](const std::string& name) { return changed.count(name) > 0; });
  return steps.empty() && is_left_alone ? std::optional(block) : std::nullopt;
}

const Expr* stored_value(const Stmt& stmt) {
  if (const loop::Store* store = stmt.as<loop::Store>()) return &store->value;
  const loop::Assign* assign = stmt.as<loop::Assign>();
  return assign ? &assign->value : nullptr;
}

Stmt storing(const Stmt& stmt, const Expr& value) {
  if (const loop::Assign* assign = stmt.as<loop::Assign>()) return loop::Assign{assign->name, assign->update, value};
  loop::Store store = *stmt.as<loop::Store>();
  store.value = value;
  return store;
}

/// Takes the statements of the merge from the block; the first whose value reads one of `asked` stores the value. False
/// if there is none.
bool take_store(const Block& block, const std::set<std::string>& asked, Merge& merge) {
  const auto asks = [&](const Stmt& stmt) { return stored_value(stmt) && loop::reads_any(*stored_value(stmt), asked); };
  const auto found = std::find_if(block.begin(), block.end(), asks);
  if (found == block.end()) return false;
  merge.value = *stored_value(*found);
  merge.done = block;
  merge.stores = static_cast<std::size_t>(found - block.begin());
  return true;
}

/// The statements of the merge, with another value to be stored.
Block doing(const Block& done, std::size_t stores, const Expr& value) {
  Block result = done;
  result[stores] = storing(done[stores], value);
  return result;
}

/// Whether the statements are stores, assignments and constants, none of which reads a position, coordinate or flag of
/// a list, or changes what the value reads.
bool is_plain(const Merge& merge) {
  std::set<std::string> changed;
  loop::add_changed(merge.done, changed);
  for (const Stmt& stmt : merge.done)
    if (const loop::Declare* constant = stmt.as<loop::Declare>()) changed.insert(constant->name);
  const std::set<std::string> used_by_value = loop::own_reads(merge.value);
  const std::set<std::string> used = loop::used_names(doing(merge.done, merge.stores, loop::integer(0)));
  const auto is_in_iteration_domain = [&](const List& list) {
    return used.count(list.position) + used.count(list.coordinate) + used.count(list.flag) > 0;
  };
  const auto is_simple = [](const Stmt& stmt) {
    const loop::Declare* constant = stmt.as<loop::Declare>();
    return stmt.as<loop::Store>() || stmt.as<loop::Assign>() || (constant && !constant->is_mutable);
  };
  return std::all_of(merge.done.begin(), merge.done.end(), is_simple) &&
         std::none_of(changed.begin(), changed.end(),
                      [&](const std::string& name) { return used_by_value.count(name) > 0; }) &&
         std::none_of(merge.lists.begin(), merge.lists.end(), is_in_iteration_domain);
}

// First form, a branch for each set of lists that may have the least coordinate: `while (p < p_end && q < q_end)`.

using Members = std::size_t;  // a set of lists, one bit each

/// The lists that have the least coordinate if the condition holds; none for conditions of another form.
Members members_of(const Expr& condition, const Merge& merge) {
  Members result = 0;
  for (const Expr& each : operands_of(BinaryOp::logical_and, condition)) {
    const auto is_met = [&](const List& list) {
      return each == loop::equal(loop::index_variable(list.coordinate), loop::index_variable(merge.coordinate));
    };
    const auto found = std::find_if(merge.lists.begin(), merge.lists.end(), is_met);
    if (found == merge.lists.end()) return 0;
    result |= Members{1} << static_cast<std::size_t>(found - merge.lists.begin());
  }
  return result;
}

/// The set of lists of each branch; empty unless every set occurs once, and before its subsets.
std::vector<Members> sets_of(const loop::If& choice, const Merge& merge) {
  const std::size_t count = (std::size_t{1} << merge.lists.size()) - 1;
  if (choice.blocks.size() != count || choice.conditions.size() + 1 != count) return {};
  std::vector<Members> sets;
  Members remaining = 0;
  for (Members each = 1; each <= count; ++each) remaining ^= each;
  for (const Expr& condition : choice.conditions) sets.push_back(members_of(condition, merge));
  for (const Members each : sets) remaining ^= each;
  sets.push_back(remaining);
  for (std::size_t n = 0; n < count; ++n)
    for (std::size_t before = 0; before <= n; ++before)
      if (sets[n] == 0 || (before < n && (sets[before] & sets[n]) == sets[before])) return {};
  return sets;
}

/// Selects, by the flags of the lists from `list` on, the value for the set of lists that have the coordinate. `met`
/// are the lists before `list` in that set.
Expr select_by_flags(const Merge& merge, const std::vector<Expr>& values, std::size_t list, Members met) {
  if (list == merge.lists.size()) return values[met];
  Expr with = select_by_flags(merge, values, list + 1, met | (Members{1} << list));
  if (met == 0 && list + 1 == merge.lists.size()) return with;
  return loop::select(loop::flag_variable(merge.lists[list].flag), with, select_by_flags(merge, values, list + 1, met));
}

bool is_sum(const loop::Compute* node) { return node && (node->op == Operator::add || node->op == Operator::sub); }

/// The sum without the terms that read one of the positions; nothing if no term is left.
std::optional<Expr> without_terms(const Expr& sum, const std::set<std::string>& positions) {
  const loop::Compute* node = sum.as<loop::Compute>();
  if (!is_sum(node)) return loop::reads_any(sum, positions) ? std::nullopt : std::optional(sum);
  const std::optional<Expr> left = without_terms(node->operands[0], positions),
                            right = without_terms(node->operands[1], positions);
  if (left && right) return loop::Compute{node->op, {*left, *right}, node->type};
  if (right && node->op == Operator::sub) return loop::Compute{Operator::neg, {*right}, node->type};
  return left ? left : right;
}

/// The sum with terms masked by the flags of their lists: a masked term is the zero that changes nothing, not even the
/// sign of another zero.
Expr masked_sum(const Merge& merge, const Expr& sum, double neutral = -0.0) {
  const loop::Compute* node = sum.as<loop::Compute>();
  if (is_sum(node)) {
    const double right = node->op == Operator::sub ? 0.0 : -0.0;
    return loop::Compute{
        node->op, {masked_sum(merge, node->operands[0]), masked_sum(merge, node->operands[1], right)}, node->type};
  }
  Expr term = sum;
  for (const List& list : merge.lists)
    if (loop::reads_any(sum, {list.position}))
      term = loop::select(loop::flag_variable(list.flag), term, loop::number(loop::type_of(sum), neutral, 0));
  return term;
}

/// Whether each set's value is the sum of all lists without the terms of the others. A sum must not be subtracted as a
/// whole: if all its terms are masked, the sign of the zero would show.
bool are_of_one_sum(const Merge& merge, const std::vector<Expr>& values) {
  const auto subtracts_sum = [](const Expr& part) {
    const loop::Compute* node = part.as<loop::Compute>();
    return node && node->op == Operator::sub && is_sum(node->operands[1].as<loop::Compute>());
  };
  for (std::size_t met = 1; met < values.size(); ++met) {
    std::set<std::string> others;
    for (std::size_t list = 0; list < merge.lists.size(); ++list)
      if (!(met >> list & 1)) others.insert(merge.lists[list].position);
    const std::optional<Expr> left = without_terms(values.back(), others);
    if (!left || *left != values[met]) return false;
  }
  return !loop::any_part(values.back(), subtracts_sum);
}

/// Takes the statements of the merge from the branches. False if these differ in more than the value that each stores.
bool take_branches(const loop::If& choice, Merge& merge) {
  const std::vector<Members> sets = sets_of(choice, merge);
  std::vector<Expr> values(sets.size() + 1, loop::integer(0));
  for (std::size_t n = 0; n < sets.size(); ++n) {
    std::map<std::string, Expr> steps;
    for (std::size_t list = 0; list < merge.lists.size(); ++list)
      if (sets[n] >> list & 1) steps.insert_or_assign(merge.lists[list].position, loop::integer(1));
    const std::optional<Block> block = without_steps(choice.blocks[n], steps, merge.all(&List::position));
    if (!block || (n == 0 && !take_store(*block, merge.all(&List::position), merge))) return false;
    const Expr* value = block->size() == merge.done.size() ? stored_value((*block)[merge.stores]) : nullptr;
    if (!value || doing(*block, merge.stores, merge.value) != merge.done) return false;
    values[sets[n]] = *value;
  }
  if (sets.empty()) return false;
  merge.value = are_of_one_sum(merge, values) ? masked_sum(merge, values.back()) : select_by_flags(merge, values, 0, 0);
  return true;
}

template <class Fresh>
std::optional<Merge> regions_of(const loop::While& node, const Fresh& fresh) {
  const std::vector<Expr> conditions = operands_of(BinaryOp::logical_and, node.condition);
  const std::size_t count = conditions.size();
  if (count < 2 || count > most_lists || node.body.size() != count + 2) return {};
  const loop::Declare* least = node.body[count].as<loop::Declare>();
  const loop::If* choice = node.body[count + 1].as<loop::If>();
  if (!least || !choice) return {};
  Merge merge{.coordinate = least->name};
  std::vector<Expr> coordinates;
  for (std::size_t n = 0; n < count; ++n) {
    const loop::Declare* declared = node.body[n].as<loop::Declare>();
    std::optional<List> list = declared ? list_of(conditions[n], declared, declared->value) : std::nullopt;
    if (!list) return {};
    list->flag = fresh(list->position + "_here");
    coordinates.push_back(loop::index_variable(list->coordinate));
    merge.lists.push_back(*list);
  }
  const bool is_union = operands_of(BinaryOp::minimum, least->value) == coordinates && take_branches(*choice, merge);
  return is_union ? std::optional(merge) : std::nullopt;
}

// Second form, by flags: `while (p < p_end || q < q_end || ...)`, where a list that has ended has the largest
// coordinate.

std::optional<Merge> flagged_of(const loop::While& node) {
  const std::vector<Expr> conditions = operands_of(BinaryOp::logical_or, node.condition);
  const std::size_t count = conditions.size();
  if (count < 2 || count > most_lists || node.body.size() < 2 * count + 1) return {};
  const loop::Declare* least = node.body[count].as<loop::Declare>();
  if (!least) return {};
  Merge merge{.coordinate = least->name};
  std::vector<Expr> coordinates;
  std::map<std::string, Expr> steps;
  for (std::size_t n = 0; n < count; ++n) {
    const loop::Declare* declared = node.body[n].as<loop::Declare>();
    const loop::Select* stored = declared ? declared->value.as<loop::Select>() : nullptr;
    std::optional<List> list = stored && stored->operands[0] == conditions[n]
                                   ? list_of(conditions[n], declared, stored->operands[1])
                                   : std::nullopt;
    const loop::Declare* flag = node.body[count + 1 + n].as<loop::Declare>();
    if (!list || !flag) return {};
    coordinates.push_back(loop::index_variable(list->coordinate));
    if (flag->value != loop::equal(coordinates.back(), loop::index_variable(merge.coordinate))) return {};
    list->flag = flag->name;
    steps.insert_or_assign(list->position, loop::cast(loop::Type::i64, loop::flag_variable(flag->name)));
    merge.lists.push_back(*list);
  }
  const auto begin = node.body.begin() + static_cast<std::ptrdiff_t>(2 * count + 1);
  const std::optional<Block> block = without_steps(Block(begin, node.body.end()), steps, merge.all(&List::position));
  const bool is_union = operands_of(BinaryOp::minimum, least->value) == coordinates && block &&
                        take_store(*block, merge.all(&List::flag), merge);
  return is_union ? std::optional(merge) : std::nullopt;
}

}  // namespace

bool FunctionEmitter::emit_merge(const loop::While& node) {
  // In a vector loop, all lanes take the same branches.
  if (vector_) return false;
  const std::optional<Merge> regions = regions_of(node, [&](const std::string& wanted) { return fresh(wanted); });
  const std::optional<Merge> flagged = regions ? std::nullopt : flagged_of(node);
  if (!regions && !flagged) return false;
  const Merge& merge = regions ? *regions : *flagged;
  const Stmt& stmt = merge.done[merge.stores];
  const loop::Store* store = stmt.as<loop::Store>();
  const loop::Type place = store ? store->element : types_.at(stmt.as<loop::Assign>()->name);
  if (place == loop::Type::boolean || !is_cheap(merge.value, merge) || !is_plain(merge)) return false;
  shared_.use("merge");
  const std::string type(type_name(place)), value = fresh("value");
  const auto index = [&](bool is_read) { return "int64_t" + (is_read ? " " + merge.coordinate : ""); };
  std::string parameters = index(loop::reads_any(merge.value, {merge.coordinate})), lists;
  for (const List& list : merge.lists) {
    parameters += ", int64_t" + (loop::reads_any(merge.value, {list.flag}) ? " " + list.flag : "");
    lists += ", scorch_list(" + list.crd + ", " + list.position + ", " + exprs_.text(list.end) + ")";
  }
  types_[merge.coordinate] = loop::Type::i64;
  types_[value] = place;
  const Block stored = doing(merge.done, merge.stores, loop::Variable{value, place});
  writer_.open("scorch_merge([&](" + parameters + ") SCORCH_INLINE_LAMBDA");
  exprs_.read_as_masks(merge.all(&List::flag));
  writer_.line("return " + exprs_.value_for(place, merge.value) + ";");
  exprs_.read_as_masks({});
  writer_.next("[&](" + index(loop::used_names(stored).count(merge.coordinate) > 0) + ", " + type + " " + value +
               ") SCORCH_INLINE_LAMBDA");
  emit_body_of(stored);
  writer_.close(lists + ");");
  return regions.has_value();
}

}  // namespace scorchc::emit
