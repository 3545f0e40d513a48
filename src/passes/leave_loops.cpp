#include "passes/leave_loops.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "ir/loop_uses.h"
#include "ir/loop_walk.h"
#include "passes/segments.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Expr;
using loop::Stmt;
using NameSet = std::set<std::string>;

bool is_comment(const Stmt& stmt) { return stmt.as<loop::Comment>() != nullptr; }

/// Whether it is at most a constant, such as the number of places in a block.
bool is_limited(const Expr& expr) {
  const loop::Binary* least = expr.as<loop::Binary>();
  return expr.as<loop::Integer>() || (least && least->op == loop::BinaryOp::minimum && is_limited(least->operands[0]));
}

bool is_constant(const Expr& expr) {
  return expr.as<loop::Integer>() || expr.as<loop::Number>() || expr.as<loop::Boolean>();
}

/// Whether it can be evaluated speculatively: it reads no memory and divides nothing.
bool is_safe(const Expr& expr) {
  return !loop::any_part(expr, [](const Expr& part) {
    const loop::Binary* node = part.as<loop::Binary>();
    return part.as<loop::Load>() || part.as<loop::Search>() || part.as<loop::Field>() || part.as<loop::Compute>() ||
           (node && node->op == loop::BinaryOp::divide);
  });
}

/// Whether it has no side effect: an integer division may set the division-by-zero flag.
bool is_silent(const Expr& expr) { return !loop::divides_integers(expr); }

/// Whether its only effect is to change variables of `own`, and those that are declared inside.
bool is_local(const Block& block, NameSet own);
bool is_local(const Stmt& stmt, NameSet& own) {
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
bool is_local(const Block& block, NameSet own) {
  return std::all_of(block.begin(), block.end(), [&](const Stmt& stmt) { return is_local(stmt, own); });
}

/// `if (condition) ...` without an else.
const loop::If* single_branch(const Stmt& stmt) {
  const loop::If* branch = stmt.as<loop::If>();
  return branch && branch->blocks.size() == 1 && branch->conditions.size() == 1 ? branch : nullptr;
}

/// Splits a conjunction: returns the parts for which `leaves` holds, and keeps the others in `condition`.
template <class Leaves>
Expr hoist_from(Expr& condition, const Leaves& leaves) {
  if (leaves(condition)) return std::exchange(condition, loop::boolean(true));
  const loop::Binary* node = condition.as<loop::Binary>();
  if (!node || node->op != loop::BinaryOp::logical_and) return loop::boolean(true);
  Expr left = node->operands[0], right = node->operands[1];
  const Expr out = loop::both(hoist_from(left, leaves), hoist_from(right, leaves));
  condition = loop::both(left, right);
  return out;
}

/// Whether begin < end is known: `end` results from a search for the end of a segment, which starts at begin + 1.
bool is_segment(const Expr& begin, const Expr& end, const Block& before) {
  const loop::Variable* last = end.as<loop::Variable>();
  if (!last) return false;
  for (std::size_t n = before.size(); n-- > 0;) {
    const loop::Declare* start = before[n].as<loop::Declare>();
    if (start && start->name == last->name) return start->value == loop::add(begin, loop::integer(1));
    if (search_by(last->name, before[n])) continue;
    NameSet changed;
    loop::add_changed({before[n]}, changed);
    if (changed.count(last->name) || loop::reads_any(begin, changed)) return false;
  }
  return false;
}

/// Unswitching: if a loop-invariant condition guards everything that the body does, removes it from the body and
/// returns it. Returns true if there is none.
Expr unswitched_condition(loop::For& node, const NameSet& changed) {
  Expr always = loop::boolean(true);
  const loop::If* last = node.body.empty() ? nullptr : single_branch(node.body.back());
  if (!last || !is_local(Block(node.body.begin(), node.body.end() - 1), {})) return always;
  Expr inside = last->conditions[0];
  Expr outside = hoist_from(inside, [&](const Expr& part) { return is_safe(part) && !loop::reads_any(part, changed); });
  if (outside == always) return always;
  Block rest = last->blocks[0];
  node.body.pop_back();
  if (inside == always)
    node.body.insert(node.body.end(), rest.begin(), rest.end());
  else
    node.body.push_back(loop::If{{inside}, {std::move(rest)}});
  return outside;
}

/// `x = constant`, possibly under a loop-invariant condition, of a variable that the loop does not read.
struct Setting {
  Expr condition;
  loop::Assign assign;
};
std::optional<Setting> setting(const Stmt& stmt, const NameSet& changed) {
  const loop::If* branch = single_branch(stmt);
  const Block* block = branch ? &branch->blocks[0] : nullptr;
  const loop::Assign* assign = !branch              ? stmt.as<loop::Assign>()
                               : block->size() == 1 ? (*block)[0].as<loop::Assign>()
                                                    : nullptr;
  if (!assign || assign->update != loop::Update::set || !is_constant(assign->value)) return {};
  const Expr condition = branch ? branch->conditions[0] : loop::boolean(true);
  if (!is_safe(condition) || loop::reads_any(condition, changed)) return {};
  return Setting{condition, *assign};
}

void add_branch(const Expr& condition, Block body, Block& out) {
  if (condition == loop::boolean(true))
    out.insert(out.end(), body.begin(), body.end());
  else
    out.push_back(loop::If{{condition}, {std::move(body)}});
}

/// Removes such assignments from the body and returns them, to be placed after the loop.
Block sunk_assignments(loop::For& node, const Expr& runs, const NameSet& changed) {
  Block out;
  if (node.parallel || loop::reads_any(node.begin, changed) || loop::reads_any(node.end, changed)) return out;
  for (std::size_t n = node.body.size(); n-- > 0;) {
    const std::optional<Setting> found = setting(node.body[n], changed);
    if (!found) continue;
    Block others = node.body;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(n));
    if (loop::used_names(others).count(found->assign.name)) continue;
    node.body = std::move(others);
    add_branch(loop::both(runs, found->condition), {found->assign}, out);
  }
  return out;
}

/// The only assignment of a body that has nothing else; else null.
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

/// The variables that a block assigns but does not declare.
struct Assigned {
  NameSet names, flags;  // flags: those that are only ever set to true
  explicit Assigned(const Block& block) {
    NameSet declared;
    look(block, declared);
    for (const std::string& name : declared) names.erase(name);
    for (const std::string& name : not_flags_) flags.erase(name);
    std::erase_if(flags, [&](const std::string& name) { return declared.count(name) > 0; });
  }

 private:
  void look(const Block& block, NameSet& declared) {
    for (const Stmt& stmt : block) {
      if (const loop::Declare* variable = stmt.as<loop::Declare>()) declared.insert(variable->name);
      if (const loop::For* counted = stmt.as<loop::For>()) look(counted->body, declared);
      if (const loop::While* repeated = stmt.as<loop::While>()) look(repeated->body, declared);
      if (const loop::If* branch = stmt.as<loop::If>())
        for (const Block& inner : branch->blocks) look(inner, declared);
      const loop::Assign* assign = stmt.as<loop::Assign>();
      if (!assign) continue;
      names.insert(assign->name);
      (assign->value == loop::boolean(true) ? flags : not_flags_).insert(assign->name);
    }
  }
  NameSet not_flags_;
};

/// The flag that a loop searches for: once it is set, the rest of the loop has no visible effect. `before` and `behind`
/// are the statements around the loop. Empty if there is no such flag.
std::optional<std::string> searched(const loop::While& node, const Block& before, const Block& behind) {
  const Assigned assigned(node.body);
  if (assigned.flags.size() != 1 || !is_local(node.body, assigned.names)) return {};
  const std::string& flag = *assigned.flags.begin();
  if (loop::read_names({node}).count(flag)) return {};
  const NameSet later = loop::used_names(behind);
  const bool shows = std::any_of(assigned.names.begin(), assigned.names.end(), [&](const std::string& name) {
    const bool is_own = std::any_of(before.begin(), before.end(), [&](const Stmt& stmt) {
      const loop::Declare* variable = stmt.as<loop::Declare>();
      return variable && variable->name == name;
    });
    return name != flag && (!is_own || later.count(name) > 0);
  });
  return shows ? std::nullopt : std::optional(flag);
}

bool reads_one(const Block& block, const NameSet& names) {
  const NameSet read = loop::read_names(block);
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return read.count(name) > 0; });
}

/// Whether all iterations do the same and one has the effect of all: they set flags.
bool is_idempotent(const loop::For& node) {
  const Assigned assigned(node.body);
  return !node.parallel && !loop::used_names(node.body).count(node.name) && assigned.names == assigned.flags &&
         is_local(node.body, assigned.flags) && !reads_one(node.body, assigned.flags);
}

class Pass {
 public:
  Block run(const Block& given) {
    Block out;
    for (const Stmt& stmt : given) {
      if (const loop::For* node = stmt.as<loop::For>()) {
        add_loop(*node, out);
      } else if (const loop::While* repeated = stmt.as<loop::While>()) {
        loop::While copy = *repeated;
        copy.body = run(repeated->body);
        if (const std::optional<std::string> flag = searched(copy, out, Block(&stmt + 1, given.data() + given.size())))
          copy.condition = loop::both(copy.condition, loop::negate(loop::flag_variable(*flag)));
        out.push_back(std::move(copy));
      } else if (const loop::If* branch = stmt.as<loop::If>()) {
        loop::If copy = *branch;
        for (Block& block : copy.blocks) block = run(block);
        out.push_back(std::move(copy));
      } else {
        if (const loop::Declare* variable = stmt.as<loop::Declare>()) declare(*variable);
        look_at_tuples(stmt);
        out.push_back(stmt);
      }
    }
    declare_with_first_value(out);
    return out;
  }

 private:
  void declare(const loop::Declare& node) {
    const Expr* value = &node.value;
    if (const loop::Cast* widened = value->as<loop::Cast>()) value = &widened->operand[0];
    if (node.is_mutable || value->as<loop::Load>() || is_limited(*value)) numbers_of_entries_.insert(node.name);
  }

  NameSet changed_in(const loop::For& node) const {
    NameSet changed = {node.name};
    loop::add_changed(node.body, changed);
    // A change of a list of tuples changes its number, its coordinates and its values.
    for (const auto& [tuples, names] : of_tuples_)
      if (changed.count(tuples)) changed.insert(names.begin(), names.end());
    return changed;
  }

  void look_at_tuples(const Stmt& stmt) {
    const loop::Tuples* list = stmt.as<loop::Tuples>();
    if (!list) return;
    numbers_of_entries_.insert(list->count);
    NameSet& names = of_tuples_[list->name];
    names.insert(list->columns.begin(), list->columns.end());
    names.insert({list->count, list->vals});
  }

  void add_loop(const loop::For& node, Block& out) {
    for (const Stmt& local : node.locals) look_at_tuples(local);
    loop::For copy = node;
    copy.body = run(node.body);
    if (const loop::Assign* counted = only_assignment(copy.body); counted && counts_entries(copy, *counted)) {
      const Expr sum = loop::add(loop::index_variable(counted->name), loop::sub(copy.end, copy.begin));
      out.push_back(loop::Assign{counted->name, loop::Update::set, sum});
      return;
    }
    const Expr runs = is_segment(copy.begin, copy.end, out) ? loop::boolean(true) : loop::less(copy.begin, copy.end);
    if (is_idempotent(copy)) {
      add_branch(runs, std::move(copy.body), out);
      return;
    }
    const Block behind = sunk_assignments(copy, runs, changed_in(copy));
    const Expr condition = unswitched_condition(copy, changed_in(copy));
    if (condition == loop::boolean(true)) {
      out.push_back(std::move(copy));
    } else {
      Block inside;
      if (!out.empty() && is_comment(out.back())) {
        inside.push_back(out.back());
        out.pop_back();
      }
      inside.push_back(std::move(copy));
      out.push_back(loop::If{{condition}, {std::move(inside)}});
    }
    out.insert(out.end(), behind.begin(), behind.end());
  }

  // Whether the loop counts entries: its range is a number of positions, of places in a block, or of elements in a
  // list. Sums of these cannot overflow, since what they count is in memory. Extents may be of any size, so a closed
  // form might overflow where loops would practically never end.
  bool counts_entries(const loop::For& node, const loop::Assign& assign) const {
    const loop::Variable* end = node.end.as<loop::Variable>();
    const loop::Cast* widened = node.end.as<loop::Cast>();
    const bool of_entries =
        end ? numbers_of_entries_.count(end->name) > 0
            : node.end.as<loop::Load>() || is_limited(node.end) || (widened && widened->operand[0].as<loop::Load>());
    return of_entries && !node.parallel && assign.update == loop::Update::add && assign.value == loop::integer(1) &&
           !loop::reads_any(node.begin, {assign.name}) && !loop::reads_any(node.end, {assign.name});
  }

  // The value that the first statement that mentions a variable gives it, to replace its constant initial value. Empty
  // if the statement does something else.
  static std::optional<Expr> first_value(const loop::Declare& start, const Stmt& stmt) {
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

  static void declare_with_first_value(Block& block) {
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

  std::map<std::string, NameSet> of_tuples_;  // by list of tuples: the names that it declares
  NameSet numbers_of_entries_;                // variables that hold such numbers
};

}  // namespace

loop::Block leave_loops(const loop::Block& body) { return Pass().run(body); }

}  // namespace scorchc::passes
